import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  findEarlierDecision,
  formatDecision,
  refuseDecided,
  toDecider,
} from '../../src/domain/rules/earlier-decision.ts';

const by = toDecider('7', 'Ольга Петрова');

describe('what the second of two deciders reads', () => {
  it('says what was decided, by whom, when, why, and that their own choice was not taken', () => {
    const { en, ru } = formatDecision(
      { outcome: 'refused', by, reason: ' Не тот участок. ' },
      { when: 'вчера' },
    );
    assert.equal(
      ru,
      'Уже решено: отказали. Кто решил: Ольга П., вчера. Причина: Не тот участок. Ваш выбор не записан.',
    );
    assert.match(
      en,
      /^Already decided: refused\. Who decided: Ольга П\., вчера\. Reason: Не тот участок\. Your/,
    );
  });

  it('ends a shortened name with one full stop, and leaves out what is not known', () => {
    const sentence = (more: object, at = {}) =>
      formatDecision({ outcome: 'confirmed', by, reason: null, ...more }, at).en;
    assert.equal(
      sentence({}),
      'Already decided: confirmed. Who decided: Ольга П. Your choice was not recorded.',
    );
    assert.equal(
      sentence({}, { isOwn: true }),
      'Already decided: confirmed. Who decided: you. Your choice was not recorded.',
    );
    assert.equal(sentence({ by: null }), 'Already decided: confirmed. Your choice was not recorded.');
    assert.equal(
      sentence({ by: null }, { when: 'yesterday' }),
      'Already decided: confirmed. When: yesterday. Your choice was not recorded.',
    );
    assert.equal(toDecider(null, 'Ольга'), null);
  });

  it('is told to programs beside it', () => {
    const at = new Date('2026-11-01T10:00:00Z');
    const decision = { outcome: 'left', by, at, reason: 'Нет нарушения' } as const;
    assert.throws(
      () => refuseDecided('outcome', decision, { en: 'Ask again.', ru: 'Спросите снова.' }),
      (error: Error) => {
        assert.match(error.message, /left as it is.* Ask again\.$/);
        assert.deepEqual(findEarlierDecision(error), { ...decision, at: '2026-11-01T10:00:00+00:00' });
        return true;
      },
    );
    assert.throws(
      () => refuseDecided('outcome', { ...decision, at: null }),
      (error: Error) => findEarlierDecision(error)?.at === null,
    );
    assert.equal(findEarlierDecision(new Error('another')), undefined);
  });
});
