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

export function createHosts(
  config: { baseUrl: string; trustedHosts: readonly string[] },
  isSettlement: (slug: string) => Promise<boolean>,
  clock: () => number = Date.now,
): Hosts {
  const base = new URL(config.baseUrl);
  const port = base.port === '' ? '' : `:${base.port}`;
  const local = ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}${port}`);
  const fixed = new Set(
    config.trustedHosts.length > 0
      ? config.trustedHosts.map((host) => host.toLowerCase())
      : [base.host, ...local],
  );
  const suffixes = [...new Set([base.host, `localhost${port}`])]
    .filter((host) => !/^[\d.[]/.test(host))
    .map((host) => `.${host}`);
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
      const host = hostHeader.toLowerCase();
      const origin = `${base.protocol}//${host}`;
      if (fixed.has(host)) return origin;
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
