import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findPostgresUser, isRoot, type Processes } from './processes.ts';
import type { Programs } from './programs.ts';

/** PgBouncer in transaction mode in front of the primary database. */
export async function startPgBouncer(options: {
  folder: string;
  programs: Programs;
  processes: Processes;
  port: number;
  primaryPort: number;
  user: string;
  password: string;
}): Promise<void> {
  const [file, users] = [join(options.folder, 'pgbouncer.ini'), join(options.folder, 'pgbouncer-users.txt')];
  await writeFile(users, `"${options.user}" "${options.password}"\n`, { mode: 0o600 });
  await writeFile(
    file,
    [
      '[databases]',
      `* = host=127.0.0.1 port=${options.primaryPort}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${options.port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      'pool_mode = transaction',
      'ignore_startup_parameters = statement_timeout',
      'server_login_retry = 1',
      'server_connect_timeout = 3',
      '',
    ].join('\n'),
    { mode: 0o600 },
  );
  if (isRoot()) {
    const { uid, gid } = findPostgresUser();
    for (const path of [file, users]) await chown(path, uid, gid);
  }
  options.processes.start({
    name: 'pgbouncer',
    program: options.programs.path.pgbouncer,
    args: [file],
    asPostgres: true,
  });
}
