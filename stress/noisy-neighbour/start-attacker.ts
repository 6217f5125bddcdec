import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { AttackOrders, AttackResults } from './attacker.ts';

const program = fileURLToPath(new URL('./attacker.ts', import.meta.url));
/** Extra time in ms for building the requests and for ending. */
const extraTimeMs = 120_000;

export interface AttackerProcess {
  /** Attacks for the ordered time; resolves with the results. */
  go(): Promise<AttackResults>;
  stop(): Promise<void>;
}

/** Starts the attacker process and waits until its requests are built. */
export async function startAttacker(orders: AttackOrders): Promise<AttackerProcess> {
  // Lowest priority, so that its own CPU time does not slow the service down.
  const execArgv = ['-n', '19', process.execPath, '--import', 'tsx'];
  const child = fork(program, { execPath: 'nice', execArgv });
  const stop = () => killChild(child);
  try {
    child.send(orders);
    await waitForMessage(child, extraTimeMs);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    async go() {
      child.send('go');
      return (await waitForMessage(child, orders.seconds * 1000 + extraTimeMs)) as AttackResults;
    },
    stop,
  };
}

async function waitForMessage(child: ChildProcess, milliseconds: number): Promise<unknown> {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([said]) => said as unknown),
      once(child, 'exit', { signal }).then(() => Promise.reject(new Error('The attacker exited too early.'))),
      sleep(milliseconds, undefined, { signal }).then(() =>
        Promise.reject(new Error('The attacker does not answer.')),
      ),
    ]);
  } finally {
    waiting.abort();
  }
}

async function killChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
