import { after, before, describe } from 'node:test';
import { shareDatabases } from './cluster.ts';
import { endFile } from './file-end.ts';
import { longestFile, watchEnd, watchFile } from './leave-nothing.ts';

/**
 * Runs several test files in one process, in order, each as a suite with its own hooks: loading the service and
 * creating a database, most of the cost of a small file, is done once.
 */
export function runTogether(files: readonly { name: string; address: string }[]): void {
  after(watchEnd);
  after(shareDatabases());
  for (const { name, address } of files)
    describe(name, { timeout: longestFile }, async () => {
      let ended = () => {};
      before(() => {
        ended = watchFile(name);
      });
      await import(address);
      after(async () => {
        await endFile();
        ended();
      });
    });
}
