import type { Page } from '../../src/entry/web/page/page.ts';
import { pages } from '../../src/entry/web/pages.ts';

/** Every route besides the API: pages, their forms, files, and the machine endpoints of OAuth. */
export interface PageRoute {
  method: 'GET' | 'POST' | 'PUT';
  /** Names in braces are filled in like fields. */
  path: string;
  /** Of the query string or the form. */
  fields: readonly string[];
  /** Hashes a password, so it is requested less often. */
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

const known: readonly PageRoute[] = [
  get('/', 'q', 'kind', 'cursor', 'lang'),
  get('/search', 'q', 'typing'),
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
  post('/tasks/{id}/done', 'to'),
  get('/tasks', 'list', 'q', 'closed', 'cursor'),
  get('/tasks/new', 'kind', 'to', 'plot', 'company', 'contact', 'object', 'title'),
  post(
    '/tasks/new',
    'to',
    'settlement',
    'title',
    'body',
    'assignees',
    'plots',
    'to_parcel',
    'given',
    'due_on',
    'other_day',
    'remind',
    'repeats',
    'shown',
    'object_id',
  ),
  get('/tasks/{id}'),
  post('/tasks/{id}/move', 'status'),
  post('/tasks/{id}/answer', 'accept'),
  post('/tasks/{id}/comment', 'comment'),
  get('/tasks/{id}/edit'),
  post('/tasks/{id}/edit', 'title', 'body', 'due_on', 'remind_before', 'repeats', 'seen_changes'),
  post('/tasks/calendar'),
  post('/tasks/calendar/revoke'),
  get('/calendar/{token}.ics'),
  get('/messages', 'q', 'cursor'),
  get('/messages/new', 'to', 'settlement', 'parcel', 'company', 'body'),
  post('/messages/new', 'to', 'settlement', 'parcel', 'company', 'body'),
  get('/messages/{id}', 'q', 'cursor'),
  post('/messages/{id}', 'body'),
  post('/messages/{id}/block', 'block'),
  post('/messages/{id}/report', 'message', 'reason', 'words'),
  get('/notifications', 'cursor'),
  post('/notifications/{id}/read', 'to'),
  post('/notifications/read', 'newest'),
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

/** Names used by forms and URLs of other pages. */
const usedNames = [
  ...[
    'kind',
    'q',
    'cursor',
    'body',
    'to',
    'plot',
    'settlement',
    'visibility',
    'title',
    'name',
    'email',
    'do',
  ],
  ...[
    'role',
    'parcel',
    'note',
    'decision',
    'company',
    'secret',
    'version',
    'object',
    'days',
    'contact',
    'code',
  ],
  ...[
    'words',
    'value',
    'shape',
    'restore',
    'reason',
    'preview',
    'plots',
    'photo',
    'minutes',
    'mention',
    'medal',
  ],
];
const shapeOf = ({ method, path }: Pick<PageRoute, 'method' | 'path'>) =>
  `${method} ${path.replaceAll(/\{\w+\}/g, '*')}`;
const shapes = new Set(known.map(shapeOf));

/** Pages and forms not described above: requested with all of these names. */
const further = pages
  .flatMap(({ path, actions = {} }: Page): PageRoute[] => [
    get(path, ...usedNames),
    ...Object.values(actions).map((action) =>
      action.strictRateLimit ? costly(action.path, ...usedNames) : post(action.path, ...usedNames),
    ),
  ])
  .filter((route) => !shapes.has(shapeOf(route)))
  .map((route) => ({ ...route, path: route.path.replaceAll(/\{(?!settlement)\w+\}/g, '{id}') }));

export const pageRoutes: readonly PageRoute[] = [...known, ...further];
