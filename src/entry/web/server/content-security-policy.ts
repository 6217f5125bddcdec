/**
 * The policy of every page. `formTargets` are addresses a posted form may lead on to by a redirect: Chromium holds
 * `form-action` against those too, so a consent page that only names itself could never send anybody back.
 * `imageSources` are addresses of the configuration that a map takes its ground from.
 */
export function writeContentSecurityPolicy(
  formTargets: readonly string[] = [],
  imageSources: readonly string[] = [],
): string {
  const actions = ["'self'", ...formTargets.map(formSource)].filter(Boolean);
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    // `blob:` shows a photograph that is still on its way out of the phone.
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

function formSource(address: string): string {
  if (!URL.canParse(address)) return '';
  const { protocol, origin, hostname } = new URL(address);
  // The grammar of sources knows neither hosts of a private scheme nor IPv6 literals: only the scheme can be named.
  if (!/^https?:$/.test(protocol) || hostname.startsWith('[')) return protocol;
  // A host may legally hold commas, semicolons and asterisks, which mean something else in this header.
  return /^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(origin) ? origin : '';
}
