import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Binaries } from './binaries.ts';
import { DatabaseStartError, USE_DATABASE_URL } from './error.ts';
import { type Runner, runToEnd } from './process.ts';

const NAMESPACE: Runner = { kind: 'namespace', prefix: ['unshare', '--user', '--'] };

async function findUsers(): Promise<{ name: string; uid: number; gid: number }[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  return ['postgres', 'nobody'].flatMap((wanted) => {
    const fields = lines.find((line) => line.startsWith(`${wanted}:`))?.split(':');
    const [uid, gid] = [Number(fields?.[2]), Number(fields?.[3])];
    return uid > 0 && Number.isInteger(gid) ? [{ name: wanted, uid, gid }] : [];
  });
}

/** The first folder on the path that other users may not enter. */
async function findClosedFolder(dir: string): Promise<string | undefined> {
  const up = dirname(dir);
  const closed = up === dir ? undefined : await findClosedFolder(up);
  if (closed !== undefined) return closed;
  return ((await stat(dir)).mode & 0o001) === 0 ? dir : undefined;
}

async function canRun(runner: Runner, binaries: Binaries): Promise<boolean> {
  return (await runToEnd(runner, binaries.postgres, ['--version'], 10_000)).code === 0;
}

async function chooseUser(dataDir: string, binaries: Binaries): Promise<Runner> {
  const refused = 'PostgreSQL does not run as root, and this system allows no user namespaces';
  const closed = await findClosedFolder(dataDir);
  if (closed !== undefined) {
    throw new DatabaseStartError(
      `${refused}; another user cannot be used either, because only its owner may enter ${closed}. ` +
        `Start the service as an ordinary user, or choose another DATA_DIR. ${USE_DATABASE_URL}`,
    );
  }
  for (const { uid, gid } of await findUsers()) {
    const runner: Runner = { kind: 'user', prefix: [], uid, gid };
    if (await canRun(runner, binaries)) return runner;
  }
  throw new DatabaseStartError(
    `${refused}, nor is there a user postgres or nobody who can run ${binaries.postgres}. ` +
      `Start the service as an ordinary user. ${USE_DATABASE_URL}`,
  );
}

/** PostgreSQL refuses to run as root, and must run as the owner of the cluster. */
export async function chooseRunner(
  dataDir: string,
  clusterDir: string,
  binaries: Binaries,
  userNamespaces: boolean,
): Promise<Runner> {
  const me = process.geteuid?.() ?? -1;
  const owner = await stat(clusterDir).catch(() => undefined);
  if (me !== 0) {
    if (owner !== undefined && owner.uid !== me) {
      throw new DatabaseStartError(
        `${clusterDir} belongs to user number ${owner.uid}, but the service runs as ${me}: start it as that ` +
          `user, or choose another DATA_DIR. ${USE_DATABASE_URL}`,
      );
    }
    return { kind: 'direct', prefix: [] };
  }
  if (owner !== undefined && owner.uid !== 0) {
    return { kind: 'user', prefix: [], uid: owner.uid, gid: owner.gid };
  }
  if (userNamespaces && process.platform === 'linux' && (await canRun(NAMESPACE, binaries))) return NAMESPACE;
  if (owner !== undefined) {
    throw new DatabaseStartError(
      `${clusterDir} belongs to root, and this system allows no user namespaces, without which PostgreSQL does ` +
        `not run as root. Give the folder to an ordinary user (chown -R) and start as that user. ${USE_DATABASE_URL}`,
    );
  }
  return chooseUser(dataDir, binaries);
}
