import type { Text } from '../../base/i18n/text.ts';
import { createWorkerQueue } from '../../base/threads/worker-queue.ts';
import type { PeopleLists } from '../../domain/kernel/ports.ts';
import { UnreadableFile } from './formats/unreadable-file.ts';
import type { PeopleListReply, PeopleListRequest } from './people-list-worker.ts';

const unreadable: Text = {
  en: 'The list could not be read in time. Split it up.',
  ru: 'Список не удалось прочитать за разумное время. Разделите его на части.',
};

/** The longest allowed list takes a tenth of this. */
const timeoutMs = 10_000;
/** Formatting the largest register as a spreadsheet. */
const writeTimeoutMs = 30_000;
const maxQueued = 8;

export function createPeopleLists(): PeopleLists {
  const line = createWorkerQueue<PeopleListRequest, PeopleListReply>({
    module: new URL('./people-list-worker', import.meta.url),
    memoryMegabytes: 256,
    maxWaiting: maxQueued,
  });
  return {
    async read(table, requester) {
      const { reply } = await line.run(requester, { request: { read: table }, milliseconds: timeoutMs });
      if (reply === 'full' || reply === 'starved') return undefined;
      if (typeof reply === 'object' && 'fault' in reply) throw new UnreadableFile(reply.fault);
      if (typeof reply === 'string' || !('list' in reply)) throw new UnreadableFile(unreadable);
      return reply.list;
    },
    async readTable(table, requester) {
      const { reply } = await line.run(requester, { request: { table }, milliseconds: timeoutMs });
      if (reply === 'full' || reply === 'starved') return undefined;
      if (typeof reply === 'object' && 'fault' in reply) throw new UnreadableFile(reply.fault);
      if (typeof reply === 'string' || !('rows' in reply)) throw new UnreadableFile(unreadable);
      return reply.rows;
    },
    async writeXlsx(rows, requester) {
      const { reply } = await line.run(requester, { request: { write: rows }, milliseconds: writeTimeoutMs });
      return typeof reply === 'object' && 'file' in reply ? Buffer.from(reply.file) : undefined;
    },
    close: () => line.close(),
  };
}
