import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  assignPlotNumbers,
  maxPlotNumberLength,
  plotNumberKey,
} from '../../src/domain/rules/plot-numbers.ts';

describe('plot numbers in a settlement', () => {
  it('stay if free, else become the cadastral number, else get a counter', () => {
    const taken = new Set(['7', '12а', '50:1:1:9', '9']);
    const newcomers = [
      { id: 'a', number: '8', cadastralNumber: '50:1:1:8' },
      { id: 'b', number: '8', cadastralNumber: '50:1:1:88' },
      { id: 'c', number: '12 А', cadastralNumber: null },
      { id: 'd', number: '9', cadastralNumber: '50:1:1:9' },
      { id: 'e', number: '7', cadastralNumber: 'x'.repeat(41) },
      { id: 'f', number: '7', cadastralNumber: '50:1:1:7', presentNumber: '70' },
    ];
    assert.deepEqual(assignPlotNumbers(newcomers, taken), [
      { id: 'b', number: '8', renamedTo: '50:1:1:88' },
      { id: 'c', number: '12 А', renamedTo: '12 А/2' },
      { id: 'd', number: '9', renamedTo: '9/2' },
      { id: 'e', number: '7', renamedTo: '7/2' },
      { id: 'f', number: '7', renamedTo: '70' },
    ]);
  });

  it('are unique and within the length limit for any input', () => {
    const number = fc.oneof(
      fc.integer({ min: 1, max: 9 }).map(String),
      fc.stringMatching(/^[0-9а-яА-Я /]{1,40}$/).filter((text) => text.trim() !== ''),
    );
    const newcomer = fc.record({
      id: fc.uuid(),
      number,
      cadastralNumber: fc.option(fc.stringMatching(/^[0-9:]{1,45}$/)),
    });
    fc.assert(
      fc.property(fc.array(newcomer, { maxLength: 40 }), fc.array(number), (newcomers, present) => {
        const taken = new Set(present.map(plotNumberKey));
        const renamed = new Map(
          assignPlotNumbers(newcomers, taken).map(({ id, renamedTo }) => [id, renamedTo]),
        );
        const final = newcomers.map((one) => renamed.get(one.id) ?? one.number);
        const keys = final.map(plotNumberKey);
        assert.equal(new Set([...keys, ...taken]).size, keys.length + taken.size);
        assert.ok(final.every((text) => text.length <= maxPlotNumberLength));
      }),
    );
  });
});
