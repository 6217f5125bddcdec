import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

const pendingCleanups = new Set<() => Promise<void>>();
const isTestFile = /\.test\.[jt]sx?$/.test(process.argv[1] ?? '');

// Other programs use this module too, and must not register a test hook.
if (isTestFile) after(watchProcessEnd);

/**
 * A hook that fails half-way leaves resources open that no other hook closes, and the process would hang until its
 * timeout. The timer is unref'd: it fires only if something else keeps the process alive.
 */
export function watchProcessEnd(): void {
  setTimeout(cleanUpAndExit, 15_000).unref();
}

/**
 * Exits and names the file, unless the returned function is called in time. The runner cancels tests after the file's
 * timeout, but not hooks: one that hangs would block the process without naming its file.
 */
export function watchFileTimeout(name: string, fileTimeoutMs: number): () => void {
  const hookTimeoutMs = fileTimeoutMs + 60_000;
  const timer = setTimeout(() => {
    console.error(`${name} has not ended after ${hookTimeoutMs / 60_000} minutes.`);
    void cleanUpAndExit();
  }, hookTimeoutMs);
  timer.unref();
  return () => clearTimeout(timer);
}

async function cleanUpAndExit(): Promise<void> {
  const held = process.getActiveResourcesInfo().join(', ');
  console.error(`${process.argv[1]} left open after its last test: ${held}`);
  await Promise.race([Promise.allSettled([...pendingCleanups].map((end) => end())), sleep(10_000)]);
  process.exit(1);
}

/** Wraps a cleanup so that it runs at exit if the test file did not call it. */
export function ensureCleanup(end: () => Promise<void>): () => Promise<void> {
  pendingCleanups.add(end);
  return () => {
    pendingCleanups.delete(end);
    return end();
  };
}
