import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Programs of the cluster and their Debian packages. */
const debianPackages = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  'redis-server': 'redis-server',
  setpriv: 'util-linux',
} as const;

export type Program = keyof typeof debianPackages;

export interface Programs {
  readonly path: Readonly<Record<Program, string>>;
  /** The folder of PostgreSQL's own programs. */
  readonly postgresBin: string;
}

const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/sbin', '/usr/local/sbin'];
const postgresFolder = '/usr/lib/postgresql';

/** Finds the programs; throws with the names of missing packages. */
export function findPrograms(): Programs {
  const missing: string[] = [];
  const path = Object.fromEntries(
    Object.entries(debianPackages).map(([program, from]) => {
      const found = folders.map((folder) => join(folder, program)).find((file) => existsSync(file));
      if (found === undefined) missing.push(from);
      return [program, found ?? ''];
    }),
  ) as Record<Program, string>;
  const versions = existsSync(postgresFolder) ? readdirSync(postgresFolder).map(Number) : [];
  const newest = Math.max(0, ...versions.filter((version) => version >= 15));
  if (newest === 0) missing.push('postgresql');
  // Debian's Patroni uses /usr/bin/python3, whatever is first in PATH.
  for (const [module, from] of [
    ['psycopg2', 'python3-psycopg2'],
    ['etcd', 'python3-etcd'],
  ] as const)
    if (spawnSync('/usr/bin/python3', ['-c', `import ${module}`]).status !== 0) missing.push(from);
  if (missing.length > 0) throw new Error(`Missing Debian packages: ${missing.join(' ')}`);
  return { path, postgresBin: join(postgresFolder, String(newest), 'bin') };
}
