import { createMcpRequests } from '../test/security/mcp-generator.ts';
import type { StressTest } from './campaign.ts';
import { runHostileRequests } from './drive-service.ts';

export const mcp: StressTest = {
  name: 'mcp',
  summary: 'hostile messages to the five MCP servers, in both protocol generations',
  run: (options) =>
    runHostileRequests(options, (_service, village) => ({ next: createMcpRequests(village, options.seed) })),
};
