import { createServer } from 'node:net';

/** Below those that connections and listeners are given when they name none: such a one took the port at the last moment. */
const [firstPort, portCount] = [20_000, 12_000];

/** A port that nobody else is given until it is released: the address of the service has to be known before it listens. */
export async function holdPort(): Promise<{ port: number; release(): Promise<void> }> {
  for (;;) {
    const holder = createServer();
    const port = firstPort + Math.floor(Math.random() * portCount);
    const isHeld = await new Promise<boolean>((done) => {
      holder.once('error', () => done(false)).listen(port, '127.0.0.1', () => done(true));
    });
    if (isHeld) return { port, release: () => new Promise((done) => void holder.close(() => done())) };
  }
}

/** For a program that is told its port; another one may take it before. */
export async function findFreePort(): Promise<number> {
  const { port, release } = await holdPort();
  await release();
  return port;
}
