/** Which hosts this service answers to: the fixed ones, and a settlement's slug as one label under the main host. */
export interface Hosts {
  /** The origin of an accepted Host header, or null; synchronous where no lookup is needed. */
  accept(hostHeader: string): Promise<string | null> | string | null;
  /** Clears the cache of slugs. */
  clearCache(): void;
}

const hostLabelPattern = /^[a-z0-9](?:-?[a-z0-9])*$/;
const cacheMilliseconds = 30_000;
const cacheSize = 1_000;

/** An IP address cannot be rebound to another server by DNS, unlike a name. */
const addressPattern = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

interface HostRules {
  base: URL;
  isBaseUrlSet: boolean;
  fixed: ReadonlySet<string>;
  /** Loopback at the port of the service, without the proxy that adds TLS; for the machine's operator. */
  direct: ReadonlySet<string>;
  suffixes: readonly string[];
  /** Nobody has named the public address yet: the operator may open the service by any address of the machine. */
  acceptsAddresses: boolean;
}

export function createHosts(
  installation: { readonly baseUrl: string; readonly isBaseUrlSet: boolean },
  { port, trustedHosts }: { readonly port: number; readonly trustedHosts: readonly string[] },
  isSettlement: (slug: string) => Promise<boolean>,
  clock: () => number = Date.now,
): Hosts {
  let rules: HostRules | undefined;
  function currentRules(): HostRules {
    const { baseUrl, isBaseUrlSet } = installation;
    if (rules === undefined || rules.base.origin !== baseUrl || rules.isBaseUrlSet !== isBaseUrlSet)
      rules = createRules(baseUrl, isBaseUrlSet, { port, trustedHosts });
    return rules;
  }
  const known = new Map<string, { exists: boolean; until: number }>();

  async function isKnownSlug(slug: string): Promise<boolean> {
    const cached = known.get(slug);
    if (cached !== undefined && cached.until > clock()) return cached.exists;
    const exists = await isSettlement(slug);
    if (known.size >= cacheSize) known.clear();
    known.set(slug, { exists, until: clock() + cacheMilliseconds });
    return exists;
  }

  return {
    accept(hostHeader) {
      const { base, fixed, direct, suffixes, acceptsAddresses } = currentRules();
      const host = hostHeader.toLowerCase();
      const origin = `${base.protocol}//${host}`;
      if (fixed.has(host)) return origin;
      if (direct.has(host)) return `http://${host}`;
      if (acceptsAddresses && addressPattern.test(host)) return origin;
      const suffix = suffixes.find((candidate) => host.endsWith(candidate));
      if (suffix === undefined) return null;
      const slug = host.slice(0, -suffix.length);
      if (slug.length > 60 || !hostLabelPattern.test(slug)) return null;
      return isKnownSlug(slug).then((isKnown) => (isKnown ? origin : null));
    },
    clearCache() {
      known.clear();
    },
  };
}

const localNames = ['localhost', '127.0.0.1', '[::1]'];

function createRules(
  baseUrl: string,
  isBaseUrlSet: boolean,
  { port, trustedHosts }: { port: number; trustedHosts: readonly string[] },
): HostRules {
  const base = new URL(baseUrl);
  const suffix = base.port === '' ? '' : `:${base.port}`;
  const local = localNames.map((name) => `${name}${suffix}`);
  const isListed = trustedHosts.length > 0;
  return {
    base,
    isBaseUrlSet,
    fixed: new Set(isListed ? trustedHosts.map((host) => host.toLowerCase()) : [base.host, ...local]),
    direct: new Set(isListed ? [] : localNames.map((name) => `${name}:${port}`)),
    suffixes: [...new Set([base.host, `localhost${suffix}`])]
      .filter((host) => !/^[\d.[]/.test(host))
      .map((host) => `.${host}`),
    acceptsAddresses: !isBaseUrlSet && !isListed,
  };
}
