import { isIP, type LookupFunction, connect as openTcp, type Socket } from 'node:net';
import { connect as openTls, type TLSSocket } from 'node:tls';
import ipaddr from 'ipaddr.js';
import { type AddressPolicy, canonicalizeHost, isAllowedPort } from './address-policy.ts';
import { OutboundRefusal } from './outbound-refusal.ts';
import { type Lookup, resolveChecked } from './resolve.ts';

export interface ConnectRules extends AddressPolicy {
  readonly lookup: Lookup;
  /** Additional certificate authorities in PEM, for operators with their own. */
  readonly ca?: readonly string[];
}

export interface Target {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly alpn?: readonly string[];
}

/**
 * The only place that connects to a user-supplied address: the name is resolved once, every address is checked, and
 * the socket is pinned to a checked one, which rules out DNS rebinding.
 */
export async function connectChecked(
  target: Target,
  rules: ConnectRules,
  signal: AbortSignal,
): Promise<Socket | TLSSocket> {
  const host = canonicalizeHost(target.host);
  if (host === null) throw new OutboundRefusal('bad_address');
  if (!isAllowedPort(target.port)) throw new OutboundRefusal('port_not_allowed');
  const addresses = await resolveChecked(host, rules.lookup, rules, signal);
  if (signal.aborted) throw new OutboundRefusal('aborted');
  const socket = await connectToAddresses(host, target.port, addresses, signal);
  const ready = target.tls ? await startTls(socket, host, target.alpn, rules.ca, signal) : socket;
  if (signal.aborted) {
    ready.destroy();
    throw new OutboundRefusal('aborted');
  }
  return ready;
}

async function connectToAddresses(
  host: string,
  port: number,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Socket> {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }));
  const pinned: LookupFunction = (_host, _options, callback) => callback(null, answers);
  const socket = openTcp({
    host,
    port,
    lookup: pinned,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: 1000,
    noDelay: true,
  });
  await waitForSocket(socket, 'connect', 'connect_failed', signal);
  const reached = socket.remoteAddress;
  if (reached === undefined || !addresses.some((address) => isSameAddress(address, reached))) {
    socket.destroy();
    throw new OutboundRefusal('connect_failed');
  }
  return socket;
}

async function startTls(
  socket: Socket,
  host: string,
  alpn: readonly string[] | undefined,
  ca: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<TLSSocket> {
  const secured = openTls({
    socket,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(alpn ? { ALPNProtocols: [...alpn] } : {}),
    ...(ca ? { ca: [...ca] } : {}),
    minVersion: 'TLSv1.2',
  });
  await waitForSocket(secured, 'secureConnect', 'tls_failed', signal);
  return secured;
}

function waitForSocket(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  failure: 'connect_failed' | 'tls_failed',
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => socket.destroy();
    // Never removed: an error before the socket's user has attached a listener must not end the process.
    socket.on('error', () => {});
    socket.once('close', () => {
      signal.removeEventListener('abort', stop);
      reject(new OutboundRefusal(failure));
    });
    socket.once(event, () => {
      signal.removeEventListener('abort', stop);
      resolve();
    });
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
}

function isSameAddress(one: string, other: string): boolean {
  return ipaddr.process(one).toString() === ipaddr.process(other).toString();
}
