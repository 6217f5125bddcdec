import { createRequests } from '../test/security/request-generator.ts';
import type { StressTest } from './campaign.ts';
import { runHostileRequests } from './drive-service.ts';

export const requests: StressTest = {
  name: 'requests',
  summary: 'hostile requests to all operations over REST, as every kind of caller',
  run: (options) =>
    runHostileRequests(options, (_service, village) => ({ next: createRequests(village, options.seed) })),
};
