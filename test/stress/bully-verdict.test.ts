import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeLatency, type PhaseFigures } from '../../stress/bully/figures.ts';
import { judge } from '../../stress/bully/verdict.ts';

const spread = { p50: 0, p999: 0, max: 0 };
const traces = { mediaBytes: 0, rows: {} };

/** A phase in which somebody waited so long for each answer. */
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
    cpuSeconds: { service: 0, database: 0, bully: 0 },
    load: '',
    bully: { tally: {}, before: traces, after: { mediaBytes, rows } },
  };
}

const times = (count: number, milliseconds: number) => Array.from({ length: count }, () => milliseconds);
const quiet = phase(times(30, 10));

describe('the verdict on a bully', () => {
  it('has nothing to say when everybody else was served', () => {
    assert.deepEqual(judge(phase(times(30, 30), { held: 50 }), quiet, true), []);
  });

  it('takes the nearest rank as a percentile', () => {
    const latency = describeLatency(Array.from({ length: 20 }, (_, index) => 20 - index));
    assert.deepEqual(latency, { count: 20, p50: 10, p95: 19, max: 20 });
  });

  it('complains about waiting in all, and by kind where there is enough to go by', () => {
    const slow = (count: number) =>
      judge(phase(times(count, 31)), quiet, true).map((complaint) => complaint.split(': ')[1]);
    assert.deepEqual(slow(30), ['all', 'read']);
    assert.deepEqual(slow(29), ['all']);
  });

  it('complains about a held loop, and about no time at all on a machine that others use', () => {
    const held = phase(times(30, 500), { held: 51 });
    assert.match(judge(held, quiet, true).join(), /51 ms at once/);
    assert.deepEqual(judge(held, quiet, false), []);
  });

  it('complains about every answer that says no, and every one that never came', () => {
    for (const answer of [500, 503, 429, 404, 'none'] as const)
      assert.equal(judge(phase([1], { answer }), quiet, false).length, 1, String(answer));
  });

  it('complains about what the bully leaves beyond its quotas', () => {
    const waiting = { 'waiting texts': 19, 'waiting companies': 1 };
    assert.deepEqual(judge(phase([], { rows: { drafts: 200, ...waiting } }), quiet, false), []);
    const more = { drafts: 201, ...waiting, 'waiting villages': 1 };
    assert.equal(judge(phase([], { rows: more, mediaBytes: 2.1e9 }), quiet, false).length, 3);
  });
});
