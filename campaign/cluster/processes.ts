import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** One program of the cluster, started and ended by its process id. */
export interface Process {
  readonly name: string;
  readonly pid: number | undefined;
  readonly isRunning: boolean;
  signal(signal: NodeJS.Signals): void;
  /** Asks it to end and waits; what does not end is killed. */
  stop(): Promise<void>;
  /** SIGKILL, and waits until it is gone. */
  kill(): Promise<void>;
}

export interface StartOptions {
  name: string;
  program: string;
  args: readonly string[];
  env?: Record<string, string>;
  /** As the user who runs databases, where the command itself is run by root. */
  asPostgres?: boolean;
}

const patience = 20_000;

export interface Processes {
  start(options: StartOptions): Process;
  /** In the reverse order of their start. */
  stopAll(): Promise<void>;
}

export function createProcesses(logFolder: string): Processes {
  const started: Process[] = [];
  return {
    start(options) {
      const process = startProcess(options, join(logFolder, `${options.name}.log`));
      started.push(process);
      return process;
    },
    async stopAll() {
      for (const process of started.reverse()) await process.stop();
    },
  };
}

function startProcess({ name, program, args, env, asPostgres }: StartOptions, logPath: string): Process {
  const log = openSync(logPath, 'a', 0o644);
  const child: ChildProcess = spawn(program, args, {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', HOME: '/tmp', LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', log, log],
    // A signal of the terminal reaches only the command, which ends the others in their order.
    detached: true,
    ...(asPostgres && isRoot() ? findPostgresUser() : {}),
  });
  closeSync(log);
  let isRunning = true;
  const gone = once(child, 'exit').then(
    () => {
      isRunning = false;
    },
    (error: Error) => {
      isRunning = false;
      console.error(`${name} could not be started: ${error.message}`);
    },
  );
  const end = async (signal: NodeJS.Signals) => {
    if (!isRunning) return;
    child.kill(signal);
    const waiting = new AbortController();
    const late = sleep(patience, undefined, { signal: waiting.signal }).then(
      () => child.kill('SIGKILL'),
      () => {},
    );
    await Promise.race([gone, late.then(() => gone)]);
    waiting.abort();
  };
  return {
    name,
    get pid() {
      return child.pid;
    },
    get isRunning() {
      return isRunning;
    },
    signal: (signal) => void child.kill(signal),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

export function findPostgresUser(): { uid: number; gid: number } {
  const ask = (option: string) => Number(spawnSync('id', [option, 'postgres']).stdout.toString());
  const [uid, gid] = [ask('-u'), ask('-g')];
  if (!(uid > 0)) throw new Error('There is no user postgres; the package postgresql makes one.');
  return { uid, gid };
}

/** Ports below those that outgoing connections are given, so that a server finds its own again after an end. */
export async function findPorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  let port = 20_000 + Math.floor(Math.random() * 8_000);
  for (; ports.length < count; port += 1) if (await isFree(port)) ports.push(port);
  return ports;
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((done) => {
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}

export async function waitUntil(what: string, holds: () => Promise<boolean>, seconds: number): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (performance.now() < deadline) {
    if (await holds().catch(() => false)) return;
    await sleep(200);
  }
  throw new Error(`Not within ${seconds} s: ${what}.`);
}

export async function answersWith(url: string, status: number): Promise<boolean> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(3_000) });
  await reply.arrayBuffer();
  return reply.status === status;
}
