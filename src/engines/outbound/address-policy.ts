import { isIP, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface AddressPolicy {
  /** Private networks: RFC 1918, carrier-grade NAT (used by VPN meshes) and unique-local IPv6. */
  readonly allowPrivate: boolean;
  /** Loopback is separate, because the service's own database listens there. */
  readonly allowLoopback?: boolean;
}

/** Cloud metadata services outside the link-local range; never allowed. */
const metadataAddresses = new Set(['168.63.129.16', '100.100.100.200', 'fd00:ec2::254', 'fd20:ce::254']);

const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
const wellKnownNat64 = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number];
const privateRanges = new Set(['private', 'carrierGradeNat', 'uniqueLocal']);

/** Whether a resolved or literal address may be connected to. Anything not explicitly allowed is refused. */
export function isAllowedAddress(address: string, allowance: AddressPolicy): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (metadataAddresses.has(parsed.toString())) return false;
  const range = parsed.range();
  if (range === 'loopback') return allowance.allowLoopback === true;
  if (privateRanges.has(range)) return allowance.allowPrivate;
  if (parsed.kind() === 'ipv4') return range === 'unicast';
  const v6 = parsed as ipaddr.IPv6;
  // An IPv6-only host reaches the public IPv4 internet through NAT64; the embedded address must be public itself.
  if (v6.match(wellKnownNat64)) {
    const embedded = ipaddr.fromByteArray(v6.toByteArray().slice(12));
    return embedded.range() === 'unicast' && !metadataAddresses.has(embedded.toString());
  }
  return range === 'unicast' && v6.match(globalUnicast);
}

/**
 * One form for every host: the URL parser turns decimal, octal, hexadecimal, short and full-width forms of an IPv4
 * address into the dotted one, so that a literal cannot bypass the check.
 */
export function canonicalizeHost(host: string): string | null {
  if (host.length === 0 || host.length > 255) return null;
  const bare = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
  const written = isIPv6(bare) ? `[${bare}]` : host;
  if (!isIPv6(bare) && /[\s:/?#@\\[\]%]/.test(written)) return null;
  if (!URL.canParse(`http://${written}/`)) return null;
  const { hostname } = new URL(`http://${written}/`);
  if (hostname === '') return null;
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/**
 * Low ports belong to mail, name and login services that a crafted request could talk to; the web and home devices do
 * not need them.
 */
export function isAllowedPort(port: number): boolean {
  return Number.isInteger(port) && port <= 65535 && (port === 80 || port === 443 || port >= 1024);
}
