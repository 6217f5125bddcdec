import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { repository } from '../harness/source-tree.ts';

describe('advisory locks', () => {
  it('have a number each: two things under one number would silently skip each other', () => {
    const source = join(repository, 'src');
    const numbers = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .flatMap((path) =>
        [...readFileSync(join(source, path), 'utf8').matchAll(/\b7_?201_?511_?\d{3}\b/g)].map(([number]) => ({
          number: number.replaceAll('_', ''),
          path,
        })),
      );
    assert.ok(numbers.length >= 4);
    const seen = new Map<string, string>();
    for (const { number, path } of numbers) {
      assert.equal(seen.get(number) ?? path, path, number);
      seen.set(number, path);
    }
  });
});
