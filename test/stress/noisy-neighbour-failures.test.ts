import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findFailures } from '../../stress/noisy-neighbour/failures.ts';
import { describeLatency, type PhaseFigures } from '../../stress/noisy-neighbour/figures.ts';

const spread = { p50: 0, p999: 0, max: 0 };
const traces = { mediaBytes: 0, rows: {} };

/** A phase with these latencies. */
function phase(
  milliseconds: readonly number[],
  told: { answer?: number | 'none'; held?: number; rows?: Record<string, number>; mediaBytes?: number } = {},
): PhaseFigures {
  const { answer = 200, held = 0, rows = {}, mediaBytes = 0 } = told;
  return {
    name: 'phase',
    samples: milliseconds.map((each) => ({ kind: 'read', person: 'resident', milliseconds: each, answer })),
    loop: {
      late: spread,
      cpu: { ...spread, max: held },
      gc: spread,
      holds: [],
      active: 0,
      utilization: 0,
      cpuSeconds: 0,
      memoryBytes: 0,
    },
    cpuSeconds: { service: 0, database: 0, attacker: 0 },
    load: '',
    attacker: { tally: {}, before: traces, after: { mediaBytes, rows } },
  };
}

const times = (count: number, milliseconds: number) => Array.from({ length: count }, () => milliseconds);
const quiet = phase(times(30, 10));

describe('judge: failures of a noisy-neighbour phase', () => {
  it('reports nothing at exactly three times the baseline latency and 50 ms of loop work', () => {
    assert.deepEqual(findFailures(phase(times(30, 30), { held: 50 }), quiet, true), []);
  });

  it('computes nearest-rank percentiles', () => {
    const latency = describeLatency(Array.from({ length: 20 }, (_, index) => 20 - index));
    assert.deepEqual(latency, { count: 20, p50: 10, p95: 19, max: 20 });
  });

  it('reports slow p95 overall, and by kind from 30 samples on', () => {
    const slow = (count: number) =>
      findFailures(phase(times(count, 31)), quiet, true).map((complaint) => complaint.split(': ')[1]);
    assert.deepEqual(slow(30), ['all', 'read']);
    assert.deepEqual(slow(29), ['all']);
  });

  it('reports a blocked event loop, but no times on a busy machine', () => {
    const held = phase(times(30, 500), { held: 51 });
    assert.match(findFailures(held, quiet, true).join(), /51 ms at once/);
    assert.deepEqual(findFailures(held, quiet, false), []);
  });

  it('reports 5xx, 429, other 4xx and missing answers', () => {
    for (const answer of [500, 503, 429, 404, 'none'] as const)
      assert.equal(findFailures(phase([1], { answer }), quiet, false).length, 1, String(answer));
  });

  it('reports drafts, waiting items and media beyond the quotas of the attacker', () => {
    const waiting = { 'waiting texts': 19, 'waiting companies': 1 };
    assert.deepEqual(findFailures(phase([], { rows: { drafts: 200, ...waiting } }), quiet, false), []);
    const more = { drafts: 201, ...waiting, 'waiting villages': 1 };
    assert.equal(findFailures(phase([], { rows: more, mediaBytes: 2.1e9 }), quiet, false).length, 3);
  });
});
