const fence = (kind: string, source: string) => `\`\`\`${kind}\n${source.slice(0, 19_990)}\n\`\`\`\n`;
const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('\n');

/** Bodies with diagrams that are very expensive to lay out. */
export const hostileDiagrams: Readonly<Record<string, string>> = {
  'a plain flow chart': fence('mermaid', 'graph TD\n a --> b'),
  'a tangled flow chart': fence(
    'mermaid',
    `graph TD\n${many(900, (i) => `a${i} --> a${(i * 7) % 900} & b${i}`)}`,
  ),
  'everything joined to everything': fence(
    'mermaid',
    `graph TD\n${many(60, (i) => `a${i} --> ${Array.from({ length: 60 }, (_, j) => `a${j}`).join(' & ')}`)}`,
  ),
  'nested subgraphs': fence(
    'mermaid',
    `graph TD\n${many(400, (i) => `subgraph s${i}`)}\na --> b\n${many(400, () => 'end')}`,
  ),
  'a long chain': fence('mermaid', `graph LR\n${many(1500, (i) => `a${i} --> a${i + 1}`)}`),
  'a wide sequence': fence(
    'mermaid',
    `sequenceDiagram\n${many(700, (i) => `P${i % 90}->>P${(i * 7) % 90}: слово ${i}`)}`,
  ),
  'a large class diagram': fence(
    'mermaid',
    `classDiagram\n${many(700, (i) => `C${i} <|-- C${(i * 3) % 700}`)}`,
  ),
  'a large state diagram': fence(
    'mermaid',
    `stateDiagram-v2\n${many(700, (i) => `s${i} --> s${(i * 5) % 700}`)}`,
  ),
  'a large entity diagram': fence(
    'mermaid',
    `erDiagram\n${many(500, (i) => `E${i} ||--o{ E${(i * 5) % 500} : has`)}`,
  ),
  'a chart of many points': fence(
    'mermaid',
    `xychart-beta\nline [${Array.from({ length: 4000 }, (_, i) => i % 97).join(', ')}]`,
  ),
  'a bracket without an end': fence('mermaid', `graph TD\na${'['.repeat(19_000)}`),
  'an arrow without an end': fence('mermaid', `graph TD\na ${'-'.repeat(19_000)}`),
  'a label without an end': fence('mermaid', `graph TD\na -- ${'x '.repeat(9_500)}`),
  'a tangled graph': fence(
    'dot',
    `digraph {\n${many(800, (i) => `a${i} -> a${(i * 7) % 400} -> a${(i * 13) % 400}`)}}`,
  ),
  'a complete graph': fence(
    'dot',
    `graph {\n${many(55, (i) => `a${i} -- {${Array.from({ length: 55 }, (_, j) => `a${j}`).join(' ')}}`)}}`,
  ),
  'a tangled graph by springs': fence(
    'dot',
    `graph {layout=neato\n${many(1200, (i) => `a${i} -- a${(i * 7) % 400}`)}}`,
  ),
  'nested clusters': fence(
    'dot',
    `digraph {${'subgraph cluster_a {'.repeat(700)} a -> b ${'}'.repeat(700)}}`,
  ),
  'a huge node': fence('dot', 'digraph { a [width=100000 height=100000 label="x"] }'),
  'html in a label': fence(
    'dot',
    `digraph { a [label=<${'<table><tr><td>'.repeat(150)}x${'</td></tr></table>'.repeat(150)}>] }`,
  ),
  'a thousand subgraphs side by side': fence(
    'mermaid',
    `graph TD\n${many(700, (i) => `subgraph s${i}\na${i}\nend`)}`,
  ),
  'a thousand nodes': fence('mermaid', `graph TD\n${many(1800, (i) => `a${i}[дом]`)}`),
  'as many arrows as are drawn, tangled': fence(
    'mermaid',
    `graph TD\n${many(200, (i) => `a${i % 60} --> a${(i * 17) % 60}`)}`,
  ),
  'a label of thousands of words': fence('mermaid', `graph TD\na["${'слово '.repeat(3000)}"] --> b`),
  'a sequence without a colon': fence('mermaid', `sequenceDiagram\n${'A->>B'.repeat(3800)}`),
  'as long a class diagram as is drawn': fence(
    'mermaid',
    `classDiagram\n${many(199, (i) => `C${i % 70} <|-- C${(i * 7) % 70}`)}`,
  ),
  'as long a state diagram as is drawn': fence(
    'mermaid',
    `stateDiagram-v2\n${many(199, (i) => `s${i % 70} --> s${(i * 7) % 70}`)}`,
  ),
  'a dot label of thousands of letters': fence('dot', `digraph { a [label="${'x'.repeat(15_000)}"] }`),
  'many clusters': fence(
    'dot',
    `digraph {\n${many(400, (i) => `subgraph cluster_${i} { a${i} -> b${i} }`)}}`,
  ),
  'a dot record of many cells': fence(
    'dot',
    `digraph { a [shape=record label="${'{x|'.repeat(900)}${'}'.repeat(900)}"] }`,
  ),
  'a table in a dot label': fence(
    'dot',
    `digraph { a [label=<<table>${'<tr><td>x</td><td>y</td></tr>'.repeat(600)}</table>>] }`,
  ),
  'five bombs in one text': fence(
    'dot',
    `graph {\n${many(55, (i) => `a${i} -- {${Array.from({ length: 55 }, (_, j) => `a${j}`).join(' ')}}`)}}`,
  ).repeat(5),
  'a picture from a file': fence(
    'dot',
    'digraph { a [image="/etc/passwd" shapefile="/etc/passwd" label="x"] }',
  ),
};
