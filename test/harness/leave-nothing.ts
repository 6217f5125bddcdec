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
