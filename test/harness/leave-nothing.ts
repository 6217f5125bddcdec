import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

const missing = new Set<() => Promise<void>>();
const isTestFile = /\.test\.[jt]sx?$/.test(process.argv[1] ?? '');

// Other programs use this module too, and must not register a test hook.
if (isTestFile) after(watchEnd);

/**
 * A hook that fails half-way leaves resources open that no other hook closes, and the process would hang until its
 * timeout. The timer is unref'd: it fires only if something else keeps the process alive.
 */
export function watchEnd(): void {
  setTimeout(endWhatIsLeft, 15_000).unref();
}

/** Timeout of a test file: it is cancelled and named, and the next file runs. */
export const longestFile = 600_000;
/** Hooks are not cancelled by the runner: one that hangs would block the process without naming its file. */
const longestHook = longestFile + 60_000;

/** Exits and names the file, unless the returned function is called in time. */
export function watchFile(name: string): () => void {
  const timer = setTimeout(() => {
    console.error(`${name} has not ended after ${longestHook / 60_000} minutes.`);
    void endWhatIsLeft();
  }, longestHook);
  timer.unref();
  return () => clearTimeout(timer);
}

async function endWhatIsLeft(): Promise<void> {
  const held = process.getActiveResourcesInfo().join(', ');
  console.error(`${process.argv[1]} left open after its last test: ${held}`);
  await Promise.race([Promise.allSettled([...missing].map((end) => end())), sleep(10_000)]);
  process.exit(1);
}

/** Wraps a cleanup so that it runs at exit if the test file did not call it. */
export function leaveNothing(end: () => Promise<void>): () => Promise<void> {
  missing.add(end);
  return () => {
    missing.delete(end);
    return end();
  };
}
