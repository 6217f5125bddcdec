import { createRequests } from '../test/security/request-generator.ts';
import type { Campaign } from './campaign.ts';
import { driveService } from './drive-service.ts';

export const requests: Campaign = {
  name: 'requests',
  summary: 'hostile requests to all operations over REST, as every kind of caller',
  run: (options) =>
    driveService(options, (_service, village) => ({ next: createRequests(village, options.seed) })),
};
