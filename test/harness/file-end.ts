import { after } from 'node:test';

const endings: (() => Promise<void>)[] = [];

/** Ends what the files that ran so far have started; files that share a process take their turns one after another. */
export async function endFile(): Promise<void> {
  for (const end of endings.splice(0).reverse()) await end();
}

// Registered with the file, not with the hook that happens to start something. Files that share a process share this
// module, too: whoever brings them together registers it for each of them.
after(endFile);

/** Ends this with the test file. */
export function endWithFile(end: () => Promise<void>): void {
  endings.push(end);
}
