import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { readMarkdown } from '../../src/engines/markup/markdown.ts';
import { type FigureDraft, matchPassages } from '../../src/engines/search/passage.ts';
import { splitIntoPassages } from '../../src/engines/search/passages.ts';

const cut = (source: string, figures: FigureDraft[] = []) =>
  splitIntoPassages(readMarkdown(source), 'Колодец', figures);
const sentence = 'Вода в колодце поднимается весной и опускается к осени. ';

it('headings split passages, and their path is the title', () => {
  const passages = cut('Начало.\n\n# Место\n\nТекст.\n\n## Глубина\n\nЕщё.\n\n# Вода\n\nКонец.');
  assert.deepEqual(
    passages.map(({ title, text }) => [title, text]),
    [
      ['Колодец', 'Начало.'],
      ['Колодец › Место', 'Текст.'],
      ['Колодец › Место › Глубина', 'Ещё.'],
      ['Колодец › Вода', 'Конец.'],
    ],
  );
});

it('a paragraph is a passage; short ones are merged, long ones split between sentences', () => {
  const paragraphs = ['Первый', 'Второй', 'Третий'].map(
    (name) => `${name} абзац говорит о своём и стоит сам.`,
  );
  assert.deepEqual(
    cut(paragraphs.join('\n\n')).map(({ text }) => text),
    paragraphs,
  );
  assert.equal(cut(Array(3).fill('Короткий абзац.').join('\n\n')).length, 1);
  const list = 'Для работы понадобятся такие инструменты и материалы:\n\n- лопата\n- ведро';
  assert.deepEqual(
    cut(`${list}\n\n${paragraphs[0]}`).map(({ text }) => text),
    [list, paragraphs[0]],
  );
  const long = cut(sentence.repeat(100));
  assert.ok(long.length > 3);
  for (const { text } of long) {
    assert.ok(text.length <= 1200);
    assert.ok(text.endsWith('.'));
  }
});

it('a split table repeats its header; a list is split between items', () => {
  const rows = Array.from({ length: 120 }, (_, i) => `| насос ${i} | ${'мощный '.repeat(3)} |`).join('\n');
  const table = cut(`| имя | сила |\n|---|---|\n${rows}`);
  assert.ok(table.length > 1);
  for (const { text } of table) assert.ok(text.startsWith('имя | сила\n'));
  for (const { text } of cut(`- ${sentence}\n`.repeat(60))) assert.ok(text.startsWith('- Вода'));
});

it('a table header that is too long is not repeated', () => {
  const row = (letter: string) => `| ${letter.repeat(900)} |`;
  const body = [row('а'), '|---|', ...'бвгд']
    .map((each) => (each.length === 1 ? row(each) : each))
    .join('\n');
  const passages = splitIntoPassages(readMarkdown(body), 'Таблица', []);
  assert.equal(passages.filter(({ text }) => text.includes('а'.repeat(900))).length, 1);
  assert.ok(passages.every(({ text }) => text.length <= 1200));
});

it('long code is left out, short code stays', () => {
  assert.equal(cut('a\n\n```\nls -l\n```')[0]?.text, 'a\n\nls -l');
  assert.equal(cut(`a\n\n\`\`\`\n${'x = 1\n'.repeat(300)}\`\`\``)[0]?.text, 'a');
});

it('a figure is marked by its number, followed by its text', () => {
  const figure = {
    number: 1,
    kind: 'mermaid',
    caption: 'Схема',
    words: 'Насос, Бак',
    svg: '<svg/>',
    mediaId: null,
    hash: 'x',
  };
  const [passage] = cut('Вот:\n\n```mermaid Схема\ngraph TD\n```', [figure as FigureDraft]);
  assert.equal(passage?.text, 'Вот:\n\n[figure:1] Насос, Бак Схема');
  assert.deepEqual(passage?.figures, [1]);
});

it('an article without a text is found by its title', () => {
  assert.deepEqual(
    cut('').map(({ text }) => text),
    ['Колодец'],
  );
});

it('unchanged passages keep their ids, and equal passages are paired in order', () => {
  const section = (name: string) => `# ${name}\n\n${sentence.repeat(8)}${name}.\n\n`;
  const before = cut(section('А') + section('Б') + section('В')).map((passage, i) => ({
    id: `${i}`,
    hash: passage.hash,
  }));
  const after = cut(`${section('А')}# Новое\n\nСовсем новый текст.\n\n${section('Б')}${section('В')}`);
  assert.deepEqual(matchPassages(before, after), ['0', null, '1', '2']);
  const twice = [
    { id: '1', hash: 'x' },
    { id: '2', hash: 'x' },
  ];
  assert.deepEqual(matchPassages(twice, [{ hash: 'x' }, { hash: 'y' }, { hash: 'x' }, { hash: 'x' }]), [
    '1',
    null,
    '2',
    null,
  ]);
});

it('a paragraph keeps its id when it moves or its neighbours change', () => {
  const [one, two, three, four] = ['один', 'два', 'три', 'четыре'].map(
    (name) => `${sentence}Это абзац ${name}.`,
  );
  const stored = cut([one, two, three].join('\n\n')).map(({ hash }, index) => ({ id: `${index + 1}`, hash }));
  const after = (...paragraphs: (string | undefined)[]) =>
    matchPassages(stored, cut(paragraphs.join('\n\n')));
  assert.deepEqual(after(one, two, three), ['1', '2', '3']);
  assert.deepEqual(after(three, one, two), ['3', '1', '2']);
  assert.deepEqual(after(four, one, two, three), [null, '1', '2', '3']);
  assert.deepEqual(after(two, three), ['2', '3']);
  assert.deepEqual(after(one, four, three), ['1', null, '3']);
  assert.deepEqual(after('# Новый раздел', one, '## Часть', two), ['1', '2']);
});

it('a figure inserted above changes the number in a passage, not its hash', () => {
  const figure = (number: number, words: string): FigureDraft => {
    return { number, kind: 'picture', caption: '', words, svg: null, mediaId: '1', hash: words };
  };
  const text = `${sentence}![](media:1)`;
  const [before] = cut(text, [figure(1, 'насос')]);
  const [, after] = cut(`${sentence}![](media:2)\n\n${text}`, [figure(1, 'бак'), figure(2, 'насос')]);
  assert.match(before?.text ?? '', /\[figure:1\] насос/);
  assert.match(after?.text ?? '', /\[figure:2\] насос/);
  assert.equal(before?.hash, after?.hash);
  assert.deepEqual(after?.figures, [2]);
});

it('a caption under a diagram stays with it', () => {
  const figures = [
    {
      number: 1,
      kind: 'dot',
      caption: 'Рис. 1. Насосная станция и бак',
      words: 'Насос, Бак, Кран, Колодец, Дом',
    },
  ] as FigureDraft[];
  const body =
    '```dot\ndigraph {}\n```\n\n*Рис. 1. Насосная станция и бак*\n\nДальше идёт обычный абзац про насосы и баки.';
  assert.deepEqual(
    cut(body, figures).map(({ text }) => text.split('\n\n').length),
    [2, 1],
  );
});

it('renaming a heading keeps the hash of the passage below', () => {
  const [before] = cut('# Старое\n\nТекст.');
  const [after] = cut('# Новое\n\nТекст.');
  assert.notEqual(before?.title, after?.title);
  assert.equal(before?.hash, after?.hash);
});

it('passages contain every word of ordinary paragraphs, and none is too long', () => {
  const paragraph = fc
    .array(fc.stringMatching(/^[а-я]{1,12}$/), { minLength: 1, maxLength: 300 })
    .map((words) => words.join(' '));
  fc.assert(
    fc.property(fc.array(paragraph, { minLength: 1, maxLength: 12 }), (paragraphs) => {
      const passages = cut(paragraphs.join('\n\n'));
      const said = passages
        .map(({ text }) => text)
        .join(' ')
        .split(/\s+/);
      assert.deepEqual(said, paragraphs.join(' ').split(/\s+/));
      for (const { text } of passages) assert.ok(text.length <= 1200);
    }),
    { numRuns: 60 },
  );
});
