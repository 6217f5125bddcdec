import { parentPort } from 'node:worker_threads';

export type FailingWork = 'answer' | 'exit' | 'throw' | 'answer, then exit' | 'answer, then throw' | 'hang';

const answer = () => parentPort?.postMessage({ text: 'done' });
/** In a later turn, when the answer has left. */
const later = (work: () => void) => setTimeout(work, 1);

const works: Record<FailingWork, () => unknown> = {
  answer,
  exit: () => process.exit(3),
  throw() {
    throw new Error('a fault of the test');
  },
  'answer, then exit'() {
    answer();
    later(() => process.exit(3));
  },
  'answer, then throw'() {
    answer();
    later(works.throw);
  },
  hang() {
    for (;;);
  },
};

parentPort?.on('message', (work: FailingWork) => works[work]());
parentPort?.postMessage('ready');
