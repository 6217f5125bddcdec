import { after } from 'node:test';

const cleanups: (() => Promise<void>)[] = [];

/** Runs the cleanup of the files that ran so far; files that share a process run one after another. */
export async function runFileCleanup(): Promise<void> {
  for (const end of cleanups.splice(0).reverse()) await end();
}

// Registered at file level, not in a hook that starts something. Files that share a process share this module: the
// runner registers it for each of them.
after(runFileCleanup);

/** Registers cleanup for the end of the test file. */
export function addFileCleanup(end: () => Promise<void>): void {
  cleanups.push(end);
}
