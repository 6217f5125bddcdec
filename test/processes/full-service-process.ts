import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Client, createClient } from '../../src/entry/client/client.ts';
import type { DemoAccessFile } from '../../src/entry/demo/load.ts';
import type { Persona } from '../../src/entry/demo/world.ts';
import { findFreePort } from '../harness/free-port.ts';
import { generousQuotas } from '../harness/quotas.ts';
import { nodeArguments } from '../harness/source-tree.ts';

/** A whole service with the demonstration in its own process, started under adverse conditions. */
export interface FullServiceProcess {
  url: string;
  pid: number;
  access: DemoAccessFile;
  /** False once the process has ended. */
  readonly isAlive: boolean;
  /** The data folder, also where only the process itself sees the mount. */
  dataDir: string;
  client(persona: Persona): Client;
  logged(): Promise<string>;
  stop(): Promise<void>;
}

export interface StartConditions {
  /** A shell line that runs before the service and becomes it with `exec "$@"`. */
  shell?: string;
  env?: Record<string, string>;
  /** Of the service whose database it shares; otherwise it has loaded the demonstration itself. */
  access?: DemoAccessFile;
}

const program = fileURLToPath(new URL(`../../src/main${extname(import.meta.url)}`, import.meta.url));
const highRateLimits = ['api_account', 'api_public', 'mcp_account', 'mcp_public'].map(
  (name) => `${name}=1000000`,
);

/** The command line of the program, from the sources or compiled. */
export function serviceCommand(...words: string[]): string[] {
  return [process.execPath, ...nodeArguments(program), ...words];
}

export async function createServiceFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'settlements-rough-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

export async function startFullService(
  folder: string,
  conditions: StartConditions = {},
): Promise<FullServiceProcess> {
  const data = join(folder, 'data');
  const logPath = join(folder, 'service.log');
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const log = openSync(logPath, 'a');
  const command = serviceCommand('serve');
  const [file = '', ...args] =
    conditions.shell === undefined
      ? command
      : ['sh', '-c', `mkdir -p "$DATA_DIR"; ${conditions.shell}`, 'sh', ...command];
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(file, args, {
    env: {
      PATH,
      HOME,
      DATA_DIR: data,
      ...(conditions.access === undefined && { DEMO: 'on' }),
      PORT: String(port),
      LOG_LEVEL: 'error',
      RATE_LIMITS: highRateLimits.join(','),
      QUOTAS: generousQuotas,
      ...conditions.env,
    },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const isAlive = () => child.exitCode === null && child.signalCode === null;
  const stop = () => end(child);
  try {
    const logged = () => readFile(logPath, 'utf8');
    await waitUntilHealthy(url, isAlive, logged);
    const dataDir = `/proc/${child.pid}/root${data}`;
    const access =
      conditions.access ??
      (JSON.parse(await readFile(join(dataDir, 'demo-access.json'), 'utf8')) as DemoAccessFile);
    return {
      url,
      pid: child.pid as number,
      access,
      get isAlive() {
        return isAlive();
      },
      dataDir,
      client: (persona) => createClient({ baseUrl: url, token: access.accounts[persona].token }),
      logged,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function waitUntilHealthy(
  url: string,
  isAlive: () => boolean,
  logged: () => Promise<string>,
): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (isAlive() && performance.now() < deadline) {
    if (await isHealthy(url)) return;
    await sleep(100);
  }
  throw new Error(`The service did not start:\n${(await logged()).slice(-2000)}`);
}

export function isHealthy(url: string): Promise<boolean> {
  return fetch(`${url}/health`, { signal: AbortSignal.timeout(5000) }).then(
    (reply) => reply.ok,
    () => false,
  );
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
  await gone;
  clearTimeout(timer);
}

/** Whether a system tool works here; prints what is skipped when it does not. */
export function canRun(what: string, file: string, args: readonly string[]): boolean {
  const { status } = spawnSync(file, args, { stdio: 'ignore', timeout: 10_000 });
  if (status !== 0)
    console.error(`\n*** NOT TRIED: ${what} (this machine cannot run: ${file} ${args.join(' ')})\n`);
  return status === 0;
}
