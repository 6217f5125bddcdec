import assert from 'node:assert/strict';
import { it } from 'node:test';
import { splitFullName } from '../../src/domain/rules/name-order.ts';

it('tells the name somebody is called by from the surname, in every order that people write', () => {
  const cases: [string, string, string | undefined, boolean][] = [
    ['Борис', 'Борис', undefined, false],
    ['', '', undefined, false],
    ['Борис Ежов', 'Борис', 'Ежов', false],
    ['Виктор Г.', 'Виктор', 'Г', false],
    ['Борис Львович Ежов', 'Борис', 'Ежов', false],
    ['Ежов Борис Львович', 'Борис', 'Ежов', true],
    ['Ежова Анна Ильинична', 'Анна', 'Ежова', true],
    ['Ежов Б. Л.', 'Б', 'Ежов', true],
    ['Б. Л. Ежов', 'Б', 'Ежов', false],
    ['Е. Б. Л.', 'Е', 'Л', false],
    ['Алиев Гейдар Алиевич оглы', 'Гейдар', 'Алиев', true],
    ['Борис Львович Стоянович', 'Борис', 'Стоянович', false],
  ];
  for (const [name, called, surname, isSurnameFirst] of cases)
    assert.deepEqual(splitFullName(name), { called, surname, isSurnameFirst }, name);
});
