import { createRequests } from '../test/security/request-generator.ts';
import { runHostileRequests } from './hostile-request-run.ts';
import type { StressTest } from './stress-test.ts';

export const requests: StressTest = {
  name: 'requests',
  summary: 'hostile requests to all operations over REST, as every kind of caller',
  run: (options) =>
    runHostileRequests(options, (_service, village) => ({ next: createRequests(village, options.seed) })),
};
