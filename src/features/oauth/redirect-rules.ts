/** Callback URLs published by well-known assistants. More are added by REDIRECT_ALLOW. */
export const wellKnownRedirects: readonly string[] = [
  'https://claude.ai/api/mcp/auth_callback',
  'https://claude.com/api/mcp/auth_callback',
  'https://chatgpt.com/connector_platform_oauth_redirect',
  'https://chat.openai.com/connector_platform_oauth_redirect',
  'https://vscode.dev/redirect',
  'https://insiders.vscode.dev/redirect',
  'https://www.cursor.com/agents/mcp/oauth/callback',
  'cursor://anysphere.cursor-retrieval/oauth/user-mcp/callback',
  'cursor://anysphere.cursor-mcp/oauth/callback',
];

const loopbackHosts = new Set(['127.0.0.1', 'localhost', '[::1]']);
/** Schemes that run code in the browser or read files must never receive a code. */
const forbiddenSchemes = new Set([
  'javascript:',
  'data:',
  'file:',
  'blob:',
  'about:',
  'vbscript:',
  'view-source:',
  'ftp:',
  'ws:',
  'wss:',
  'http:',
  'https:',
]);

export interface RedirectRules {
  isAllowed(uri: string): boolean;
}

/**
 * Entries of REDIRECT_ALLOW: a whole URL (`https://app.example/callback`), a host (`app.example`: any https URL on
 * it), or a scheme with its colon (`myapp:`).
 */
export function createRedirectRules(extra: readonly string[]): RedirectRules {
  const exact = new Set([...wellKnownRedirects, ...extra.filter((entry) => entry.includes('://'))]);
  const schemes = new Set(
    extra.filter((entry) => /^[a-z][a-z0-9+.-]*:$/i.test(entry)).map((entry) => entry.toLowerCase()),
  );
  const hosts = new Set(
    extra.filter((entry) => !entry.includes('/') && !entry.endsWith(':')).map((entry) => entry.toLowerCase()),
  );
  return {
    isAllowed(uri) {
      const parsed = parseRedirect(uri);
      if (parsed === null) return false;
      if (exact.has(uri)) return true;
      if (isLoopback(parsed)) return true;
      if (parsed.protocol === 'https:') return hosts.has(parsed.host.toLowerCase());
      return !forbiddenSchemes.has(parsed.protocol) && schemes.has(parsed.protocol);
    },
  };
}

/** Parses strictly: a URL that the parser would normalize silently is refused. */
export function parseRedirect(uri: string): URL | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (uri.length > 2000 || /[\s\\#\u0000-\u001f\u007f]/.test(uri) || !URL.canParse(uri)) return null;
  const parsed = new URL(uri);
  if (parsed.username !== '' || parsed.password !== '') return null;
  const isWeb = parsed.protocol === 'http:' || parsed.protocol === 'https:';
  if (!isWeb) return /^[a-z][a-z0-9+.-]*:\/?\/?[^/]/.test(uri) ? parsed : null;
  // The parser rewrites decimal, octal and short forms of an IP address, so they differ from what was sent.
  const authority = /^https?:\/\/([^/?]+)/.exec(uri)?.[1] ?? '';
  const sent = authority.replace(/:\d+$/, '');
  return sent === parsed.hostname && !uri.includes('@') ? parsed : null;
}

/** No program can listen on port zero. */
export function isLoopback(uri: URL): boolean {
  return uri.protocol === 'http:' && loopbackHosts.has(uri.hostname) && uri.port !== '0';
}

/** Exact match, except for the port of a loopback URL, which native apps choose at run time (RFC 8252, 7.3). */
export function matchesRegisteredRedirect(registered: readonly string[], requestedRedirect: string): boolean {
  const parsed = parseRedirect(requestedRedirect);
  if (parsed === null) return false;
  if (registered.includes(requestedRedirect)) return true;
  if (!isLoopback(parsed)) return false;
  return registered.some((uri) => {
    const known = parseRedirect(uri);
    return (
      known !== null &&
      isLoopback(known) &&
      known.hostname === parsed.hostname &&
      known.pathname === parsed.pathname &&
      known.search === parsed.search
    );
  });
}
