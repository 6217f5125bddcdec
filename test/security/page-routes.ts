/** Everything beside the interface that answers: pages, their forms, files, and the machine's half of OAuth. */
export interface PageRoute {
  method: 'GET' | 'POST' | 'PUT';
  /** Names in braces are filled in like fields. */
  path: string;
  /** Of the query string, or of the form. */
  fields: readonly string[];
  /** Costs a password's work, so it is asked less often. */
  isCostly?: true;
}

const get = (path: string, ...fields: string[]): PageRoute => ({ method: 'GET', path, fields });
const post = (path: string, ...fields: string[]): PageRoute => ({ method: 'POST', path, fields });
const costly = (path: string, ...fields: string[]): PageRoute => ({
  ...post(path, ...fields),
  isCostly: true,
});

const topics = ['my_requests', 'review_queue', 'reminders'];
const ways = ['channels', ...topics.map((topic) => `topics.${topic}`)].flatMap((of) => [
  `${of}.in_app`,
  `${of}.mail`,
]);

export const pageRoutes: readonly PageRoute[] = [
  get('/', 'q', 'kind', 'cursor', 'lang'),
  get('/settlements/{settlement}', 'lang'),
  get('/settlements/{settlement}/articles', 'cursor'),
  get('/settlements/{settlement}/articles.atom'),
  get('/settlements/{settlement}/articles/{article}', 'lang'),
  get('/knowledge', 'search', 'category', 'tag', 'cursor'),
  get('/knowledge/{knowledge}', 'lang'),
  get('/knowledge/figures/{drawing}'),
  get('/docs', 'lang'),
  get('/openapi.json'),
  get('/connect', 'audience'),
  get('/assets/{drawing}'),
  get('/nothing/{drawing}', 'lang'),
  get('/health'),
  get('/metrics'),
  get('/media/{media}/{rendition}', 's'),
  { method: 'PUT', path: '/media/uploads/{token}', fields: ['file'] },
  get('/unsubscribe/{token}'),
  post('/unsubscribe/{token}', 'List-Unsubscribe'),
  get('/login', 'next'),
  costly('/login', 'email', 'password', 'next'),
  post('/logout'),
  get('/register', 'next'),
  costly('/register', 'email', 'display_name', 'password', 'next'),
  get('/check-mail'),
  get('/confirm', 'token'),
  post('/confirm', 'token'),
  get('/forgot'),
  post('/forgot', 'email'),
  get('/reset', 'token'),
  costly('/reset', 'token', 'password'),
  get('/restore', 'token'),
  costly('/restore', 'token', 'password'),
  get('/today', 'place'),
  post('/tasks/{id}/done'),
  get('/notifications', 'cursor'),
  post('/notifications/{id}/read', 'to'),
  post('/notifications/read'),
  get('/more'),
  get('/account'),
  get('/account/security'),
  get('/account/data'),
  get('/account/assistants'),
  post('/account/profile', 'display_name', 'language'),
  costly('/account/password', 'current_password', 'new_password'),
  costly('/account/email', 'email', 'current_password'),
  costly('/account/delete', 'password'),
  get('/account/tokens'),
  post('/account/tokens', 'name', 'scopes', 'days'),
  post('/account/tokens/{id}/revoke'),
  get('/account/applications'),
  post('/account/applications/{id}/revoke'),
  get('/account/sessions'),
  post('/account/sessions/{id}/revoke'),
  post('/account/sessions/revoke-others'),
  get('/account/notifications'),
  post('/account/notifications', ...ways),
  get('/account/interface'),
  post('/account/interface', 'sticky_header', 'sticky_sidebar', 'assistant_width', 'skin', 'objects_view'),
  get(
    '/oauth/authorize',
    'response_type',
    'client_id',
    'redirect_uri',
    'state',
    'scope',
    'code_challenge',
    'code_challenge_method',
    'resource',
  ),
  post('/oauth/authorize', 'request', 'decision'),
  get('/.well-known/oauth-authorization-server'),
  get('/.well-known/oauth-protected-resource/mcp/{audience}'),
  post(
    '/oauth/token',
    'grant_type',
    'code',
    'code_verifier',
    'client_id',
    'redirect_uri',
    'refresh_token',
    'resource',
    'scope',
  ),
  post('/oauth/revoke', 'token', 'client_id'),
  post('/oauth/register', 'client_name', 'redirect_uris', 'grant_types', 'scope', 'application_type'),
];
