import { createServer } from 'node:net';

/** Below the ephemeral range: an outgoing connection could take the port at the last moment. */
const [firstPort, portCount] = [20_000, 12_000];

/** Reserves a port until released: the URL of the service must be known before it listens. */
export async function reservePort(): Promise<{ port: number; release(): Promise<void> }> {
  for (;;) {
    const holder = createServer();
    const port = firstPort + Math.floor(Math.random() * portCount);
    const isHeld = await new Promise<boolean>((done) => {
      holder.once('error', () => done(false)).listen(port, '127.0.0.1', () => done(true));
    });
    if (isHeld) return { port, release: () => new Promise((done) => void holder.close(() => done())) };
  }
}

/** For a program that gets its port as a setting; another process may take it first. */
export async function findFreePort(): Promise<number> {
  const { port, release } = await reservePort();
  await release();
  return port;
}
