import type { Text } from '../../base/i18n/text.ts';
import { type Requester, serviceRequester } from '../../base/threads/fair-share.ts';
import { createWorkerQueue, type WorkerFailure } from '../../base/threads/worker-queue.ts';
import type { DiagramReply, DiagramRequest, DiagramWork } from './diagram-worker.ts';

/** `isGivenUp`: it took too long or ran out of memory, or the machine is too busy, so drawing further diagrams of the text is pointless. */
export type DrawnDiagram = DiagramReply & { milliseconds: number; isGivenUp?: boolean };

/** Draws in a worker thread, one diagram at a time, with a time limit. */
export interface DiagramDrawer {
  /** `milliseconds`: of the thread's time, without the queue and the loading of the renderers. */
  draw(request: DiagramRequest, requester?: Requester): Promise<DrawnDiagram>;
  close(): Promise<void>;
}

export const maxDiagramLength = 20_000;
/** Of the thread's time: on a machine with a free core a hostile diagram is refused within about a second. */
const drawTimeoutMs = 900;
/** The first dot diagram of a worker thread waits for Graphviz to load. */
const loadTimeoutMs = 60_000;
const maxQueued = 200;

const tooSlow: Text = { en: 'it takes too long to draw', ru: 'она рисуется слишком долго' };
const tooLong: Text = {
  en: `a diagram has at most ${maxDiagramLength} characters`,
  ru: `в схеме может быть не больше ${maxDiagramLength} знаков`,
};
const tooBusy: Text = {
  en: 'too many diagrams are being drawn, try again',
  ru: 'рисуется слишком много схем, повторите',
};
const machineBusy: Text = {
  en: 'the service is too busy to draw it now, try again in some minutes',
  ru: 'сервис сейчас слишком занят, чтобы её нарисовать, повторите через несколько минут',
};
const tooLarge: Text = { en: 'it needs too much memory to draw', ru: 'для неё нужно слишком много памяти' };

const reasons: Record<WorkerFailure, Text> = {
  late: tooSlow,
  starved: machineBusy,
  broken: tooLarge,
  full: tooBusy,
};

export function createDiagramDrawer(milliseconds = drawTimeoutMs): DiagramDrawer {
  const line = createWorkerQueue<DiagramWork, DiagramReply>({
    module: new URL('./diagram-worker', import.meta.url),
    memoryMegabytes: 256,
    maxWaiting: maxQueued,
  });
  return {
    async draw(request, requester = serviceRequester) {
      if (request.source.length > maxDiagramLength) return { mistake: tooLong, line: 0, milliseconds: 0 };
      const loading =
        request.kind === 'dot' ? [{ request: 'load' as const, milliseconds: loadTimeoutMs }] : [];
      const answer = await line.run(requester, ...loading, {
        request,
        milliseconds,
      });
      if (typeof answer.reply !== 'string') return { ...answer.reply, milliseconds: answer.milliseconds };
      const isGivenUp = answer.reply !== 'full';
      return { mistake: reasons[answer.reply], line: 0, milliseconds: answer.milliseconds, isGivenUp };
    },
    close: () => line.close(),
  };
}
