import { after, before, describe } from 'node:test';
import { watchFileTimeout, watchProcessEnd } from './cleanup-watchdog.ts';
import { reuseDatabases } from './cluster.ts';
import { runFileCleanup } from './file-cleanup.ts';
import { disableRunnerHook } from './test-runner-hook.ts';
import { startTiming } from './times.ts';

/** A file that takes longer is cancelled and named, and the next one runs. Long ones have a process of their own. */
const timeoutMs = { inGroup: 600_000, alone: 1_500_000 };

/**
 * Runs several test files in one process, in order, each as a suite with its own hooks: loading the service and
 * creating a database, most of the cost of a small file, is done once.
 */
export function runTogether(files: readonly { name: string; address: string }[]): void {
  const timeout = files.length > 1 ? timeoutMs.inGroup : timeoutMs.alone;
  const loaded: Promise<unknown>[] = [];
  const endLoading = startTiming('setup', 'loading modules of test processes');
  let current: AbortController | undefined;
  after(watchProcessEnd);
  after(reuseDatabases());
  for (const { name, address } of files) {
    const cancelled = new AbortController();
    describe(name, { timeout, signal: cancelled.signal }, async () => {
      let ends: (() => void)[] = [];
      before(() => {
        current = cancelled;
        ends = [watchFileTimeout(name, timeout), startTiming('file', name)];
      });
      const loading = import(address);
      loaded.push(loading);
      await loading;
      after(async () => {
        await runFileCleanup();
        for (const end of ends) end();
      });
    });
  }
  // Runs at once, therefore after the suites have begun to load, and before their tests.
  before(async () => {
    await Promise.allSettled(loaded);
    endLoading();
    disableRunnerHook();
    const cancelFile = (error: unknown) => current?.abort(error);
    process.on('uncaughtException', cancelFile).on('unhandledRejection', cancelFile);
  });
}
