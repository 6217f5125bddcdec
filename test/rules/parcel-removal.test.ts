import assert from 'node:assert/strict';
import { it } from 'node:test';
import { explainTakingBack, nameParcelReferences } from '../../src/domain/rules/parcel-removal.ts';

it('what keeps plots is named by plot', () => {
  const found = [
    { number: '12', kind: 'people' },
    { number: '14', kind: 'tasks' },
    { number: '12', kind: 'diary' },
  ] as const;
  assert.deepEqual(nameParcelReferences(found), {
    en: 'plot 12 (people, a diary), plot 14 (tasks)',
    ru: 'участок 12 (люди, дневник), участок 14 (задачи)',
  });
});

it('what stands in the way of taking an import back is told in one sentence; nothing, where nothing does', () => {
  const nothing = { references: [], changed: [], takenNumbers: [] };
  assert.equal(explainTakingBack(nothing), null);
  const explained = explainTakingBack({
    references: [{ number: '1', kind: 'photographs' }],
    changed: [
      { type: 'parcel', name: '2', file: 'later.csv', isGone: false },
      { type: 'building', name: 'house', file: 'later.csv', isGone: true },
      { type: 'building', name: 'bath', file: null, isGone: false },
    ],
    takenNumbers: ['3', '4'],
  });
  assert.equal(
    explained?.en,
    'Nothing was taken back. In the way: plot 2 was changed by the later file “later.csv”; ' +
      'building house was removed since; building bath was changed since; ' +
      'numbers that are taken by now: 3, 4; in use by now: plot 1 (photographs).',
  );
  for (const part of ['references', 'changed', 'takenNumbers'] as const) {
    const alone = { ...nothing, [part]: part === 'takenNumbers' ? ['3'] : [] };
    assert.equal(explainTakingBack(alone) === null, part !== 'takenNumbers', part);
  }
});
