import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { getErrorCode } from './error.ts';

const OUTPUT_LIMIT = 64 * 1024;

/** The user under which the server's programs run. */
export interface Runner {
  kind: 'direct' | 'namespace' | 'user';
  prefix: readonly string[];
  uid?: number;
  gid?: number;
}

export interface FinishedProcess {
  code: number | null;
  output: string;
  spawnError?: string;
}

/** Minimal environment: neither secrets of the service nor stray PG* variables. */
function getServerEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

export function spawnAs(
  runner: Runner,
  file: string,
  args: readonly string[],
  how: { detached: boolean; output: number | 'pipe' },
): ChildProcess {
  const [command = file, ...rest] = [...runner.prefix, file, ...args];
  return spawn(command, rest, {
    cwd: '/',
    env: getServerEnvironment(),
    detached: how.detached,
    stdio: ['ignore', how.output, how.output],
    ...(runner.uid === undefined ? {} : { uid: runner.uid, gid: runner.gid }),
  });
}

/** Runs a program and keeps the end of its output; kills it on timeout. */
export async function runToEnd(
  runner: Runner,
  file: string,
  args: readonly string[],
  timeoutMs: number,
): Promise<FinishedProcess> {
  return new Promise((resolve) => {
    let output = '';
    let child: ChildProcess;
    try {
      child = spawnAs(runner, file, args, { detached: false, output: 'pipe' });
    } catch (error) {
      resolve({ code: null, output: '', spawnError: getErrorCode(error) ?? String(error) });
      return;
    }
    const keep = (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(-OUTPUT_LIMIT);
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    const timer = setTimeout(() => {
      output += `\nno answer within ${Math.round(timeoutMs / 1000)} s`;
      child.kill('SIGKILL');
    }, timeoutMs);
    child.once('error', (error) => {
      clearTimeout(timer);
      resolve({ code: null, output, spawnError: getErrorCode(error) ?? error.message });
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code, output });
    });
  });
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return getErrorCode(error) === 'EPERM';
  }
  try {
    // A zombie still accepts signal 0, forever in a container whose init does not reap.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.charAt(stat.lastIndexOf(')') + 2) !== 'Z';
  } catch {
    return process.platform !== 'linux' || !existsSync('/proc/self');
  }
}

/** Whether the pid is the postmaster of this folder and not a reused pid. */
export async function isPostmasterOf(pid: number, realClusterDir: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realClusterDir;
    } catch {
      return false;
    }
  }
  const ps = await runToEnd(
    { kind: 'direct', prefix: [] },
    'ps',
    ['-o', 'command=', '-p', String(pid)],
    5000,
  );
  return ps.output.includes('postgres') && ps.output.includes(realClusterDir);
}

export async function waitFor(check: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!check()) {
    if (performance.now() > deadline) return false;
    await sleep(20);
  }
  return true;
}

/** Fast shutdown, then an immediate one on timeout (the WAL is replayed at the next start). */
export async function stopPostmaster(pid: number, realClusterDir: string): Promise<boolean> {
  const gone = () => !isAlive(pid);
  for (const [signal, waitMs] of [
    ['SIGINT', 6000],
    ['SIGQUIT', 2500],
  ] as const) {
    if (!(await isPostmasterOf(pid, realClusterDir))) return true;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (getErrorCode(error) === 'ESRCH') return true;
      throw error;
    }
    if (await waitFor(gone, waitMs)) return true;
  }
  return false;
}
