/**
 * The policy of every page. `formTargets` are URLs a posted form may redirect to: Chromium applies `form-action` to
 * redirects too, so without them a consent page could not redirect to the client. `imageSources` are configured tile
 * servers.
 */
export function buildContentSecurityPolicy(
  formTargets: readonly string[] = [],
  imageSources: readonly string[] = [],
): string {
  const actions = ["'self'", ...formTargets.map(toFormActionSource)].filter(Boolean);
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    // `blob:` previews a photograph that is still being uploaded.
    ["img-src 'self' data: blob:", ...imageSources.map((address) => new URL(address).origin)].join(' '),
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "font-src 'self'",
    `form-action ${[...new Set(actions)].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function toFormActionSource(address: string): string {
  if (!URL.canParse(address)) return '';
  const { protocol, origin, hostname } = new URL(address);
  // A CSP host-source can express neither the host of a private scheme nor an IPv6 literal: only the scheme is
  // named.
  if (!/^https?:$/.test(protocol) || hostname.startsWith('[')) return protocol;
  // A URL host may hold commas, semicolons and asterisks, which are syntax in this header.
  return /^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(origin) ? origin : '';
}
