import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findAnswerSentence } from '../../src/engines/search/answer-sentence.ts';

describe('the sentence of a passage that answers', () => {
  /** Words of the question with their values; other forms are not the matter here. */
  const find = (text: string, values: Record<string, number>, title = '', unmet = 0) => {
    const words = Object.keys(values);
    return findAnswerSentence(
      { title, text },
      {
        value: Object.values(values).reduce((sum, value) => sum + value, unmet),
        find(word) {
          const asked = words.indexOf(word);
          return asked < 0 ? undefined : { asked, value: values[word] ?? 0 };
        },
      },
    );
  };

  it('has most of the words, rare ones counting more, each once', () => {
    const text =
      'Труба лежит в земле. Труба и труба, ещё труба. Глубина промерзания под трубой 140 см. Конец.';
    assert.equal(find(text, { труба: 1, промерзания: 3 }), 'Глубина промерзания под трубой 140 см.');
    assert.equal(find(text, { труба: 1 }), 'Труба лежит в земле.', 'the first of equals');
    assert.equal(find(text, { забор: 1 }), null);
  });

  it('does not end at an abbreviation, an initial, a fraction or a semicolon, but after a unit', () => {
    const text =
      'Насос ставят у д. Лесное на ул. Садовой, 1.5 м от стены; кабель ведут отдельно. Дальше другое.';
    assert.equal(find(text, { насос: 1, кабель: 1 }), text.replace(' Дальше другое.', ''));
    const initials = 'Скважину бурил мастер А. С. Петров на 30 м. Насос ставил другой.';
    assert.equal(find(initials, { скважину: 1, петров: 1 }), initials.replace(' Насос ставил другой.', ''));
  });

  it('is a row or an item, never a header, a figure or what leads to a list', () => {
    const table = 'Шланг | Давление\nтонкий | 2 бара\nтолстый | 3 бара';
    assert.equal(find(table, { шланг: 1, толстый: 1 }), 'толстый | 3 бара');
    assert.equal(find(table, { давление: 1 }), null);
    const steps = 'Чтобы слить насос:\n\n1. закройте кран\n2. откройте сливной кран насоса. Ждите.';
    assert.equal(find(steps, { насоса: 1, кран: 1 }), 'откройте сливной кран насоса.');
    assert.equal(find('[figure:1] насос и бак', { насос: 1, бак: 1 }), null);
  });

  it('is none when the words are scattered', () => {
    assert.equal(find('Есть насос. Есть труба. Есть кабель.', { насос: 1, труба: 1, кабель: 1 }), null);
  });

  it('has half of the question, with the headings above it', () => {
    const text = 'Яблоня растёт у забора. Другое.';
    assert.equal(find(text, { яблоня: 2 }, 'Участок', 3), null);
    assert.equal(find(text, { яблоня: 2, обрезка: 2 }, 'Обрезка яблони', 3), 'Яблоня растёт у забора.');
  });
});
