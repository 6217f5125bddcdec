import type { WebSocket } from 'undici';
import { type ConnectRules, connectChecked } from './connect.ts';
import { withDeadline } from './deadline.ts';
import { parseTarget } from './fetch.ts';
import { OutboundRefusal } from './outbound-refusal.ts';

export interface WebSocketOptions {
  readonly maxBytes: number;
  /** For resolving, connecting and the handshake; the caller limits the life of the connection. */
  readonly timeoutMs: number;
  readonly httpsOnly?: boolean;
  readonly signal?: AbortSignal;
}

/** A WebSocket over a checked connection, which closes on a message over the limit. */
export async function openCheckedWebSocket(
  url: string,
  options: WebSocketOptions,
  rules: ConnectRules,
): Promise<WebSocket> {
  const target = parseTarget(url, { 'ws:': false, 'wss:': true });
  if (options.httpsOnly && !target.tls) throw new OutboundRefusal('https_only');
  return await withDeadline(options.timeoutMs, options.signal, async (signal) => {
    let refusal: OutboundRefusal | undefined;
    const { Agent, WebSocket } = await import('../../base/packages/undici.ts');
    const agent = new Agent({
      webSocket: { maxPayloadSize: options.maxBytes, maxFragments: 1024 },
      connect: (_options, callback) => {
        connectChecked({ ...target, alpn: ['http/1.1'] }, rules, signal).then(
          (socket) => callback(null, socket),
          (error: unknown) => {
            refusal = error instanceof OutboundRefusal ? error : new OutboundRefusal('connect_failed');
            callback(refusal, null);
          },
        );
      },
    });
    const socket = new WebSocket(target.url, { dispatcher: agent });
    socket.addEventListener('close', () => void agent.destroy().catch(() => {}), { once: true });
    const abandon = () => {
      socket.close();
      agent.destroy().catch(() => {});
    };
    return await new Promise<WebSocket>((resolve, reject) => {
      const fail = () => {
        signal.removeEventListener('abort', abandon);
        agent.destroy().catch(() => {});
        reject(refusal ?? new OutboundRefusal('broken_answer'));
      };
      signal.addEventListener('abort', abandon, { once: true });
      socket.addEventListener('error', fail, { once: true });
      socket.addEventListener('close', fail, { once: true });
      socket.addEventListener('open', () => {
        signal.removeEventListener('abort', abandon);
        socket.removeEventListener('error', fail);
        socket.removeEventListener('close', fail);
        resolve(socket);
      });
    });
  });
}
