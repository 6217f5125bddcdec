import { parentPort } from 'node:worker_threads';
import type { Text } from '../../base/i18n/text.ts';
import { announceReady } from '../../base/threads/thread-time.ts';
import type { PeopleList } from '../../domain/kernel/ports.ts';
import { UnreadableFile } from './formats/unreadable-file.ts';
import { readPeopleList } from './people-list-parser.ts';
import { readTableCells } from './table-cells.ts';

export type PeopleListRequest =
  | { read: string | Uint8Array }
  | { table: string | Uint8Array }
  | { write: readonly (readonly (string | number)[])[] };
export type PeopleListReply =
  | { list: PeopleList }
  | { rows: string[][] }
  | { file: Uint8Array }
  | { fault: Text };

async function answer(request: PeopleListRequest): Promise<PeopleListReply> {
  try {
    if ('read' in request) return { list: await readPeopleList(request.read) };
    if ('table' in request) return { rows: await readTableCells(request.table) };
    return { file: await formatXlsx(request.write) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { fault: error.text };
    throw error;
  }
}

/** Every cell is a text or a number, so that nothing counts as a formula. */
async function formatXlsx(rows: readonly (readonly (string | number)[])[]): Promise<Uint8Array> {
  const { default: writeXlsxFile } = await import('write-excel-file/node');
  const cells = rows.map((row) =>
    row.map((value) =>
      value === '' ? null : typeof value === 'number' ? { value, type: Number } : { value, type: String },
    ),
  );
  return new Uint8Array(await writeXlsxFile(cells).toBuffer());
}

parentPort?.on('message', async (request: PeopleListRequest) =>
  parentPort?.postMessage(await answer(request)),
);
announceReady();
