import { type AddressInfo, createServer, type Socket } from 'node:net';

/** 'drop': breaks off; 'lost': counts and breaks off; 'half': breaks off in its answer; 'hang': says nothing; or an error. */
export type RedisFault = 'drop' | 'lost' | 'half' | 'hang' | `-${string}`;

export interface FakeRedis {
  url: string;
  /** What was counted, by key. */
  counts: Map<string, number>;
  /** Of the command of this name. */
  fault?: { command: string; fault: RedisFault } | undefined;
  countConnections(): number;
  /** Ends every connection. */
  breakOff(): void;
  close(): Promise<void>;
}

/** Whole commands of the bytes that have arrived, and what is left. */
function readCommands(bytes: string): { commands: string[][]; rest: string } {
  const commands: string[][] = [];
  let rest = bytes;
  for (;;) {
    const [head, ...lines] = rest.split('\r\n');
    const wanted = Number(/^\*(\d+)$/.exec(head ?? '')?.[1] ?? Number.NaN);
    if (!(lines.length > 2 * wanted)) return { commands, rest };
    commands.push(Array.from({ length: wanted }, (_, index) => lines[2 * index + 1] ?? ''));
    rest = lines.slice(2 * wanted).join('\r\n');
  }
}

/** Speaks as much of Redis as rate limits need: the greeting, and a counter with a time to live. */
export async function startFakeRedis(): Promise<FakeRedis> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).once('close', () => sockets.delete(socket));
    const answer = ([name = '', ...given]: string[]) => {
      const command = name.toUpperCase();
      const fault = fake.fault?.command === command ? fake.fault.fault : undefined;
      if (fault === 'drop') return void socket.destroy();
      if (fault === 'hang') return;
      if (fault?.startsWith('-')) return void socket.write(`${fault}\r\n`);
      let text = '+OK\r\n';
      if (command === 'INFO') text = '$9\r\nloading:0\r\n';
      if (command === 'EVAL') {
        const [, , key = '', left, by] = given;
        const count = (fake.counts.get(key) ?? 0) + Number(by);
        fake.counts.set(key, count);
        text = `*2\r\n:${count}\r\n:${left}\r\n`;
      }
      if (fault === 'lost') return void socket.destroy();
      if (fault === 'half') return void socket.write(text.slice(0, -6), () => socket.destroy());
      socket.write(text);
    };
    let rest = '';
    socket.on('data', (chunk) => {
      const read = readCommands(rest + chunk);
      rest = read.rest;
      read.commands.forEach(answer);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const fake: FakeRedis = {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts: new Map(),
    countConnections: () => sockets.size,
    breakOff() {
      for (const socket of sockets) socket.destroy();
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return fake;
}
