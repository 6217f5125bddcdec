import type { Text } from '../../base/i18n/text.ts';

/** `line` counts from 1 within the diagram's source; 0 if unknown. */
export interface DiagramSyntaxError {
  mistake: Text;
  line: number;
}

const header = /^(?:graph|flowchart)(?:\s+(TD|TB|LR|BT|RL))?\s*$/i;
const directive = /^(?:subgraph|end|direction|classDef|linkStyle|accTitle|accDescr)\b/;
const assignment = /^(class|style)\s+([^\s]+)\s+(.+)$/;
const node = /^[\p{L}\p{N}_]+(?:[-.](?=[\p{L}\p{N}_])[\p{L}\p{N}_]+)*/u;
const plainArrow = /^(<)?(--+[>ox]?|==+[>ox]?|-\.+-[>ox]?|~~~)\s*(?:\|([^|]*)\|)?/;
const wordyArrow =
  /^(<)?(--|==|-\.)\s*([^\s\->=.|][^|]*?)\s*(--+[>ox]?|==+[>ox]?|\.+-[>ox]?)(?=[\s\p{L}\p{N}_]|$)/u;
/** The layout's time grows faster than quadratically. */
const maxArrows = 200;
const maxNodes = 250;
const maxSubgraphs = 100;
const maxSubgraphDepth = 10;
const closing: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}', '>': ']' };

/**
 * Parses flow charts as written in practice (names in any alphabet, arrows without spaces, several statements per
 * line) and rewrites them to the subset that the renderer supports. The renderer silently ignores what it does not
 * know; here that is an error with a line.
 */
export function parseFlowchart(source: string): { source: string } | DiagramSyntaxError {
  const names = new Map<string, string>();
  const written: string[] = [];
  let arrows = 0;
  let begun = 0;
  const subgraphs: number[] = [];
  for (const [index, whole] of source.split('\n').entries()) {
    for (const statement of splitStatements(whole)) {
      const line = index + 1;
      if (written.length === 0) {
        const direction = header.exec(statement);
        if (direction === null) return { mistake: notUnderstood(statement), line };
        written.push(`graph ${(direction[1] ?? 'TD').toUpperCase()}`);
        continue;
      }
      const read = readStatement(statement, names);
      if ('en' in read) return { mistake: read, line };
      arrows += read.arrows;
      if (arrows > maxArrows) return { mistake: tooMany(maxArrows, 'arrows', 'стрелок'), line };
      if (names.size > maxNodes) return { mistake: tooMany(maxNodes, 'nodes', 'узлов'), line };
      if (/^subgraph\b/.test(read.written)) {
        subgraphs.push(line);
        begun += 1;
        if (begun > maxSubgraphs) return { mistake: tooMany(maxSubgraphs, 'subgraphs', 'подграфов'), line };
      }
      if (read.written === 'end' && subgraphs.pop() === undefined)
        return { mistake: notUnderstood(statement), line };
      if (subgraphs.length > maxSubgraphDepth) return { mistake: tooDeep, line };
      if (read.written !== '') written.push(read.written);
    }
  }
  const unfinished = subgraphs.at(-1);
  if (unfinished !== undefined)
    return { mistake: { en: '“end” is missing', ru: 'не хватает «end»' }, line: unfinished };
  return { source: written.join('\n') };
}

export function isFlowchart(source: string): boolean {
  const first = source.split('\n').find((line) => line.trim() !== '' && !line.trim().startsWith('%%'));
  return /^\s*(?:graph|flowchart)\b/i.test(first ?? '');
}

interface Statement {
  written: string;
  arrows: number;
}

function readStatement(statement: string, names: Map<string, string>): Statement | Text {
  if (directive.test(statement)) return { written: statement, arrows: 0 };
  // Links have no effect in a static picture.
  if (/^click\b/.test(statement)) return { written: '', arrows: 0 };
  const assigned = assignment.exec(statement);
  if (assigned !== null) {
    const ids = (assigned[2] ?? '').split(',').map((name) => assignNodeId(name, names));
    return { written: `${assigned[1]} ${ids.join(',')} ${assigned[3]}`, arrows: 0 };
  }
  return readChain(statement, names);
}

/** node (arrow node)*; nodes joined by `&` are each linked to each of the next. */
function readChain(statement: string, names: Map<string, string>): Statement | Text {
  let rest = statement;
  let written = '';
  let arrows = 0;
  let before = 0;
  let together = 1;
  for (;;) {
    const found = readNode(rest, names);
    if ('en' in found) return found;
    written += found.written;
    rest = found.rest.trimStart();
    if (rest === '') return { written, arrows: arrows + before * together };
    if (rest.startsWith('&')) {
      together += 1;
      written += ' & ';
      rest = rest.slice(1).trimStart();
    } else {
      const arrow = readArrow(rest);
      if (arrow === null) return notUnderstood(rest);
      written += ` ${arrow.written} `;
      arrows += before * together;
      before = together;
      together = 1;
      rest = arrow.rest.trimStart();
    }
    if (rest === '') return { en: 'an arrow leads nowhere', ru: 'стрелка никуда не ведёт' };
  }
}

function readNode(text: string, names: Map<string, string>): { written: string; rest: string } | Text {
  const name = node.exec(text)?.[0];
  if (name === undefined) return notUnderstood(text);
  const isKnown = names.has(name);
  const id = assignNodeId(name, names);
  let rest = text.slice(name.length);
  let shape = '';
  if (closing[rest[0] ?? ''] !== undefined) {
    const end = findClosing(rest);
    if (typeof end !== 'number') return end;
    shape = rest.slice(0, end);
    rest = rest.slice(end);
  } else if (id !== name && !isKnown) shape = `[${name}]`;
  const style = /^:::[\w-]+/.exec(rest)?.[0] ?? '';
  return { written: `${id}${shape}${style}`, rest: rest.slice(style.length) };
}

function readArrow(text: string): { written: string; rest: string } | null {
  const plain = plainArrow.exec(text);
  const wordy = plain === null || /^(?:--|==)$/.test(plain[2] ?? '') ? wordyArrow.exec(text) : null;
  const match = wordy ?? plain;
  if (match === null) return null;
  const label = match[3]?.trim().replaceAll('|', ' ');
  const strokes = `${match[2]}${wordy?.[4] ?? ''}`;
  const isPointed = /[>ox]$/.test(strokes);
  const line = strokes.startsWith('=')
    ? ['===', '==>']
    : strokes.startsWith('-.')
      ? ['-.-', '-.->']
      : ['---', '-->'];
  const written = `${match[1] ?? ''}${line[isPointed ? 1 : 0]}${label ? `|${label}|` : ''}`;
  return { written, rest: text.slice(match[0].length) };
}

/** End of the bracketed shape at the start of the text; quoted parts are skipped. */
function findClosing(text: string): number | Text {
  const waiting: string[] = [];
  let isQuoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index] ?? '';
    if (letter === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (letter === waiting.at(-1)) waiting.pop();
    else if (closing[letter] !== undefined && (letter !== '>' || index === 0))
      waiting.push(closing[letter] ?? '');
    if (waiting.length === 0) return index + 1;
  }
  if (isQuoted) return { en: 'a quotation mark is not closed', ru: 'кавычка не закрыта' };
  return { en: `“${waiting.at(-1)}” is missing`, ru: `не хватает «${waiting.at(-1)}»` };
}

/** The renderer supports Latin names only; others get a generated id and keep their name as the label. */
function assignNodeId(name: string, names: Map<string, string>): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  const id = /^[A-Za-z0-9_]+$/.test(name) ? name : `name_${names.size + 1}`;
  names.set(name, id);
  return id;
}

function splitStatements(line: string): string[] {
  const statements: string[] = [];
  let statement = '';
  let depth = 0;
  let isQuoted = false;
  for (const letter of line.replace(/%%.*$/, '')) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && '[({'.includes(letter)) depth += 1;
    else if (!isQuoted && '])}'.includes(letter)) depth -= 1;
    if (letter === ';' && depth <= 0 && !isQuoted) {
      statements.push(statement);
      statement = '';
    } else statement += letter;
  }
  return [...statements, statement].map((each) => each.trim()).filter((each) => each !== '');
}

function tooMany(count: number, en: string, ru: string): Text {
  return {
    en: `a flow chart has at most ${count} ${en}`,
    ru: `в блок-схеме может быть не больше ${count} ${ru}`,
  };
}
const tooDeep: Text = {
  en: `subgraphs lie at most ${maxSubgraphDepth} deep in each other`,
  ru: `подграфы вкладываются не глубже ${maxSubgraphDepth}`,
};

function notUnderstood(text: string): Text {
  const shown = text.slice(0, 40);
  return { en: `“${shown}” is not understood`, ru: `непонятно «${shown}»` };
}
