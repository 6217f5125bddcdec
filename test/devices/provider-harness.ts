import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Secret } from '../../src/base/encryption/secret-box.ts';
import type { ProviderIo, Snapshot } from '../../src/engines/devices/provider.ts';
import { type ConfiguredProvider, providers } from '../../src/engines/devices/providers.ts';
import { createGuard } from '../../src/engines/outbound/guard.ts';

/** Test servers listen on loopback. */
export const loopbackGuard = createGuard({ allowPrivate: false, allowLoopback: true });

export const io: ProviderIo = {
  guard: loopbackGuard,
  now: () => new Date(),
};

export function open(name: string, settings: unknown, secret?: string): ConfiguredProvider {
  const entry = providers.get(name);
  assert.ok(entry, name);
  return entry.open({ id: '1', settings, secret: secret === undefined ? null : new Secret(secret) });
}

export const hasReason = (reason: string) => (error: unknown) => {
  const found = (error as { reason?: string }).reason;
  assert.equal(found, reason);
  assert.doesNotMatch(JSON.stringify([error, String(error)]), /planted/);
  return true;
};

/** Collects snapshots and lets a test wait for a condition. */
export function collectSnapshots() {
  const snapshots: Snapshot[] = [];
  const waiting = new Set<() => void>();
  const readings = () => snapshots.flatMap((snapshot) => snapshot.readings);
  const devices = () =>
    new Map(snapshots.flatMap((snapshot) => snapshot.devices).map((device) => [device.key, device]));
  const until = (condition: () => boolean, limitMs = 120_000): Promise<void> =>
    new Promise((resolve, reject) => {
      const finish = (error?: Error) => {
        clearTimeout(timer);
        waiting.delete(check);
        if (error) reject(error);
        else resolve();
      };
      const check = () => {
        if (condition()) finish();
      };
      const timer = setTimeout(() => finish(new Error('Timed out waiting for the condition')), limitMs);
      waiting.add(check);
      check();
    });
  return {
    snapshots,
    readings,
    devices,
    valueOf: (sensorKey: string) => readings().findLast((reading) => reading.sensorKey === sensorKey),
    onSnapshot(snapshot: Snapshot) {
      snapshots.push(snapshot);
      for (const check of waiting) check();
    },
    until,
    /** Sends repeatedly: messages published before the client has subscribed are lost. */
    async untilSent(send: () => void | Promise<void>, condition: () => boolean): Promise<void> {
      let isOver = false;
      const sending = (async () => {
        while (!isOver) {
          await send();
          await sleep(100);
        }
      })();
      try {
        await Promise.race([until(condition), sending]);
      } finally {
        // Wait for the last send, as the broker may be closed right after.
        isOver = true;
        await sending;
      }
    },
  };
}
