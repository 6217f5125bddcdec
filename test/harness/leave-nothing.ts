import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

const missing = new Set<() => Promise<void>>();
const isTestFile = /\.test\.[jt]sx?$/.test(process.argv[1] ?? '');

// Programs that are no tests use what the tests do, and must not become one.
if (isTestFile) after(watchEnd);

/**
 * A hook that fails half-way has opened what no other hook knows how to close, and the process would hang until its time
 * limit. The timer alone holds nothing: it goes off only where something else still does, long after the last hook.
 */
export function watchEnd(): void {
  setTimeout(endWhatIsLeft, 15_000).unref();
}

/** No file takes so long. What waits in vain is cancelled then, named, and the next file begins. */
export const longestFile = 600_000;
/** A hook is not cancelled. It would keep its program, unnamed, for as long as programs may take. */
const longestHook = longestFile + 60_000;

/** Ends the program, and names the file, unless what is returned is called in time. */
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

/** The same ending, made up for when a test file does not come to it. */
export function leaveNothing(end: () => Promise<void>): () => Promise<void> {
  missing.add(end);
  return () => {
    missing.delete(end);
    return end();
  };
}
