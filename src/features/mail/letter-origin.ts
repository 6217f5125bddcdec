import type { LetterOrigin } from '../../domain/kernel/ports.ts';
/**
 * A link in a letter opens an account, so that it never leads where only the sender of a request says the service is: to the
 * host of BASE_URL, a settlement's name right under it, or from one loopback address to another; to BASE_URL otherwise.
 */
export function createLetterOrigin(baseUrl: string): LetterOrigin {
  const base = new URL(baseUrl);
  return (origin) => {
    if (!URL.canParse(origin)) return base.origin;
    const asked = new URL(origin);
    const [, parent] = /^[^.]+\.(.+)$/.exec(asked.host) ?? [];
    const isOurs =
      asked.host === base.host ||
      parent === base.host ||
      (isLoopbackHost(asked.hostname) && isLoopbackHost(base.hostname));
    return isOurs ? asked.origin : base.origin;
  };
}

/** localhost and what is under it, 127.0.0.0/8, ::1, as the host of an address. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
