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
  /** Drops after so many bytes of a request that starts with this text. */
  disconnectAfter(begins: string, bytes: number): void;
  /** Bytes per second that go to the service; no limit by default. */
  slowDown(bytesPerSecond: number | undefined): void;
  /** Bytes that went to the service since the last call. */
  takeSentBytes(): number;
  close(): Promise<void>;
}

export async function startFlakyProxy(): Promise<FlakyProxy> {
  let port = 0;
  const sockets = new Set<Socket>();
  let isCut = false;
  let trap: { begins: string; afterAnswer: boolean } | undefined;
  let fuse: { begins: string; bytes: number } | undefined;
  let speed: number | undefined;
  let sent = 0;
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((phone) => {
    if (isCut) return void phone.destroy();
    const service = createConnection(port, '127.0.0.1');
    let isVoid = false;
    let left: number | undefined;
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
      if (fuse && data.toString('latin1').startsWith(fuse.begins)) {
        left = fuse.bytes;
        fuse = undefined;
      }
      const passed = left === undefined ? data : data.subarray(0, left);
      sent += passed.length;
      service.write(passed, () => {
        if (left === undefined) return;
        left -= passed.length;
        // A moment later, so that the service has read what came before.
        if (left <= 0) setTimeout(cut, 300);
      });
      if (speed === undefined) return;
      phone.pause();
      setTimeout(() => phone.resume(), (data.length / speed) * 1000);
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
    disconnectAfter(begins, bytes) {
      fuse = { begins, bytes };
    },
    slowDown(bytesPerSecond) {
      speed = bytesPerSecond;
    },
    takeSentBytes() {
      const bytes = sent;
      sent = 0;
      return bytes;
    },
    close() {
      cut();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
