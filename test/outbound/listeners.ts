import { createServer as createHttp, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';

export interface Listener {
  readonly port: number;
  readonly connections: () => number;
  close(): Promise<void>;
}

/** Listens on an ephemeral loopback port and ends every connection it still has when closed. */
export async function listen(server: Server, port = 0): Promise<Listener> {
  const open = new Set<Socket>();
  let seen = 0;
  server.on('connection', (socket: Socket) => {
    seen += 1;
    open.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

export const listenTcp = (onSocket: (socket: Socket) => void = () => {}): Promise<Listener> =>
  listen(createTcp(onSocket));

export const listenHttp = (onRequest: RequestListener): Promise<Listener> => listen(createHttp(onRequest));
