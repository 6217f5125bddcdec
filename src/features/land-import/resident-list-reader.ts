import type { Text } from '../../base/i18n/text.ts';
import { createWorkerQueue } from '../../base/threads/worker-queue.ts';
import type { ResidentListReader } from '../../domain/kernel/ports.ts';
import { UnreadableFile } from './formats/unreadable-file.ts';
import type { ResidentReply } from './resident-worker.ts';

const unreadable: Text = {
  en: 'The list could not be read in time. Divide it.',
  ru: 'Список не удалось прочитать за разумное время. Разделите его на части.',
};

/** The longest allowed list takes a tenth of this. */
const timeoutMs = 10_000;
const maxQueued = 8;

export function createResidentListReader(): ResidentListReader {
  const line = createWorkerQueue<string, ResidentReply>({
    module: new URL('./resident-worker', import.meta.url),
    memoryMegabytes: 256,
    maxWaiting: maxQueued,
  });
  return {
    async read(csv, requester) {
      const { reply } = await line.run(requester, { request: csv, milliseconds: timeoutMs });
      if (reply === 'full') return undefined;
      if (typeof reply === 'string') throw new UnreadableFile(unreadable);
      if ('fault' in reply) throw new UnreadableFile(reply.fault);
      return reply.lines;
    },
    close: () => line.close(),
  };
}
