import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import { type AddressPolicy, isAllowedAddress } from './address-policy.ts';
import { OutboundRefusal } from './outbound-refusal.ts';

export type Lookup = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

const maxAddresses = 32;
const maxTriedAddresses = 6;

/**
 * Queries the name servers directly: foreign names then cannot occupy the libuv thread pool that files and password
 * hashing need, and neither /etc/hosts nor a search domain can turn a short name into an internal one.
 */
export const lookupPublic: Lookup = async (host, signal) => {
  const resolver = new dns.Resolver({ timeout: 2000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
};

/** Where the operator allows private networks, names from hosts files and mDNS must resolve as well. */
export const lookupSystem: Lookup = async (host) =>
  (await dns.lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/** All addresses of a host, each checked; one that is not allowed refuses the whole answer. */
export async function resolveChecked(
  host: string,
  lookup: Lookup,
  allowance: AddressPolicy,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (isIP(host) !== 0) {
    if (!isAllowedAddress(host, allowance)) throw new OutboundRefusal('address_not_public');
    return [host];
  }
  let addresses: readonly string[];
  try {
    addresses = await lookup(host, signal);
  } catch {
    throw new OutboundRefusal('name_not_found');
  }
  if (addresses.length === 0 || addresses.length > maxAddresses) throw new OutboundRefusal('name_not_found');
  if (!addresses.every((address) => isAllowedAddress(address, allowance))) {
    throw new OutboundRefusal('address_not_public');
  }
  return addresses.slice(0, maxTriedAddresses);
}
