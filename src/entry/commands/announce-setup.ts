import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from '../../base/db/connect.ts';
import { createSetupLink } from '../../features/installation/setup.ts';

const linkFileName = 'setup-link';

/**
 * While no operator exists: shows a one-time address to whoever started the service. On a terminal it is printed;
 * elsewhere the output is a log with many readers, so it goes into a file that only the owner reads.
 */
export async function announceSetup(
  { pool, baseUrl, dataDir }: { pool: Pool; baseUrl: string; dataDir: string },
  output: { isTTY?: boolean; write(text: string): unknown } = process.stderr,
): Promise<void> {
  const file = join(dataDir, linkFileName);
  const path = await createSetupLink(pool, new Date());
  // Removed first: writing into an existing file would keep its permissions.
  await rm(file, { force: true });
  if (path === null) return;
  if (output.isTTY) {
    output.write(`Set up this installation within an hour at\n  ${baseUrl}${path}\n`);
    return;
  }
  await writeFile(file, `${baseUrl}${path}\n`, { mode: 0o600, flag: 'wx' });
  output.write(`The address to set up this installation is in ${file}; it works for an hour.\n`);
}
