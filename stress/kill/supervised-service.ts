import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readPidFile } from '../../src/base/db/embedded/cluster.ts';
import { generousQuotas } from '../../test/harness/quotas.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const restartPause = 200;

export interface ServiceOptions {
  dataDir: string;
  port: number;
  smtpUrl: string;
  logPath: string;
}

/** The built service under a supervisor that restarts it whenever it exits, as an init system would. */
export interface SupervisedService {
  readonly url: string;
  readonly dataDir: string;
  /** Of the running process; undefined between an exit and the next start. */
  readonly pid: number | undefined;
  readonly starts: number;
  /** Exits without a kill or stop, since the last call of `resetUnexpectedExits`. */
  readonly unexpectedExits: number;
  /** Resets `ends`. */
  resetUnexpectedExits(): void;
  findPostmasterPid(): Promise<number | undefined>;
  kill(): void;
  /** Kills the service without a restart, so that its database can be changed meanwhile. */
  killWithoutRestart(): Promise<void>;
  resume(): void;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  waitUntilHealthy(seconds: number): Promise<boolean>;
}

export function superviseService(options: ServiceOptions): SupervisedService {
  const url = `http://127.0.0.1:${options.port}`;
  const clusterDir = join(options.dataDir, 'postgres');
  let child: ChildProcess | undefined;
  let wanted = true;
  let starts = 0;
  let ends = 0;
  let asked = false;

  const start = () => {
    if (!wanted || child !== undefined) return;
    const log = openSync(options.logPath, 'a', 0o600);
    const limits = ['api_account', 'api_public', 'mcp_account', 'mcp_public'].map(
      (name) => `${name}=100000000`,
    );
    const started = spawn(process.execPath, [join(root, 'bin/settlements.js'), 'serve'], {
      cwd: root,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: process.env.HOME ?? '',
        DATA_DIR: options.dataDir,
        PORT: String(options.port),
        SMTP_URL: options.smtpUrl,
        RATE_LIMITS: limits.join(','),
        QUOTAS: generousQuotas,
        LOG_LEVEL: 'error',
        DEMO: 'when-empty',
      },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    child = started;
    starts += 1;
    asked = false;
    started.once('exit', () => {
      child = undefined;
      if (!asked) ends += 1;
      setTimeout(start, restartPause);
    });
  };
  const kill = () => {
    asked = true;
    child?.kill('SIGKILL');
  };
  const end = async (signal: NodeJS.Signals) => {
    wanted = false;
    asked = true;
    const ending = child;
    if (ending === undefined) return 0;
    const gone = once(ending, 'exit');
    ending.kill(signal);
    const [code] = (await gone) as [number | null];
    return code;
  };
  start();

  return {
    url,
    dataDir: options.dataDir,
    get pid() {
      return child?.pid;
    },
    get starts() {
      return starts;
    },
    get unexpectedExits() {
      return ends;
    },
    resetUnexpectedExits() {
      ends = 0;
    },
    async findPostmasterPid() {
      return (await readPidFile(clusterDir).catch(() => undefined))?.pid;
    },
    kill,
    async killWithoutRestart() {
      await end('SIGKILL');
    },
    resume() {
      wanted = true;
      start();
    },
    stop: () => end('SIGTERM'),
    async waitUntilHealthy(seconds) {
      const deadline = performance.now() + seconds * 1000;
      while (performance.now() < deadline) {
        const isHealthy = await fetch(`${url}/health`, { signal: AbortSignal.timeout(5000) }).then(
          (reply) => reply.ok,
          () => false,
        );
        if (isHealthy) return true;
        await sleep(100);
      }
      return false;
    },
  };
}
