import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DeviceReason } from '../../src/engines/devices/failure.ts';
import { limits } from '../../src/engines/devices/limits.ts';
import { keepSubscribed } from '../../src/engines/devices/subscription.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { connectTo as provider } from './broker.ts';
import { collectSnapshots, hasReason, io } from './provider-harness.ts';
import { type BrokerFault, startScriptedBroker } from './scripted-broker.ts';

const backoff = { baseMs: 2, maxMs: 2 };

describe('a broker that breaks off', () => {
  for (const [fault, readings] of [
    ['connect', [2]],
    ['subscribe', [2]],
    ['granted', [2]],
    ['message', [1, 2]],
  ] as const)
    it(`at ${fault}: is said once and asked again; what was whole is kept once, and no connection is left`, async (t) => {
      const broker = await startScriptedBroker(fault as BrokerFault);
      t.after(() => broker.close());
      const found = collectSnapshots();
      const reasons: DeviceReason[] = [];
      const stop = new AbortController();
      const onFailure = ({ reason }: { reason: DeviceReason }) => void reasons.push(reason);
      const running = keepSubscribed(
        provider(broker),
        io,
        { onSnapshot: found.onSnapshot, onFailure },
        stop.signal,
        backoff,
      );
      await found.until(() => found.valueOf('good')?.number === 2);
      stop.abort();
      await running;
      assert.deepEqual(reasons, ['connection_lost']);
      assert.deepEqual(
        found.readings().map(({ number }) => number),
        readings,
      );
      await waitUntil('no connection is left', () => broker.open() === 0);
    });

  for (const fault of ['silent at connect', 'silent at subscribe'] as const)
    it(`into silence (${fault}): ends with a reason, and no connection is left`, async (t) => {
      const broker = await startScriptedBroker(fault);
      t.after(() => broker.close());
      t.mock.timers.enable({ apis: ['setTimeout'] });
      const never = new AbortController().signal;
      const running = provider(broker).subscribe(io, () => {}, never);
      const ended = assert.rejects(running, hasReason('timed_out'));
      await broker.struck;
      t.mock.timers.tick(limits.handshakeMs);
      await ended;
      t.mock.timers.reset();
      await waitUntil('no connection is left', () => broker.open() === 0);
    });
});
