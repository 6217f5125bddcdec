import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createGeometry } from '../../../src/geometry/engine.ts';
import { Refusal } from '../../../src/kernel/refusal.ts';
import { askGeometry } from '../../../src/operations/settlement/drawing.ts';

it('more land than can be worked out in time is refused in words, and is no fault of the service', async () => {
  const geometry = createGeometry({ timeLimitMs: 1 });
  try {
    const line = [
      [37, 56],
      [37.1, 56.1],
    ] as const;
    const drawn = Array.from({ length: 50 }, () => ({ type: 'LineString', coordinates: line }) as never);
    const refusal = await askGeometry(() => geometry.measure(drawn, null)).catch((error: unknown) => error);
    assert.ok(refusal instanceof Refusal, String(refusal));
    assert.equal(refusal.kind, 'invalid');
    assert.match(refusal.text.en, /more land than can be worked out/);
  } finally {
    await geometry.close();
  }
});
