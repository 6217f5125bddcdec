import { chown, lstat, mkdir, mkdtemp, open, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { lastLines, readPidFile } from './cluster.ts';
import { DatabaseStartError } from './error.ts';
import { type Runner, spawnAs, stopPostmaster } from './process.ts';

const PORT = 5432;
const READY_MS = 120_000;
const LOG_LIMIT = 5 * 1024 * 1024;

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  port: String(PORT),
  unix_socket_permissions: '0700',
  timezone: 'UTC',
  log_timezone: 'UTC',
  fsync: 'on',
  shared_buffers: '128MB',
  // As for any disk but a spinning one: with the default of 4 whole tables are read where an index leads to a few rows.
  random_page_cost: '1.1',
  max_connections: '100',
  // Failed statements and conflicting values are personal data, so they are not logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/** A socket path is limited to 107 bytes on Linux and 103 on macOS, so it is not placed in the data folder. */
async function makeSocketFolder(runner: Runner): Promise<string> {
  const limit = process.platform === 'darwin' ? 103 : 107;
  const fits = (dir: string) =>
    Buffer.byteLength(join(dir, `.s.PGSQL.${PORT}`)) <= limit && !/["\\\n]/.test(dir);
  let problem = '';
  for (const parent of new Set([tmpdir(), '/tmp'])) {
    if (!fits(join(parent, 'settlements-XXXXXX'))) continue;
    try {
      const dir = await mkdtemp(join(parent, 'settlements-'));
      if (runner.uid !== undefined) await chown(dir, runner.uid, runner.gid ?? runner.uid);
      return dir;
    } catch (error) {
      problem = String(error);
    }
  }
  throw new DatabaseStartError(
    `There is no temporary folder for the database's socket (TMPDIR or /tmp, short and writable). ${problem}`,
  );
}

/** Reuses the folder of the dead server, so that the address stays the same; recreated if a cleaner removed it. */
async function reuseSocketFolder(dir: string, runner: Runner): Promise<string> {
  const made = await mkdir(dir, { mode: 0o700 }).then(
    () => true,
    () => false,
  );
  if (made && runner.uid !== undefined) await chown(dir, runner.uid, runner.gid ?? runner.uid);
  const found = await lstat(dir);
  if (!found.isDirectory() || found.uid !== (runner.uid ?? process.geteuid?.() ?? found.uid))
    throw new DatabaseStartError(
      `The folder of the database's socket, ${dir}, belongs to somebody else now.`,
    );
  await removeSocket(dir);
  return dir;
}

async function removeSocket(dir: string): Promise<void> {
  for (const name of [`.s.PGSQL.${PORT}`, `.s.PGSQL.${PORT}.lock`])
    await rm(join(dir, name), { force: true });
}

/** The path may come from a file another user can write, so only the socket's own files are removed. */
export async function removeSocketFolder(dir: string): Promise<void> {
  if (!basename(dir).startsWith('settlements-')) return;
  await removeSocket(dir);
  await rmdir(dir).catch(() => undefined);
}

async function openLog(path: string) {
  const size = (await stat(path).catch(() => undefined))?.size ?? 0;
  if (size > LOG_LIMIT) await rename(path, `${path}.1`);
  const file = await open(path, 'a', 0o600);
  return { file, offset: (await file.stat()).size };
}

export interface StartedServer {
  pid: number;
  port: number;
  socketDir: string;
}

/** The server did not start; the caller may retry when another process won the race. */
export class ServerStartFailure extends DatabaseStartError {
  readonly tail: string;
  constructor(message: string, tail: string) {
    super(message);
    this.tail = tail;
  }
}

interface StartOptions {
  again?: { socketDir: string; signal: AbortSignal };
  whileStarting?: (() => void) | undefined;
}

/** With `again`, replaces a dead server: same socket folder, abortable by the signal. */
export async function startServer(
  how: { binaries: Binaries; runner: Runner; clusterDir: string; logPath: string },
  extra: Readonly<Record<string, string>>,
  { again, whileStarting }: StartOptions = {},
): Promise<StartedServer> {
  const { clusterDir, runner, logPath } = how;
  const socketDir = again ? await reuseSocketFolder(again.socketDir, runner) : await makeSocketFolder(runner);
  const settings = { ...SETTINGS, ...extra, unix_socket_directories: `"${socketDir}"` };
  const args = [
    '-D',
    clusterDir,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const { file, offset } = await openLog(logPath);
  const state: { ended?: string; stopping: boolean } = { stopping: false };
  // Detached: Ctrl-C must reach only the service, which needs the database to finish its requests. A log file, not a
  // pipe: the server may outlive a killed service.
  const child = spawnAs(runner, how.binaries.postgres, args, { detached: true, output: file.fd });
  child.once('error', (error) => {
    state.ended = error.message;
  });
  child.once('exit', (code, signal) => {
    state.ended = `it ended with ${signal ?? `code ${code}`}`;
  });
  child.unref();
  await file.close();
  whileStarting?.();

  const deadline = performance.now() + READY_MS;
  while (state.ended === undefined && performance.now() < deadline && !again?.signal.aborted) {
    const seen = await readPidFile(clusterDir);
    if (seen?.pid === child.pid && seen?.ready) return { pid: seen.pid, port: seen.port, socketDir };
    await sleep(15);
  }
  if (state.ended === undefined && child.pid !== undefined) await stopPostmaster(child.pid, clusterDir);
  if (!again) await removeSocketFolder(socketDir);
  const tail = lastLines((await readFile(logPath)).subarray(offset).toString('utf8'));
  throw new ServerStartFailure(
    `The embedded PostgreSQL did not start: ${state.ended ?? `not ready within ${READY_MS / 1000} s`}. ` +
      `The last lines of ${logPath}:\n${tail}`,
    tail,
  );
}
