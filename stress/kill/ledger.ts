import { type FileHandle, open, readFile } from 'node:fs/promises';

/** One acknowledged write: what the database has to contain from now on. */
export interface Acknowledged {
  operation: string;
  key: string;
  /** The kind of thing, and the text or identifier it is found by. */
  thing: string;
  marker: string;
  /** Expected fields; others are not checked. */
  has?: Record<string, string>;
  /** It was removed and must not exist any more. */
  gone?: true;
}

export interface Ledger {
  readonly entries: readonly Acknowledged[];
  /** Resolves when the line is synced to disk: only then may its writer continue. */
  append(entry: Acknowledged): Promise<void>;
  close(): Promise<void>;
}

/** A JSON lines file; a resumed run continues with the entries of its former sessions. */
export async function openLedger(path: string): Promise<Ledger> {
  const known = await readFile(path, 'utf8').catch(() => '');
  const entries = known
    .split('\n')
    // An incomplete last line was never acknowledged to its writer.
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Acknowledged);
  const file: FileHandle = await open(path, 'a', 0o600);
  if (known !== '' && !known.endsWith('\n'))
    await file.truncate(Buffer.byteLength(known.slice(0, known.lastIndexOf('\n') + 1)));
  let waiting: { line: string; entry: Acknowledged; done: () => void; failed: (error: unknown) => void }[] =
    [];
  let writing: Promise<void> | undefined;
  const writeAll = async () => {
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      try {
        await file.appendFile(group.map(({ line }) => line).join(''));
        await file.datasync();
        for (const { entry, done } of group) {
          entries.push(entry);
          done();
        }
      } catch (error) {
        for (const { failed } of group) failed(error);
      }
    }
    writing = undefined;
  };
  return {
    entries,
    append: (entry) =>
      new Promise((done, failed) => {
        waiting.push({ line: `${JSON.stringify(entry)}\n`, entry, done, failed });
        writing ??= writeAll();
      }),
    async close() {
      await writing;
      await file.close();
    },
  };
}
