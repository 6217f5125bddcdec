import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** One process of the cluster, ended by its process id. */
export interface Process {
  readonly name: string;
  readonly pid: number | undefined;
  readonly isRunning: boolean;
  signal(signal: NodeJS.Signals): void;
  /** SIGTERM; SIGKILL if it does not exit in time. */
  stop(): Promise<void>;
  /** SIGKILL; resolves when it has exited. */
  kill(): Promise<void>;
}

export interface StartOptions {
  name: string;
  program: string;
  args: readonly string[];
  env?: Record<string, string>;
  /** Run as the user postgres when this process is root. */
  asPostgres?: boolean;
}

/** Timeouts in seconds, long enough for a busy machine. */
export const timeouts = { start: 300, whole: 300, end: 30 } as const;

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
  // pdeathsig: children end with this process, however it ends.
  const child: ChildProcess = spawn('setpriv', ['--pdeathsig', 'TERM', program, ...args], {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', HOME: '/tmp', LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', log, log],
    // Ctrl-C reaches only this process, which stops the others in order.
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
    const late = sleep(timeouts.end * 1000, undefined, { signal: waiting.signal }).then(
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

/** Ports outside the ephemeral range, so that a restarted server can bind its port again. */
export async function findFreePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  const range = await readFile('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').catch(() => '32768 60999');
  const lowest = Number(range.trim().split(/\s+/)[0]);
  const first = lowest >= 14_000 ? 10_000 : 20_000;
  const last = lowest >= 14_000 ? lowest - 1 : 60_000;
  let port = first + Math.floor(Math.random() * (last - first - 1_000));
  for (; ports.length < count && port <= last; port += 1) if (await isFree(port)) ports.push(port);
  if (ports.length < count) throw new Error(`There are no ${count} free ports from ${first} to ${last}.`);
  return ports;
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((done) => {
    probe.once('error', () => done(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)));
  });
}

/** The last lines of every log, for CI output. */
export async function readLogTails(logFolder: string, lines = 12): Promise<string> {
  const names = (await readdir(logFolder).catch(() => [])).sort();
  const tails = await Promise.all(
    names.map(async (name) => {
      const text = (await readFile(join(logFolder, name), 'utf8')).trimEnd();
      const last = text.split('\n').slice(-lines);
      return text === ''
        ? []
        : [`--- the end of ${name}`, ...last.map((line) => `    ${line.slice(0, 400)}`)];
    }),
  );
  return tails.flat().join('\n');
}

export async function waitUntil(what: string, holds: () => Promise<boolean>, seconds: number): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (performance.now() < deadline) {
    if (await holds().catch(() => false)) return;
    await sleep(200);
  }
  throw new Error(`Timeout after ${seconds} s: ${what}.`);
}

export async function respondsWith(url: string, status: number): Promise<boolean> {
  const reply = await fetch(url, { signal: AbortSignal.timeout(3_000) });
  await reply.arrayBuffer();
  return reply.status === status;
}
