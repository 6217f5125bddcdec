import type { Text } from '../../base/i18n/text.ts';
import type { DiagramSyntaxError } from './mermaid-flowchart.ts';

/** Syntax of one diagram kind. The renderer silently ignores other lines. */
interface Grammar {
  header: RegExp;
  /** A line that opens a block. */
  opening: RegExp;
  closing: RegExp;
  end: string;
  /** Allowed lines inside braces; without it the statements apply there, too. */
  body?: RegExp;
  statements: readonly RegExp[];
  /** Rewrites a line to the form that the renderer supports. */
  rewrite?: (line: string) => string;
}

const name = String.raw`(?:\[\*\]|[\w\p{L}-]+)`;
const number = String.raw`-?\d+(?:\.\d+)?`;
/** Statements without effect on the picture. */
const ignoredStatement =
  /^(?:title|accTitle|accDescr|direction|classDef|class|cssClass|style|linkStyle|click|link|links|callback|hide|scale)\b/;
const classArrow = String.raw`<\|--|<\|\.\.|\*--|o--|-->|--\*|--o|--\|>|\.\.>|\.\.\|>|<--|<\.\.|--|\.\.`;
const relation = new RegExp(
  String.raw`^([^\s"<*.-]+)\s*("[^"]*")?\s*(${classArrow})\s*("[^"]*")?\s*([^\s":<*.-]+)\s*(:.+)?$`,
);

const grammars: readonly Grammar[] = [
  {
    header: /^sequenceDiagram\b/i,
    opening: /^(?:loop|alt|opt|par|critical|break|rect|box)\b/,
    closing: /^end$/,
    end: 'end',
    statements: [
      /^(?:create\s+)?(?:participant|actor)\s+\S+(?:\s+as\s+.+)?$/,
      /^note\s+(?:left of|right of|over)\s+[^:]+:\s*.+$/i,
      /^\S+?\s*(?:--?>>?|--?[)x])\s*[+-]?\S+?\s*:\s*.+$/,
      /^(?:else|and|option|autonumber|activate|deactivate|destroy)\b/,
    ],
  },
  {
    header: /^classDiagram\b/i,
    opening: /^(?:class|namespace)\b.*\{$/,
    closing: /^\}$/,
    end: '}',
    body: /./,
    statements: [
      /^class\s+\S+(?:\s*~\w+~)?(?:\s*\{.*\})?$/,
      relation,
      /^[^\s:]+\s*:\s*.+$/,
      /^(?:<<\w+>>\s+\S+|note\b.*)$/,
    ],
    rewrite: (line) =>
      line.replace(relation, (_, from, one, arrow, other, to, label) =>
        [from, one, arrow === '..' ? '..>' : arrow, other, to, label].filter((part) => part).join(' '),
      ),
  },
  {
    header: /^erDiagram\b/i,
    opening: /^\S+\s*\{$/,
    closing: /^\}$/,
    end: '}',
    body: /^\S+\s+\S+/,
    statements: [
      /^\S+\s+(?:\|\||\|o|o\||\}\||\}o|\|\{|o\{)(?:--|\.\.)(?:\|\||\|o|o\||\}\||\}o|\|\{|o\{)\s+\S+\s*:\s*.+$/,
      /^[^\s{}|:]+$/,
    ],
    rewrite: (line) => (/^[^\s{}|:]+$/.test(line) ? `${line} {\n}` : line),
  },
  {
    header: /^stateDiagram(?:-v2)?\b/i,
    opening: /^state\s+.*\{$/,
    closing: /^\}$/,
    end: '}',
    statements: [
      new RegExp(`^${name}\\s*-->\\s*${name}(?:\\s*:\\s*.+)?$`, 'u'),
      /^state\s+(?:"[^"]+"\s+as\s+)?[\w\p{L}-]+(?:\s*<<\w+>>)?$/u,
      /^[\w\p{L}-]+\s*:\s*.+$/u,
      /^[\w\p{L}-]+$/u,
      /^(?:--|note\b.*|end note)$/,
    ],
    rewrite: (line) => (/^(?!end$)[\w\p{L}]+$/u.test(line) ? `${line} : ${line}` : line),
  },
  {
    header: /^xychart(?:-beta)?\b/i,
    opening: /^$/,
    closing: /^$/,
    end: '',
    statements: [
      new RegExp(
        String.raw`^[xy]-axis(?:\s+(?:"[^"]*"|[^\s"[\]]+))?(?:\s*\[[^\]]+\]|\s+${number}\s*-->\s*${number})?$`,
      ),
      new RegExp(String.raw`^(?:bar|line)(?:\s+"[^"]*")?\s*\[\s*${number}(?:\s*,\s*${number})*\s*\]$`),
    ],
    rewrite: (line) => line.replace(/^(bar|line)(?:\s+"[^"]*")?\s*\[/, '$1 ['),
  },
];

/** Checks every line of a diagram that the renderer parses itself, so that none is ignored silently. */
export function checkMermaidSyntax(source: string): { source: string } | DiagramSyntaxError {
  const lines = source.split('\n').map((line) => line.trim());
  const first = lines.findIndex((line) => line !== '' && !line.startsWith('%%'));
  const grammar = grammars.find(({ header }) => header.test(lines[first] ?? ''));
  if (grammar === undefined) return { source };
  const written = [lines[first] ?? ''];
  const open: { line: number; hasBody: boolean }[] = [];
  let isNote = false;
  for (const [index, line] of lines.entries()) {
    if (index <= first || line === '' || line.startsWith('%%')) continue;
    if (isNote) {
      isNote = line !== 'end note';
      continue;
    }
    // Multi-line notes are not drawn.
    if (/^note\s+(?:left|right)\s+of\s+[^:]+$/i.test(line)) isNote = true;
    const body = open.at(-1)?.hasBody === true ? grammar.body : undefined;
    if (grammar.closing.test(line) && open.length > 0) open.pop();
    else if (body !== undefined) {
      if (!body.test(line)) return { mistake: notUnderstood(line), line: index + 1 };
    } else if (grammar.opening.test(line))
      open.push({ line: index + 1, hasBody: !/^namespace\b/.test(line) });
    else if (
      !isNote &&
      !ignoredStatement.test(line) &&
      !grammar.statements.some((statement) => statement.test(line))
    )
      return { mistake: notUnderstood(line), line: index + 1 };
    written.push(body === undefined ? (grammar.rewrite?.(line) ?? line) : line);
  }
  const unfinished = open.at(-1);
  if (unfinished === undefined) return { source: written.join('\n') };
  const { end } = grammar;
  return { mistake: { en: `“${end}” is missing`, ru: `не хватает «${end}»` }, line: unfinished.line };
}

function notUnderstood(line: string): Text {
  const shown = line.slice(0, 40);
  return { en: `“${shown}” is not understood`, ru: `непонятно «${shown}»` };
}
