import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { createDiagramDrawer } from '../../src/engines/markup/diagrams.ts';
import { checkMermaidSyntax } from '../../src/engines/markup/mermaid-syntax.ts';

const drawer = createDiagramDrawer(60_000);
after(() => drawer.close());

const good: Record<string, { lines: string[]; words: string[] }> = {
  sequence: {
    lines: [
      'sequenceDiagram',
      'autonumber',
      'participant A as Алиса',
      'actor Б',
      '%% remark',
      'A->>Б: Привет',
      'Б-->>-A: Ответ; и ещё',
      'A-)Б: тихо',
      'loop Каждый день',
      'A->Б: раз',
      'alt да',
      'Б-xA: нет',
      'else нет',
      'Note over A,Б: Заметка',
      'end',
      'end',
      'activate A',
    ],
    words: ['Алиса', 'Привет', 'Ответ; и ещё', 'Заметка', 'Каждый день'],
  },
  class: {
    lines: [
      'classDiagram',
      'direction LR',
      'class Дом {',
      '+String адрес',
      '+войти() bool',
      '}',
      'class Баня',
      'Дом <|-- Баня',
      'Дом*--Крыша : накрыт',
      'Дом "1" --> "*" Окно : имеет',
      'Баня : +int жар',
      'namespace Двор {',
      'class Сарай',
      '}',
    ],
    words: ['Дом', 'Баня', 'Крыша', 'накрыт', 'Окно', 'Сарай'],
  },
  entity: {
    lines: ['erDiagram', 'ДОМ ||--o{ ОКНО : имеет', 'ДОМ {', 'string адрес PK "где он"', '}', 'САРАЙ'],
    words: ['ДОМ', 'ОКНО', 'имеет', 'адрес', 'САРАЙ'],
  },
  state: {
    lines: [
      'stateDiagram-v2',
      '[*] --> Открыт',
      'Открыт --> Закрыт : поворот',
      'state "Долго стоит" as s1',
      'Закрыт --> s1',
      's1 --> [*]',
      'state Внутри {',
      'a --> b',
      '}',
      'Отдельно',
      'note right of Открыт',
      'любые слова',
      'end note',
    ],
    words: ['Открыт', 'Закрыт', 'поворот', 'Долго стоит', 'Отдельно'],
  },
  chart: {
    lines: [
      'xychart-beta',
      'title "Расход воды"',
      'x-axis [янв, фев]',
      'y-axis "литры" 0 --> 100',
      'bar "первый" [3, 50.5]',
      'line [-2, 60]',
    ],
    words: ['Расход воды', 'янв', 'литры'],
  },
};

for (const [kind, { lines, words }] of Object.entries(good)) {
  it(`a ${kind} diagram is drawn with all its texts, and an invalid line is reported`, async () => {
    const drawn = await drawer.draw({ kind: 'mermaid', source: lines.map((line) => `  ${line}\n`).join('') });
    assert.ok('words' in drawn, JSON.stringify(drawn));
    for (const word of words) assert.ok(drawn.words.includes(word), `${word} in ${drawn.words}`);
    for (const wrong of ['??? !!!', 'A ==|==', 'два слова подряд без знаков']) {
      const read = checkMermaidSyntax([lines[0], '', wrong, ...lines.slice(1)].join('\n'));
      assert.ok('mistake' in read, wrong);
      assert.equal(read.line, 3, wrong);
      assert.match(read.mistake.ru, /^непонятно/);
    }
  });
}

it('a dotted class relation without an arrow gets the one that the renderer knows', () => {
  const read = checkMermaidSyntax('classDiagram\n Дом .. Забор : рядом\n Дом -- Баня');
  assert.ok('source' in read, JSON.stringify(read));
  assert.match(read.source, /Дом \.\.> Забор :\s*рядом/);
  assert.match(read.source, /Дом -- Баня/);
});

it('an unclosed block is reported at its first line', () => {
  const line = (source: string) => {
    const read = checkMermaidSyntax(source);
    return 'mistake' in read ? `${read.line}: ${read.mistake.en}` : 'read';
  };
  assert.equal(line('sequenceDiagram\n A->>B: x\n loop y\n A->>B: z'), '3: “end” is missing');
  assert.equal(line('classDiagram\n class A {\n +x'), '2: “}” is missing');
  assert.equal(line('stateDiagram-v2\n state A {\n a --> b\n'), '2: “}” is missing');
  assert.equal(line('sequenceDiagram\n A->>B'), '2: “A->>B” is not understood');
  assert.equal(line('xychart-beta\n bar [1, x]'), '2: “bar [1, x]” is not understood');
  assert.equal(line('erDiagram\n A {\n lonely\n }'), '3: “lonely” is not understood');
});

it('front matter is ignored but counts for line numbers', async () => {
  const settings = '---\ntitle: Вода\n---\n%%{init: {"theme": "dark"}}%%\n';
  const drawn = await drawer.draw({ kind: 'mermaid', source: `${settings}graph TD\n a[Насос] --> b\n` });
  assert.ok('words' in drawn && drawn.words.includes('Насос'), JSON.stringify(drawn));
  const wrong = await drawer.draw({ kind: 'mermaid', source: `${settings}graph TD\n a -->\n` });
  assert.ok('mistake' in wrong);
  assert.equal(wrong.line, 6);
});
