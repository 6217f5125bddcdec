import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { replaceInText } from '../../src/domain/rules/text-replacement.ts';

const textOf = (...given: Parameters<typeof replaceInText>) => {
  const replaced = replaceInText(...given);
  return 'text' in replaced ? replaced.text : replaced.place;
};

describe('text replacements', () => {
  it('are applied in order, each exactly once', () => {
    assert.equal(textOf('раз два три', [{ old: 'два', new: '2' }]), 'раз 2 три');
    const chain = [
      { old: 'раз', new: 'два' },
      { old: 'два два', new: 'пара' },
    ];
    assert.equal(textOf('раз два три', chain), 'пара три');
    assert.equal(textOf('раз два', [{ old: ' два', new: '' }]), 'раз');
    assert.equal(
      textOf('цена', [{ old: 'цена', new: '$& $1' }]),
      '$& $1',
      'nothing in the new text is a pattern',
    );
  });

  it('are refused by index when missing or repeated, also when overlapping', () => {
    assert.equal(
      textOf('раз', [
        { old: 'раз', new: 'р' },
        { old: 'раз', new: '' },
      ]),
      1,
    );
    assert.equal(textOf('раз раз', [{ old: 'раз', new: '' }]), 0);
    assert.equal(textOf('ааа', [{ old: 'аа', new: '' }]), 0);
    assert.equal(textOf('Раз', [{ old: 'раз', new: '' }]), 0);
  });

  it('are found where indexOf finds them', () => {
    for (let number = 0; number < 4096; number += 1) {
      const letters = number.toString(2).padStart(12, '0');
      const [text, old] = [letters.slice(0, 9), letters.slice(9)];
      const at = text.indexOf(old);
      const isOnce = at >= 0 && text.indexOf(old, at + 1) < 0;
      const expected = isOnce ? `${text.slice(0, at)}x${text.slice(at + old.length)}` : 0;
      assert.equal(textOf(text, [{ old, new: 'x' }]), expected, `${old} in ${text}`);
    }
  });

  it('take linear time on adversarial texts', { timeout: 20_000 }, () => {
    const slow = `${'а'.repeat(50_000)}б${'а'.repeat(50_000)}`;
    assert.equal(
      textOf(
        'а'.repeat(300_000),
        Array.from({ length: 50 }, () => ({ old: slow, new: '' })),
      ),
      0,
    );
  });
});
