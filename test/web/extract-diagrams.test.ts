import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMarkdown } from '../../src/engines/markup/markdown.ts';
import { extractDiagrams } from '../../src/entry/web/islands/editor/extract-diagrams.ts';
import { type Change, joinChanges } from '../../src/entry/web/ui/text-difference.tsx';

describe('extracting diagrams from markdown for the check', () => {
  const fence = '```';
  const texts = {
    none: 'Просто текст с `кодом` и ~~зачёркнутым~~.',
    one: `Начало\n\n${fence}mermaid\nflowchart TD\n  a --> b\n${fence}\n\nКонец`,
    'other code': `${fence}js\nconst a = 1;\n${fence}\n\n${fence}dot Подпись\ndigraph { a -> b }\n${fence}`,
    'longer fences': `${fence}${fence}mermaid\n${fence}\nflowchart TD\n${fence}${fence}\n\nХвост`,
    tildes: `~~~graphviz\ndigraph { a }\n${fence}\n~~~\nтекст\n${fence}MERMAID\nflowchart LR\n${fence}`,
    unclosed: `Текст\n${fence}mermaid\nflowchart TD\n  a --> b`,
    'code in a line': `${fence}mermaid${fence} — так пишут схемы.\n\n${fence}mermaid\nflowchart TD\n${fence}`,
    'inside other code': `~~~\n${fence}mermaid\nflowchart TD\n${fence}\n~~~`,
    'four spaces': `Абзац\n\n    ${fence}mermaid\n    flowchart TD\n    ${fence}`,
  };
  for (const [name, text] of Object.entries(texts))
    it(`keeps every diagram at its line and nothing else: ${name}`, () => {
      const sent = extractDiagrams(text);
      assert.deepEqual(readMarkdown(sent).figures, readMarkdown(text).figures);
      assert.doesNotMatch(sent, /const a|Конец|Хвост|Абзац/);
      assert.equal(sent === '', readMarkdown(text).figures.length === 0);
    });
});

describe('joining changes of a text diff', () => {
  const same = (text: string): Change => ({ kind: 'same', text });
  const added = (text: string): Change => ({ kind: 'added', text });
  const removed = (text: string): Change => ({ kind: 'removed', text });

  it('merges adjacent changed words into one removal and one addition', () => {
    const changes = [
      same('воду '),
      removed('в'),
      added('до'),
      same(' '),
      removed('конце'),
      added('первых'),
      same(' '),
      removed('октября'),
      added('морозов'),
      same('. Потом'),
    ];
    assert.deepEqual(joinChanges(changes), [
      same('воду '),
      removed('в конце октября'),
      added('до первых морозов'),
      same('. Потом'),
    ]);
  });

  it('does not merge across line breaks, and keeps spaces and skipped parts', () => {
    const skipped: Change = { kind: 'skipped', characters: 900 };
    assert.deepEqual(
      joinChanges([removed('раз'), same(' '), removed('два'), same('\n'), added('три'), skipped]),
      [removed('раз'), same(' '), removed('два'), same('\n'), added('три'), skipped],
    );
    assert.deepEqual(joinChanges([added('раз'), same(' '), same('два')]), [
      added('раз'),
      same(' '),
      same('два'),
    ]);
    assert.deepEqual(joinChanges([added(' ')]), [added(' ')], 'a space that was put in is still said');
  });

  it('loses no character of either text', () => {
    const kinds = ['same', 'added', 'removed'] as const;
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed % below;
    };
    const sideOf = (changes: readonly Change[], side: 'added' | 'removed') =>
      changes.map((each) => (each.kind === 'same' || each.kind === side ? each.text : '')).join('');
    for (let round = 0; round < 500; round += 1) {
      const changes: Change[] = Array.from({ length: next(12) }, () => ({
        kind: kinds[next(3)] ?? 'same',
        text: ['а', ' ', 'бв', '\n', ' г '][next(5)] ?? '',
      }));
      const joined = joinChanges(changes);
      for (const side of ['added', 'removed'] as const)
        assert.equal(sideOf(joined, side), sideOf(changes, side), JSON.stringify(changes));
    }
  });
});
