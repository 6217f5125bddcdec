import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService } from '../harness/service.ts';
import { describeFailures, runFuzz } from './fuzz-runner.ts';
import { createMcpRequests } from './mcp-generator.ts';
import { buildPrivateDataVillage, serviceWithoutOutbound } from './private-data-village.ts';

describe('hostile MCP requests', () => {
  it('get valid responses that reveal neither internals nor private data', async () => {
    const service = await startService({}, serviceWithoutOutbound);
    const village = await buildPrivateDataVillage(service);
    const report = await runFuzz(createMcpRequests(village, 20_261_114), {
      url: service.url,
      count: 1000,
      connections: 6,
      markers: village.markers,
      log: service.log,
    });
    assert.equal(report.failures.length, 0, describeFailures(report.failures));
    for (const status of [200, 400, 401])
      assert.ok((report.byStatus.get(status) ?? 0) > 20, `${status}: ${[...report.byStatus].join(' ')}`);
  });
});
