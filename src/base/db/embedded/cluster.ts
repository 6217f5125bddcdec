import { randomBytes } from 'node:crypto';
import { chown, constants, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { DatabaseStartError, getErrorCode, USE_DATABASE_URL } from './error.ts';
import { isAlive, type Runner, runToEnd } from './process.ts';

export const SUPERUSER = 'settlements';
const INITDB_MS = 120_000;

/**
 * Case folding and matching use the built-in C.UTF-8. pg_trgm asks the C library what a letter is; with the plain C
 * locale no Cyrillic character is one, and similarity search finds nothing in Russian.
 */
const LETTER_LOCALES = ['C.UTF-8', 'en_US.UTF-8', 'UTF-8'];

export async function isCluster(clusterDir: string): Promise<boolean> {
  return stat(join(clusterDir, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
}

/** Creates the cluster under a temporary name and renames it, so that an interrupted start leaves no partial one. */
export async function createCluster(
  dataDir: string,
  clusterDir: string,
  binaries: Binaries,
  runner: Runner,
): Promise<void> {
  const foreign = new DatabaseStartError(
    `${clusterDir} exists but holds no database: move it away, or choose another DATA_DIR.`,
  );
  const found = await readdir(clusterDir).catch((error: unknown) => {
    if (getErrorCode(error) === 'ENOENT') return [];
    throw foreign;
  });
  if (found.length > 0) {
    if (await isCluster(clusterDir)) return;
    throw foreign;
  }
  const draft = join(dataDir, `postgres.new-${process.pid}-${randomBytes(3).toString('hex')}`);
  try {
    await fillDraft(draft, binaries, runner);
    await rename(draft, clusterDir);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(getErrorCode(error) ?? '')) throw error;
    // Another process may have won the race; the lock decides which one continues.
    if (await isCluster(clusterDir)) return;
    throw foreign;
  }
}

async function fillDraft(draft: string, binaries: Binaries, runner: Runner): Promise<void> {
  let output = '';
  for (const letters of LETTER_LOCALES) {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { mode: 0o700 });
    if (runner.uid !== undefined) await chown(draft, runner.uid, runner.gid ?? runner.uid);
    const done = await runToEnd(
      runner,
      binaries.initdb,
      [
        `--pgdata=${draft}`,
        `--username=${SUPERUSER}`,
        '--auth=trust',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        `--lc-ctype=${letters}`,
        '--no-instructions',
      ],
      INITDB_MS,
    );
    if (done.code === 0) return;
    output = done.spawnError ?? done.output;
    if (!output.includes('invalid locale name')) break;
  }
  if (/no space left on device/i.test(output))
    throw new DatabaseStartError(
      `The disk of ${dirname(draft)} is full: a new database needs some 50 MB. Make room, or choose another DATA_DIR.`,
    );
  throw new DatabaseStartError(
    `The embedded PostgreSQL could not create its database:\n${lastLines(output)}\n${USE_DATABASE_URL}`,
  );
}

/** Removes temporary clusters of killed starts; those of running processes stay. */
export async function removeOldDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = Number(/^postgres\.new-(\d+)-/.exec(name)?.[1]);
    if (pid > 0 && pid !== process.pid && !isAlive(pid)) {
      await rm(join(dataDir, name), { recursive: true, force: true });
    }
  }
}

export interface PidFile {
  pid: number;
  port: number;
  socketDir: string;
  ready: boolean;
}

export async function readPidFile(clusterDir: string): Promise<PidFile | undefined> {
  const text = await readFile(join(clusterDir, 'postmaster.pid'), 'utf8').catch((error: unknown) => {
    if (getErrorCode(error) === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return { pid, port: Number(lines[3]) || 5432, socketDir: lines[4] ?? '', ready: lines[7] === 'ready' };
}

/**
 * The pid may have been reused or belong to a zombie; PostgreSQL would take either for a running server. The file is
 * kept, because its other lines let PostgreSQL detect orphans using the shared memory; the pid is set to the server's
 * parent, which PostgreSQL ignores.
 */
export async function disownPidFile(clusterDir: string, deadPid: number): Promise<void> {
  const path = join(clusterDir, 'postmaster.pid');
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n');
  // Another process may have started its server in the meantime.
  if (Number(lines[0]) !== deadPid) return;
  // Root may write in another user's folder here, so a planted symlink must not be followed.
  const file = await open(path, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW);
  try {
    await file.writeFile([String(process.pid), ...lines.slice(1)].join('\n'));
  } finally {
    await file.close();
  }
}

export function lastLines(text: string, lines = 20): string {
  return text.trim().split('\n').slice(-lines).join('\n').slice(-4000);
}
