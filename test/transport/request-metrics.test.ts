import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RequestMetrics } from '../../src/entry/transport/request-metrics.ts';

describe('request metrics', () => {
  const tally = new RequestMetrics();
  tally.count('show_me', 200, 0.0005);
  tally.count('show_me', 200, 0.001);
  tally.count('show_me', 404, 0.02);
  tally.count('show_me', 200, 60);
  tally.count('/odd"\n\\', 200, 1);
  const lines = tally.write().split('\n');

  it('count by operation and status', () => {
    assert.ok(lines.includes('settlements_requests_total{operation="show_me",status="200"} 3'));
    assert.ok(lines.includes('settlements_requests_total{operation="show_me",status="404"} 1'));
  });

  it('sort latencies into cumulative buckets', () => {
    const counted = (le: string) =>
      lines.find((line) =>
        line.startsWith(`settlements_request_seconds_bucket{le="${le}",operation="show_me"}`),
      );
    assert.match(counted('0.001') ?? '', / 2$/);
    assert.match(counted('0.01') ?? '', / 2$/);
    assert.match(counted('0.025') ?? '', / 3$/);
    assert.match(counted('10') ?? '', / 3$/);
    assert.match(counted('+Inf') ?? '', / 4$/);
    assert.ok(lines.includes('settlements_request_seconds_count{operation="show_me"} 4'));
    assert.ok(
      lines.some((line) => /^settlements_request_seconds_sum\{operation="show_me"\} 60\.02/.test(line)),
    );
  });

  it('are in the Prometheus text format', () => {
    const form = /^(?:# (?:HELP|TYPE) \w+ .+|\w+\{(?:\w+="[^"\\]*",?)+\} [\d.e+-]+|)$/;
    for (const line of lines) assert.match(line, form);
  });
});
