import type { Text } from '../../base/i18n/text.ts';
import { createWorkerLine } from '../../base/threads/worker-line.ts';
import type { ResidentLists } from '../../domain/kernel/ports.ts';
import { UnreadableFile } from './formats/unreadable-file.ts';
import type { ResidentReply } from './resident-worker.ts';

const unreadable: Text = {
  en: 'The list could not be read in time. Divide it.',
  ru: 'Список не удалось прочитать за разумное время. Разделите его на части.',
};

/** The longest allowed list takes a tenth of this. */
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
