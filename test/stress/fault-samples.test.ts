import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createWorkers } from '../../src/background/jobs/workers.ts';
import { actionInputs } from '../../stress/statements/action-cases.ts';
import { jobInputs } from '../../stress/statements/job-inputs.ts';
import { loadWritingDefinitions } from '../operations/lost-updates/writing-definitions.ts';
import { readingInputs } from '../transport/mcp/every-tool/reading-inputs.ts';
import { writingInputs } from '../transport/mcp/every-tool/writing-inputs.ts';

/** Jobs that ask servers elsewhere: the test in which these fail. */
const elsewhere: Readonly<Record<string, string>> = {
  device_polls: 'test/jobs/device-polling.test.ts',
  mail: 'test/mail/email-delivery.test.ts',
  push: 'test/push/push-delivery.test.ts',
  search_vectors: 'test/search',
  device_upkeep: 'test/jobs/secret-rotation.test.ts',
  sensor_alerts: 'test/jobs/sensor-alerts.test.ts',
};

describe('the calls in which every statement is made to fail', () => {
  it('are of every definition that writes', async () => {
    const driven = new Set(
      [actionInputs, readingInputs, writingInputs].flatMap((inputs) => Object.keys(inputs)),
    );
    const missing = (await loadWritingDefinitions()).filter(({ name }) => !driven.has(name));
    assert.deepEqual(
      missing.map(({ name }) => name),
      [],
      'add an input in stress/statements',
    );
  });

  it('are of every definition once, and of nothing that is no more', async () => {
    const names = new Set((await loadWritingDefinitions()).map(({ name }) => name));
    assert.deepEqual(
      Object.keys(actionInputs).filter((name) => !names.has(name) || name in writingInputs),
      [],
    );
  });

  it('are of every queue that has a worker, but for those that ask servers elsewhere', () => {
    const queues = createWorkers({} as never).map(({ queue }) => queue);
    assert.deepEqual([...Object.keys(jobInputs), ...Object.keys(elsewhere)].sort(), queues.sort());
  });
});
