import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService } from '../harness/service.ts';
import { describeFailures, runFuzz } from './fuzz-runner.ts';
import { buildPrivateDataVillage, serviceWithoutOutbound } from './private-data-village.ts';
import { createRequests } from './request-generator.ts';

describe('hostile requests to the REST API', () => {
  it('get valid responses that reveal neither internals nor private data', async () => {
    const service = await startService({}, serviceWithoutOutbound);
    const village = await buildPrivateDataVillage(service);
    const report = await runFuzz(createRequests(village, 20_261_114), {
      url: service.url,
      count: 3000,
      connections: 6,
      markers: village.markers,
      log: service.log,
    });
    assert.equal(report.failures.length, 0, describeFailures(report.failures));
    // Refusals alone would mean that nothing was reached.
    for (const status of [200, 201, 401, 403, 404, 422])
      assert.ok((report.byStatus.get(status) ?? 0) > 5, `${status}: ${[...report.byStatus].join(' ')}`);
    assert.equal(report.byStatus.get(429), undefined);
  });
});
