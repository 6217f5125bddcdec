import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { EmbeddedOptions } from '../../src/base/db/embedded.ts';
import { nodeArguments, siblingModulePath } from '../harness/source-tree.ts';

export interface ServiceMessage {
  started?: boolean;
  stopped?: boolean;
  interrupted?: boolean;
  pid?: number;
  adopted?: boolean;
  socketDir?: string;
  rows?: number;
  error?: { name: string; message: string };
}

export interface ServiceProcess {
  pid: number;
  next(): Promise<ServiceMessage>;
  ask(line: string): Promise<ServiceMessage>;
  end(signal: NodeJS.Signals): Promise<void>;
}

const running = new Set<ChildProcess>();

/** Starts a process that behaves like the service, in its own process group as under a terminal. */
export function spawnService(options: EmbeddedOptions, user?: { uid: number; gid: number }): ServiceProcess {
  const program = nodeArguments(siblingModulePath(import.meta.url, 'embedded-service'));
  const child = spawn(process.execPath, [...program, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
    ...user,
  });
  // A missing number must not become -1, which as root means every process of the machine.
  const { pid } = child;
  if (pid === undefined) throw new Error('the service process did not start');
  running.add(child);
  child.once('exit', () => running.delete(child));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<ServiceMessage> => {
    const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
    const { value, done } = await lines.next();
    clearTimeout(timer);
    if (done) throw new Error('the service process ended without output');
    return JSON.parse(value) as ServiceMessage;
  };
  return {
    pid,
    next,
    ask: (line) => {
      child.stdin.write(`${line}\n`);
      return next();
    },
    end: async (signal) => {
      const exit = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
      child.kill(signal);
      await exit;
    },
  };
}

export function killServices(): void {
  for (const child of running) child.kill('SIGKILL');
}
