import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  addFailure,
  type DeviceEvent,
  deviceStates,
  nextDeviceState,
  noFailures,
} from '../../src/domain/rules/device-states.ts';

const hour = 3_600_000;

describe('device connection states', () => {
  it('follow the table', () => {
    const events: readonly DeviceEvent[] = [
      'answered',
      'failed',
      'pause',
      'resume',
      'changed',
      'left',
      'disconnect',
    ];
    const table = Object.fromEntries(
      deviceStates.map((state) => [state, events.map((event) => nextDeviceState(state, event)).join(' ')]),
    );
    assert.deepEqual(table, {
      new: 'ok failing paused new new paused revoked',
      ok: 'ok failing paused ok new paused revoked',
      failing: 'ok failing paused failing new paused revoked',
      paused: 'paused paused paused new paused paused revoked',
      revoked: 'revoked revoked revoked revoked revoked revoked revoked',
    });
  });

  it('notify of failures once, after a day', () => {
    let trouble = noFailures;
    const told: number[] = [];
    for (let time = 0; time <= 72; time += 6) {
      const next = addFailure(trouble, new Date(time * hour));
      if (next.tells) told.push(time);
      trouble = next.trouble;
    }
    assert.deepEqual(told, [24]);
    assert.deepEqual([trouble.failureCount, trouble.failingSince?.getTime()], [13, 0]);
  });
});
