import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readPidFile } from '../../src/base/db/embedded/cluster.ts';
import { withDatabase } from '../kill/database.ts';

/** Files and rows created by the attacker so far. */
export interface AttackerFootprint {
  mediaBytes: number;
  rows: Record<string, number>;
}

export async function readAttackerFootprint(dataDir: string, account: string): Promise<AttackerFootprint> {
  const [mediaBytes, rows] = await Promise.all([
    measureFolder(join(dataDir, 'media')),
    countRows(dataDir, account),
  ]);
  return { mediaBytes, rows };
}

/** Rows of the attacker's account; of registrations, emails and jobs, all. */
async function countRows(dataDir: string, account: string): Promise<Record<string, number>> {
  return withDatabase(dataDir, async (sql) => {
    const [counted] = await sql<Record<string, number>[]>`
      select (select count(*)::int from article where author_id = ${account} and status = 'draft') as "drafts",
             (select count(*)::int from article where author_id = ${account}) as "articles",
             (select count(*)::int from knowledge_article where author_id = ${account} and status = 'draft') as "knowledge drafts",
             (select count(*)::int from knowledge_revision where author_id = ${account} and state = 'waiting') as "waiting texts",
             (select count(*)::int from company_representative join company on company.id = company_id
               where account_id = ${account} and not is_verified) as "waiting companies",
             (select count(*)::int from settlement_request where account_id = ${account} and state = 'waiting') as "waiting villages",
             (select count(*)::int from membership where account_id = ${account} and state = 'claimed') as "claims",
             (select count(*)::int from task where author_id = ${account}) as "tasks",
             (select count(*)::int from media where owner_id = ${account}) as "photographs",
             (select count(*)::int from land_import where account_id = ${account}) as "land files",
             (select count(*)::int from boundary_preview where account_id = ${account}) as "previews",
             (select count(*)::int from registration) as "registrations",
             (select count(*)::int from letter) as "letters",
             (select count(*)::int from job) as "jobs"`;
    return counted as Record<string, number>;
  });
}

async function measureFolder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** CPU seconds of the embedded database: the postmaster, its reaped children and the running ones. */
export async function readDatabaseCpu(dataDir: string): Promise<number> {
  const postmaster = (await readPidFile(join(dataDir, 'postgres')).catch(() => undefined))?.pid;
  if (postmaster === undefined) return 0;
  let ticks = 0;
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const said = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    const fields = said
      .slice(said.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, user = 0, system = 0, reapedUser = 0, reapedSystem = 0] = [
      fields[1],
      ...fields.slice(11, 15),
    ];
    if (Number(name) === postmaster) ticks += user + system + reapedUser + reapedSystem;
    else if (parent === postmaster) ticks += user + system;
  }
  return ticks / ticksPerSecond;
}

const ticksPerSecond = 100;
