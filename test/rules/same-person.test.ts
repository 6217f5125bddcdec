import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isLikelySameName } from '../../src/domain/rules/same-person.ts';

it('two names of a plot are likely of one person when two words agree, one of them written out', () => {
  for (const [one, other] of [
    ['Иван Петров', 'Петров Иван'],
    ['Иван Петров', 'Петров Иван Сергеевич'],
    ['Петров И. С.', 'Иван Сергеевич Петров'],
    ['И. Петров', 'Петров Иван'],
    ['Пётр Семёнов', 'семенов  петр'],
  ] as const) {
    assert.ok(isLikelySameName(one, other), `${one}, ${other}`);
    assert.ok(isLikelySameName(other, one), `${other}, ${one}`);
  }
  for (const [one, other] of [
    ['Петров', 'Петров Иван'],
    ['Иван Петров', 'Анна Петрова'],
    ['Иван Петров', 'Пётр Петров'],
    ['И. П.', 'Иван Петров'],
    ['', ''],
    ['Петров 12', 'Петров 12'],
  ] as const)
    assert.ok(!isLikelySameName(one, other), `${one}, ${other}`);
});
