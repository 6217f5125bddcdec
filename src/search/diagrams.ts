import { availableParallelism, loadavg } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Text } from '../i18n/text.ts';
import type { DiagramReply, DiagramRequest } from './diagram-worker.ts';

/** Drawing happens apart from the service, one diagram at a time, and is stopped when it takes too long. */
export interface DiagramDrawer {
  /** `milliseconds` is the drawing alone: neither the wait in line nor the loading of the renderers. */
  draw(request: DiagramRequest): Promise<DiagramReply & { milliseconds: number }>;
  close(): Promise<void>;
}

export const longestDiagram = 20_000;
const drawMilliseconds = 1000;
/** Loading the renderers is not the diagram's fault; a busy machine does it slowly. */
const startMilliseconds = 60_000;
/** The first dot diagram of a worker waits for Graphviz too. */
const graphvizMilliseconds = 5_000;
const mostWaiting = 200;

const tooSlow: Text = { en: 'it takes too long to draw', ru: 'она рисуется слишком долго' };
const tooLong: Text = {
  en: `a diagram has at most ${longestDiagram} characters`,
  ru: `в схеме может быть не больше ${longestDiagram} знаков`,
};
const tooBusy: Text = {
  en: 'too many diagrams are being drawn, try again',
  ru: 'рисуется слишком много схем, повторите',
};
const failed: Text = { en: 'it needs too much memory to draw', ru: 'для неё нужно слишком много памяти' };

/** A clock on the wall runs on while a busy machine does other things, which is not the diagram's fault either. */
function slowness(): number {
  const waitingPerCore = (loadavg()[0] ?? 0) / availableParallelism();
  return Math.min(4, Math.max(1, waitingPerCore));
}

function startWorker(): Worker {
  const resourceLimits = { maxOldGenerationSizeMb: 256, stackSizeMb: 8 };
  if (!import.meta.url.endsWith('.ts')) {
    return new Worker(new URL('./diagram-worker.js', import.meta.url), { resourceLimits });
  }
  // From the sources a worker needs the loader that runs them.
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  const source = JSON.stringify(new URL('./diagram-worker.ts', import.meta.url).href);
  const boot = `import(${loader}).then(({ register }) => { register(); return import(${source}); })`;
  return new Worker(boot, { eval: true, resourceLimits });
}

/** One answer from the worker, or what to say when none comes in time; a silent or broken worker is ended. */
function hear(worker: Worker, milliseconds: number): Promise<DiagramReply | 'ready'> {
  return new Promise((resolve) => {
    const finish = (reply: DiagramReply | 'ready', isBroken: boolean) => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onEnd).off('exit', onEnd);
      if (isBroken)
        worker
          .once('error', () => {})
          .terminate()
          .finally(() => resolve(reply));
      else resolve(reply);
    };
    const onMessage = (reply: DiagramReply | 'ready') => finish(reply, false);
    const onEnd = () => finish({ mistake: failed, line: 0, isFatal: true }, true);
    const timer = setTimeout(() => finish({ mistake: tooSlow, line: 0, isFatal: true }, true), milliseconds);
    worker.on('message', onMessage).on('error', onEnd).on('exit', onEnd);
  });
}

export function createDiagramDrawer(milliseconds = drawMilliseconds): DiagramDrawer {
  let worker: Worker | undefined;
  let hasGraphviz = false;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  async function ask(request: DiagramRequest): Promise<DiagramReply & { milliseconds: number }> {
    if (worker === undefined) {
      const started = startWorker();
      const greeting = await hear(started, startMilliseconds);
      if (greeting !== 'ready') return { ...greeting, milliseconds: 0 };
      worker = started;
      hasGraphviz = false;
    }
    const current = worker;
    current.ref();
    const began = performance.now();
    const loading = request.kind === 'dot' && !hasGraphviz ? graphvizMilliseconds : 0;
    if (request.kind === 'dot') hasGraphviz = true;
    const answer = hear(current, milliseconds * slowness() + loading);
    current.postMessage(request);
    const reply = await answer;
    // An idle worker must not keep the process alive.
    current.unref();
    if (reply === 'ready' || ('mistake' in reply && reply.isFatal)) worker = undefined;
    const answered = reply === 'ready' ? { mistake: failed, line: 0 } : reply;
    return { ...answered, milliseconds: performance.now() - began };
  }

  return {
    async draw(request) {
      if (request.source.length > longestDiagram) return { mistake: tooLong, line: 0, milliseconds: 0 };
      if (waiting >= mostWaiting) return { mistake: tooBusy, line: 0, milliseconds: 0 };
      waiting += 1;
      const turn = last.then(() => ask(request));
      last = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        waiting -= 1;
      }
    },
    async close() {
      await last;
      await worker?.terminate();
      worker = undefined;
    },
  };
}
