import { createMcpRequests } from '../test/security/mcp-generator.ts';
import type { Campaign } from './campaign.ts';
import { driveService } from './drive-service.ts';

export const mcp: Campaign = {
  name: 'mcp',
  summary: 'hostile messages to the five MCP servers, in both protocol generations',
  run: (options) =>
    driveService(options, (_service, village) => ({ next: createMcpRequests(village, options.seed) })),
};
