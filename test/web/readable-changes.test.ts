import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compareTexts } from '../../src/engines/markup/text-difference.ts';
import { readChanges } from '../../src/entry/web/ui/readable-changes.ts';
import type { Change } from '../../src/entry/web/ui/text-difference.tsx';
import { slowTexts } from '../../stress/slow-texts.ts';

/** `[-removed-]`, `{+added+}`, `…12` for 12 skipped characters. */
function show(before: string, now: string): string {
  const marks = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const;
  return readChanges(compareTexts(before, now) as Change[], 'ru')
    .map((change) =>
      change.kind === 'skipped' ? `…${change.characters}` : marks[change.kind].join(change.text),
    )
    .join('');
}

describe('changes of a Markdown text', () => {
  it('are read without the marks of quotes, lists, headings, tables and links', () => {
    assert.equal(
      show('Слейте воду.\n', 'Слейте воду.\n\n> [!WARNING]\n> Узнайте, подъедет ли машина.\n'),
      'Слейте воду.\n\n{+Внимание:\nУзнайте, подъедет ли машина.+}\n',
    );
    assert.equal(show('## Зимой\n\n- один\n', '## Летом\n\n- один\n'), '[-Зимой-]\n{+Летом+}\n\n• один\n');
    assert.equal(
      show('| Вид | Срок |\n|---|---|\n| сетка | 20 |\n', '| Вид | Срок |\n|---|---|\n| сетка | 30 |\n'),
      'Вид · Срок\nсетка · [-20-]{+30+}\n',
    );
    assert.equal(
      show('Вот.\n', 'Вот.\nСмотрите [**правила**](https://example.org/a).\n'),
      'Вот.\n{+Смотрите правила (https://example.org/a).+}\n',
    );
  });

  it('keep marks where nothing else changed, and code as it is written', () => {
    assert.equal(show('пилите летом', 'пилите **летом**'), 'пилите {+**+}летом{+**+}');
    assert.equal(
      show('```mermaid\nA --> B\n```\n', '```mermaid\nA -->| да | B\n```\n'),
      '```mermaid\nA -->{+| да |+} B\n```\n',
    );
  });

  it('take time in proportion to the text, whatever it is made of', { timeout: 20_000 }, () => {
    const length = 400_000;
    const repeated = Object.values(slowTexts).map((piece) => piece.repeat(length / piece.length));
    const between = [' ', '\n', '-', '| ', '\t'].flatMap((piece) => [
      `а${piece.repeat(length)}б`,
      `${piece.repeat(length)}б`,
    ]);
    for (const text of [...repeated, ...between, `[а](${'б'.repeat(length)}`, `[а](${'б '.repeat(length)}`])
      for (const kind of ['added', 'same'] as const) {
        const read = readChanges([{ kind, text: `${text}\n` }], 'ru');
        assert.ok(read.length > 0);
      }
  });
});
