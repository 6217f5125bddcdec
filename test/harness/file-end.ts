import { after } from 'node:test';

const endings: (() => Promise<void>)[] = [];

/** Runs the cleanup of the files that ran so far; files that share a process run one after another. */
export async function endFile(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end();
}

// Registered at file level, not in a hook that starts something. Files that share a process share this module: the
// runner registers it for each of them.
after(endFile);

/** Registers cleanup for the end of the test file. */
export function endWithFile(end: () => Promise<void>): void {
  endings.push(end);
}
