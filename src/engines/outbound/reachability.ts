import { isIP } from 'node:net';
import { type AddressPolicy, canonicalizeHost, isAllowedAddress, isAllowedPort } from './address-policy.ts';
import { parseTarget } from './fetch.ts';
import { type OutboundReason, OutboundRefusal } from './outbound-refusal.ts';

/** An address as typed, or a host and a port. */
export type TargetAddress = string | { readonly host: string; readonly port: number };

/** Names that exist only in private networks; public name servers know none of them. */
const privateNamePattern = /(^|\.)(localhost|local|lan|home|internal|intranet|home\.arpa)$/;

/** Why this can never be reached, decided from its spelling without network access. */
export function findPermanentObstacle(
  target: TargetAddress,
  allowance: AddressPolicy,
): OutboundReason | null {
  let host: string | null;
  try {
    host =
      typeof target === 'string'
        ? parseTarget(target, { 'http:': false, 'https:': true }).host
        : canonicalizeHost(target.host);
  } catch (error) {
    if (error instanceof OutboundRefusal) return error.reason;
    throw error;
  }
  if (host === null) return 'bad_address';
  if (typeof target !== 'string' && !isAllowedPort(target.port)) return 'port_not_allowed';
  if (isIP(host) !== 0) return isAllowedAddress(host, allowance) ? null : 'address_not_public';
  if (allowance.allowPrivate) return null;
  const name = host.toLowerCase().replace(/\.$/, '');
  return !name.includes('.') || privateNamePattern.test(name) ? 'address_not_public' : null;
}
