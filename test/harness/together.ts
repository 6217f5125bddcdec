import { after, before, describe } from 'node:test';
import { fileTimeoutMs, watchFileTimeout, watchProcessEnd } from './cleanup-watchdog.ts';
import { reuseDatabases } from './cluster.ts';
import { runFileCleanup } from './file-cleanup.ts';

/**
 * Runs several test files in one process, in order, each as a suite with its own hooks: loading the service and
 * creating a database, most of the cost of a small file, is done once.
 */
export function runTogether(files: readonly { name: string; address: string }[]): void {
  after(watchProcessEnd);
  after(reuseDatabases());
  for (const { name, address } of files)
    describe(name, { timeout: fileTimeoutMs }, async () => {
      let ended = () => {};
      before(() => {
        ended = watchFileTimeout(name);
      });
      await import(address);
      after(async () => {
        await runFileCleanup();
        ended();
      });
    });
}
