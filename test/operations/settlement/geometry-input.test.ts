import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Refusal } from '../../../src/domain/kernel/refusal.ts';
import { createGeometry } from '../../../src/engines/geometry/engine.ts';
import { callGeometry } from '../../../src/features/operations/shapes/geometry-input.ts';

it('a timeout of the geometry engine is refused as invalid input with a text', async () => {
  const geometry = createGeometry({ timeLimitMs: 1 });
  try {
    const line = [
      [37, 56],
      [37.1, 56.1],
    ] as const;
    const drawn = Array.from({ length: 50 }, () => ({ type: 'LineString', coordinates: line }) as never);
    const refusal = await callGeometry(() => geometry.measure(drawn, null)).catch((error: unknown) => error);
    assert.ok(refusal instanceof Refusal, String(refusal));
    assert.equal(refusal.kind, 'invalid');
    assert.match(refusal.text.en, /more land than can be worked out/);
  } finally {
    await geometry.close();
  }
});
