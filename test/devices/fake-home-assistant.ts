import { createServer, type RequestListener } from 'node:http';
import { type Listener, listen } from '../outbound/listeners.ts';
import { acceptWebSockets, type ServerSocket } from './websocket-server.ts';

export const token = 'planted-long-lived-token';

export interface FakeHomeAssistant extends Listener {
  readonly url: string;
  readonly commands: string[];
  readonly sockets: Set<ServerSocket>;
  change(entity: unknown): void;
}

export interface FakeOptions {
  readonly states: readonly unknown[];
  readonly registry?: { devices: readonly unknown[]; entities: readonly unknown[] };
  /** Replaces the REST handler. */
  readonly onRequest?: RequestListener;
  /** Called first for every socket; true if it handled it. */
  readonly onSocket?: (socket: ServerSocket) => boolean;
  /** Called first for every message; true if it answered it. */
  readonly onMessage?: (message: unknown, socket: ServerSocket) => boolean;
}

/** Fake Home Assistant: REST states and the WebSocket API with login and commands. */
export async function startFakeHomeAssistant(options: FakeOptions): Promise<FakeHomeAssistant> {
  const commands: string[] = [];
  const sockets = new Set<ServerSocket>();
  const subscriptions = new Map<ServerSocket, number>();
  const server = createServer(
    options.onRequest ??
      ((request, reply) => {
        if (request.headers.authorization !== `Bearer ${token}`) return reply.writeHead(401).end('401');
        if (request.url !== '/api/states') return reply.writeHead(404).end();
        reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(options.states));
      }),
  );
  acceptWebSockets(server, '/api/websocket', (socket) => {
    sockets.add(socket);
    if (options.onSocket?.(socket)) return () => {};
    socket.send({ type: 'auth_required', ha_version: '2026.1.0' });
    return (message) => {
      if (options.onMessage?.(message, socket)) return;
      const { id, type, access_token, event_type } = message as Record<string, unknown>;
      commands.push(String(event_type ? `${type} ${event_type}` : type));
      const answer = (result: unknown) => socket.send({ id, type: 'result', success: true, result });
      if (type === 'auth') {
        socket.send({ type: access_token === token ? 'auth_ok' : 'auth_invalid' });
      } else if (type === 'get_states') answer(options.states);
      else if (type === 'subscribe_events') {
        subscriptions.set(socket, Number(id));
        answer(null);
      } else if (type === 'config/device_registry/list' && options.registry) answer(options.registry.devices);
      else if (type === 'config/entity_registry/list' && options.registry) answer(options.registry.entities);
      else socket.send({ id, type: 'result', success: false, error: { code: 'unknown_command' } });
    };
  });
  const listener = await listen(server);
  return {
    ...listener,
    url: `http://127.0.0.1:${listener.port}`,
    commands,
    sockets,
    change(entity) {
      for (const [socket, id] of subscriptions) {
        const data = { old_state: null, new_state: entity };
        socket.send({ id, type: 'event', event: { event_type: 'state_changed', data } });
      }
    },
  };
}
