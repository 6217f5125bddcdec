import type { EmailLinkOrigin } from '../../domain/kernel/ports.ts';
/**
 * Links in emails give access to accounts, so a forged Host header must not decide where they lead: only to the host
 * of BASE_URL, a subdomain directly under it, or from loopback to loopback; otherwise to BASE_URL.
 */
export function createEmailLinkOrigin(installation: { readonly baseUrl: string }): EmailLinkOrigin {
  return (origin) => {
    const base = new URL(installation.baseUrl);
    if (!URL.canParse(origin)) return base.origin;
    const requested = new URL(origin);
    const [, parent] = /^[^.]+\.(.+)$/.exec(requested.host) ?? [];
    const isOurs =
      requested.host === base.host ||
      parent === base.host ||
      (isLoopbackHost(requested.hostname) && isLoopbackHost(base.hostname));
    return isOurs ? requested.origin : base.origin;
  };
}

/** localhost and its subdomains, 127.0.0.0/8 and [::1], as in `URL.hostname`. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}
