import { parentPort } from 'node:worker_threads';
import { announceReady } from '../../src/base/threads/thread-time.ts';

export type FailingWork = 'answer' | 'exit' | 'throw' | 'hang' | 'answer later' | 'never answer';

const answer = () => parentPort?.postMessage({ text: 'done' });
const works: Record<FailingWork, () => unknown> = {
  answer,
  exit: () => process.exit(3),
  throw() {
    throw new Error('a fault of the test');
  },
  hang() {
    for (;;);
  },
  'answer later'() {
    setTimeout(answer, 300);
  },
  'never answer'() {},
};

parentPort?.on('message', (work: FailingWork) => works[work]());
announceReady();
