import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMarkdown } from '../../src/engines/markup/markdown.ts';
import type { FigureDraft } from '../../src/engines/search/passage.ts';
import { listFigures, readPassageBlocks } from '../../src/engines/search/passage-blocks.ts';
import { splitIntoPassages } from '../../src/engines/search/passages.ts';

const figure = (number: number, words: string): FigureDraft => {
  return { number, kind: 'picture', caption: words, words, svg: null, mediaId: '1', hash: words };
};
const cut = (source: string, figures: FigureDraft[] = []) =>
  splitIntoPassages(readMarkdown(source), 'Колодец', figures);

describe('what a passage looks like', () => {
  const read = (source: string, figures?: FigureDraft[]) => {
    const [passage] = cut(source, figures);
    return readPassageBlocks(passage?.text ?? '');
  };

  it('a table has its rows and cells, also empty ones at its corners', () => {
    assert.deepEqual(read('|  | зима | лето |\n|---|---|---|\n| вода | нет | да |\n| свет | да |  |'), [
      {
        kind: 'table',
        rows: [
          ['', 'зима', 'лето'],
          ['вода', 'нет', 'да'],
          ['свет', 'да', ''],
        ],
      },
    ]);
  });

  it('a list keeps its numbers, with nested ones in between', () => {
    const items = (start: number | null, ...texts: string[]) => ({ kind: 'list', items: texts, start });
    assert.deepEqual(read('3. три\n1. четыре\n   - внутри\n1. пять\n\n- [x] сделано\n- просто'), [
      items(3, 'три', 'четыре'),
      items(null, 'внутри'),
      items(5, 'пять'),
      items(null, 'сделано', 'просто'),
    ]);
  });

  it('an item inserted above changes the number in a passage, not its hash', () => {
    const step = 'Закройте кран на вводе в дом, потом выключите насос. ';
    const long = (first: string) => cut(`1. ${first}\n1. ${step.repeat(20)}\n1. ${step.repeat(21)}`);
    const [before, after] = [long('Один.'), long(step.repeat(22))];
    assert.match(before[1]?.text ?? '', /^3\. Закройте/);
    assert.match(after[2]?.text ?? '', /^3\. Закройте/);
    const [one] = cut(`2. ${step}`);
    const [other] = cut(`7. ${step}`);
    assert.notEqual(one?.text, other?.text);
    assert.equal(one?.hash, other?.hash);
  });

  it('a figure stands by itself, and the text around it stays text', () => {
    const figures = [figure(1, 'Схема насоса'), figure(2, 'Бак')];
    assert.deepEqual(read('Насос такой: ![Схема насоса](media:1) и бак за ним.', figures), [
      { kind: 'paragraph', text: 'Насос такой:' },
      { kind: 'figure', number: '1' },
      { kind: 'paragraph', text: 'и бак за ним.' },
    ]);
    assert.deepEqual(read('| что | вид |\n|---|---|\n| насос | ![Схема насоса](media:1) |', figures), [
      {
        kind: 'table',
        rows: [
          ['что', 'вид'],
          ['насос', ''],
        ],
      },
      { kind: 'figure', number: '1' },
    ]);
    const inList = read('- насос ![Схема насоса](media:1)\n- бак ![Бак](media:2)\n- кран', figures);
    assert.deepEqual(
      inList.map((block) => (block.kind === 'list' ? block.items.join() : block.kind)),
      ['насос', 'figure', 'бак', 'figure', 'кран'],
    );
    assert.deepEqual(listFigures('[figure:1] а\n[figure:3] б\n[figure:1] а'), ['1', '3']);
  });
});
