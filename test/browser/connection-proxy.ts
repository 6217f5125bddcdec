import { createConnection, createServer, type Socket } from 'node:net';

/** TCP proxy between a browser and the service that can drop connections, also at a given request. */
export interface FlakyProxy {
  url: string;
  /** Sets the target port: the proxy starts first, because the service has to know its public URL. */
  setTarget(port: number): void;
  disconnect(): void;
  reconnect(): void;
  /** Drops at a request that starts with this text; with `afterAnswer` only its response is lost. */
  disconnectAt(begins: string, afterAnswer?: boolean): void;
  close(): Promise<void>;
}

export async function startFlakyProxy(): Promise<FlakyProxy> {
  let port = 0;
  const sockets = new Set<Socket>();
  let isCut = false;
  let trap: { begins: string; afterAnswer: boolean } | undefined;
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((phone) => {
    if (isCut) return void phone.destroy();
    const service = createConnection(port, '127.0.0.1');
    let isVoid = false;
    for (const socket of [phone, service]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        phone.destroy();
        service.destroy();
      });
    }
    phone.on('data', (data) => {
      if (trap && data.toString('latin1').startsWith(trap.begins)) {
        if (!trap.afterAnswer) {
          trap = undefined;
          return cut();
        }
        isVoid = true;
      }
      service.write(data);
    });
    service.on('data', (data) => {
      if (!isVoid) return phone.write(data);
      trap = undefined;
      cut();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port: own } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${own}`,
    setTarget(given) {
      port = given;
    },
    disconnect: cut,
    reconnect() {
      isCut = false;
    },
    disconnectAt(begins, afterAnswer = false) {
      trap = { begins, afterAnswer };
    },
    close() {
      cut();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
