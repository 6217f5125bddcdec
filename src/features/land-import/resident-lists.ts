import type { Text } from '../../base/i18n/text.ts';
import type { Requester } from '../../base/threads/fair-share.ts';
import { createWorkerLine } from '../../base/threads/worker-line.ts';
import type { ListedLine } from '../../domain/rules/resident-list.ts';
import { UnreadableFile } from './formats/unreadable-file.ts';
import type { ResidentReply } from './resident-worker.ts';

/** Reads the boards' lists in a thread of its own, started when first needed. */
export interface ResidentLists {
  /** Undefined when too many lists are being read. */
  read(csv: string, requester: Requester): Promise<ListedLine[] | undefined>;
  close(): Promise<void>;
}

const unreadable: Text = {
  en: 'The list could not be read in time. Divide it.',
  ru: 'Список не удалось прочитать за разумное время. Разделите его на части.',
};

/** The longest list takes a tenth of it; it bounds what nobody thought of. */
const mostMilliseconds = 10_000;
const mostWaiting = 8;

export function createResidentLists(): ResidentLists {
  const line = createWorkerLine<string, ResidentReply>({
    module: new URL('./resident-worker', import.meta.url),
    memoryMegabytes: 256,
    mostWaiting,
  });
  return {
    async read(csv, requester) {
      const { reply } = await line.ask(requester, { request: csv, milliseconds: mostMilliseconds });
      if (reply === 'full') return undefined;
      if (typeof reply === 'string') throw new UnreadableFile(unreadable);
      if ('fault' in reply) throw new UnreadableFile(reply.fault);
      return reply.lines;
    },
    close: () => line.close(),
  };
}
