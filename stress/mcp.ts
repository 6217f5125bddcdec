import { createMcpRequests } from '../test/security/mcp-generator.ts';
import { runHostileRequests } from './hostile-request-run.ts';
import type { StressTest } from './stress-test.ts';

export const mcp: StressTest = {
  name: 'mcp',
  summary: 'hostile messages to the five MCP servers, in both protocol generations',
  run: (options) =>
    runHostileRequests(options, (_service, village) => ({ next: createMcpRequests(village, options.seed) })),
};
