import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { createDiagramDrawer } from '../../src/engines/markup/diagrams.ts';
import { readMarkdown } from '../../src/engines/markup/markdown.ts';
import { parseFlowchart } from '../../src/engines/markup/mermaid-flowchart.ts';
import { sanitizeSvg } from '../../src/engines/markup/svg-sanitizer.ts';
import { drawFigures } from '../../src/engines/search/figures.ts';

const drawer = createDiagramDrawer(60_000);
after(() => drawer.close());
const draw = (body: string, by = drawer) => drawFigures(readMarkdown(body), by, 240_000);
const fence = (kind: string, source: string, info = '') => `\`\`\`${kind} ${info}\n${source}\n\`\`\`\n`;

it('pictures and diagrams are numbered in reading order, with their captions and words', async () => {
  const body = [
    '![Скважина](media:42)',
    fence('mermaid', 'graph TD\n A[Скважина] --> B{Насос?}\n B -->|да| C[(Бак)]', 'Подача воды'),
    'и ![чужая](https://example.org/x.png) и ![дом](/media/77/small.webp)',
    fence('dot', 'digraph { a [label="Дом"]; a -> b [label="труба"] }'),
    '*Рис. 4. Труба*',
  ].join('\n\n');
  const { figures, mistakes } = await draw(body);
  assert.deepEqual(mistakes, []);
  assert.deepEqual(
    figures.map(({ number, kind, caption, mediaId }) => [number, kind, caption, mediaId]),
    [
      [1, 'picture', 'Скважина', '42'],
      [2, 'mermaid', 'Подача воды', null],
      [3, 'picture', 'дом', '77'],
      [4, 'dot', 'Рис. 4. Труба', null],
    ],
  );
  for (const word of ['Скважина', 'Насос?', 'да', 'Бак']) assert.ok(figures[1]?.words.includes(word), word);
  for (const word of ['Дом', 'труба']) assert.ok(figures[3]?.words.includes(word), word);
  for (const { svg } of figures)
    if (svg !== null) assert.match(svg, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
});

it('every kind of mermaid diagram the renderer knows is drawn without a style sheet or an address', async () => {
  const sources = [
    'sequenceDiagram\n A->>B: Привет',
    'classDiagram\n Дом <|-- Баня',
    'erDiagram\n A ||--o{ B : has',
    'stateDiagram-v2\n [*] --> Открыт',
    'xychart-beta\n x-axis [янв, фев]\n bar [3, 5]\n line [2, 6]',
    'flowchart LR\n subgraph S[Двор]\n a-->b\n end\n style a fill:url(http://example.org/x)',
  ];
  const { figures, mistakes } = await draw(sources.map((source) => fence('mermaid', source)).join('\n'));
  assert.deepEqual(mistakes, []);
  for (const { svg } of figures) {
    assert.doesNotMatch(
      svg ?? '',
      /<style|@import|url\((?!#)|var\(|href|https?:(?!\/\/www\.w3\.org\/2000\/svg)/,
    );
  }
});

it('a diagram syntax error is reported with its line in the body, in both languages', async () => {
  const cases: [string, number][] = [
    [`text\n\n${fence('mermaid', 'graph TD\n A[x --> B')}`, 5],
    [fence('mermaid', '%% comment\nnonsense'), 3],
    [fence('mermaid', 'graph TD\n A --> B\n B -->'), 4],
    [fence('mermaid', ''), 2],
    [fence('dot', 'digraph {\n a -> \n b [ \n}'), 5],
    [fence('dot', 'digraph {\n# 100 "x"\n a -> [\n}'), 5],
    [fence('dot', 'digraph {\n a -> b\n a [label=<<b>x</i>>]\n}'), 4],
  ];
  // Inside lists and quotations line numbers are still those of the whole text.
  const indent = (text: string, first: string, other: string) =>
    text.replace(/^.*$/gm, (line, at: number) => `${at === 0 ? first : other}${line}`);
  for (const bad of [
    fence('mermaid', 'graph TD\n A --> B\n A[x --> B').trim(),
    fence('dot', 'digraph {\n a -> b\n b -> [\n}').trim(),
  ]) {
    cases.push([indent(bad, '- ', '  '), 4], [indent(bad, '> ', '> '), 4]);
    cases.push([`- пункт\n\n${indent(bad, '  ', '  ')}`, 6], [`> [!NOTE]\n${indent(bad, '> ', '> ')}`, 5]);
    cases.push(
      [indent(indent(bad, '> ', '> '), '1. ', '   '), 4],
      [indent(indent(bad, '- ', '  '), '> ', '> '), 4],
    );
    cases.push([`a[^1]\n\n${indent(bad, '[^1]: ', '    ')}`, 6], [bad.replaceAll('\n', '\r\n'), 4]);
  }
  for (const [body, line] of cases) {
    const { mistakes } = await draw(body);
    assert.equal(mistakes[0]?.line, line, body);
    assert.match(mistakes[0]?.message.en ?? '', new RegExp(`^Line ${line}: `));
    assert.match(mistakes[0]?.message.ru ?? '', new RegExp(`^Строка ${line}: `));
  }
});

it('a diagram that times out is refused, and the next one is drawn', { timeout: 200_000 }, async () => {
  const impatient = createDiagramDrawer(100);
  try {
    // Within all count limits, but too much to lay out in this time.
    const bomb = `graph {layout=neato\n${Array.from({ length: 990 }, (_, i) => `a${i} -- a${(i * 7) % 900}`).join('\n')}}`;
    await impatient.draw({ kind: 'dot', source: 'digraph { a }' });
    const { mistakes } = await draw(fence('dot', bomb), impatient);
    assert.match(mistakes[0]?.message.en ?? '', /too long to draw/);
  } finally {
    await impatient.close();
  }
  assert.deepEqual((await draw(fence('mermaid', 'graph TD\n a --> b'))).mistakes, []);
  const { mistakes } = await draw(fence('mermaid', `graph TD\n${'a --> b\n'.repeat(5000)}`));
  assert.match(mistakes[0]?.message.en ?? '', /at most 20000 characters/);
  const many = await draw(fence('mermaid', 'graph TD\n a --> b').repeat(62));
  assert.match(many.mistakes[0]?.message.ru ?? '', /не больше 60 схем/);
});

it('cleanSvg keeps only allowed elements and attributes', () => {
  const { svg, words } = sanitizeSvg(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x "y">]>
    <svg viewBox="0 0 1 1" onload="alert(1)" style="background:url(//x)" xmlns:xlink="x">
    <script>alert(1)</script><style>@import url(//x)</style><foreignObject><div><b>html</b></div></foreignObject>
    <a xlink:href="javascript:x"><text x="1" onclick="x" font-family="Evil">Слово &amp; &lt;b&gt; &#1103;</text></a>
    <image href="//x"/><use href="#a"/><rect fill="url(http://x)" stroke="expression(x)" width="5"/>
    <script type="x"><script>nested</script></script><g><path d="M0,0L1,1" marker-end="url(#m)"/></svg>`);
  assert.doesNotMatch(svg, /script|style|foreign|href|on\w+=|url\((?!#m)|expression|Evil|image|use/);
  assert.match(svg, /<rect width="5"\/>/);
  assert.match(svg, /<text x="1">Слово &amp; &lt;b&gt; я<\/text>/);
  assert.match(svg, /<\/g><\/svg>$/);
  assert.equal(words, 'Слово & <b> я');
});

it('readFlow normalizes flow charts and reports errors with their line', () => {
  const read = (source: string) => {
    const result = parseFlowchart(source);
    return 'mistake' in result
      ? `${result.line}: ${result.mistake.en}`
      : result.source.split('\n').slice(1).join(' / ');
  };
  assert.equal(read('graph TD\n a-->b'), 'a --> b');
  assert.equal(
    read('graph\n Насос --> Бак\n Бак-->Дом'),
    'name_1[Насос] --> name_2[Бак] / name_2 --> name_3[Дом]',
  );
  assert.equal(read('graph LR; A-->B; B--->C'), 'A --> B / B --> C');
  assert.equal(
    read('graph TD\n a--да-->b\n a -- нет --> c\n a -.может.-> d\n a == точно ==> e'),
    'a -->|да| b / a -->|нет| c / a -.->|может| d / a ==>|точно| e',
  );
  assert.equal(
    read('graph TD\n a[x]---b{y; z} %% c\n a & b-.->|t|c:::big'),
    'a[x] --- b{y; z} / a & b -.->|t| c:::big',
  );
  assert.equal(read('graph TD\n a1["Дом (старый] -->"] --> b-c'), 'a1["Дом (старый] -->"] --> name_2[b-c]');
  assert.equal(
    read('flowchart TD\n subgraph Двор\n a --> b\n end\n style a fill:#f00\n click a "javascript:x"'),
    'subgraph Двор / a --> b / end / style a fill:#f00',
  );
  assert.equal(read('graph TD\n a --> b\n\n a[x --> b'), '4: “]” is missing');
  assert.equal(read('graph TD\n a -->'), '2: an arrow leads nowhere');
  assert.equal(read('graph TD\n subgraph A\n a --> b\n'), '2: “end” is missing');
  assert.equal(read('graph TD\n a --> b\n end'), '3: “end” is not understood');
  assert.equal(read('graph TD\n a ?? b'), '2: “?? b” is not understood');
  assert.equal(read('graph XX\n a'), '1: “graph XX” is not understood');
  assert.equal(read('graph TD\n a["x] --> b'), '2: a quotation mark is not closed');
});

it('a diagram beyond the limits of nodes, edges or nesting is refused with the line', async () => {
  const lines = (count: number, make: (index: number) => string) =>
    Array.from({ length: count }, (_, i) => make(i));
  const nodes = lines(15, (i) => `n${i}`).join(' & ');
  for (const [source, line, said] of [
    [['graph TD', ...lines(201, (i) => `a${i} --> b`)], 203, /at most 200 arrows/],
    [['graph TD', 'a --> b', `${nodes} --> ${nodes}`], 4, /at most 200 arrows/],
    [['graph TD', ...lines(11, (i) => `subgraph s${i}`), 'a --> b'], 13, /at most 10 deep/],
    [['graph TD', ...lines(251, (i) => `a${i}`)], 253, /at most 250 nodes/],
    [['graph TD', ...lines(101, (i) => `subgraph s${i}; end`)], 103, /at most 100 subgraphs/],
    [['classDiagram', ...lines(200, (i) => `A${i} <|-- B`)], 202, /at most 200 lines/],
    [['digraph {', 'a [label="-> -- ->"]', ...lines(1001, () => 'a -> b'), '}'], 1004, /at most 1000 edges/],
  ] as const) {
    const kind = source[0] === 'digraph {' ? 'dot' : 'mermaid';
    const { mistakes } = await draw(fence(kind, source.join('\n')));
    assert.deepEqual(
      mistakes.map((mistake) => mistake.line),
      [line],
    );
    assert.match(mistakes[0]?.message.en ?? '', said);
  }
  const flat = ['graph TD', ...lines(12, (i) => `subgraph s${i}\nx${i} --> y${i}\nend`)].join('\n');
  assert.deepEqual((await draw(fence('mermaid', flat))).mistakes, [], 'siblings are not nested');
});
