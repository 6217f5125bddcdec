import markdownIt, { type Env, type MarkdownIt, type StateBlock, type StateInline } from 'markdown-it';
import { createTextToken } from './markdown-tokens.ts';

/**
 * Limits of the parser's work, which is partly quadratic in the number of nested elements; 300,000 characters can be
 * made of nothing else. Beyond the limits markup stays plain text: nothing is refused or lost, and no normal text
 * comes near.
 */
const maxBlockTokens = 100_000;
const maxTokens = 150_000;
/** Each nesting level scans all lines inside it again, so the limit is shared among levels. */
const maxLinesRead = 200_000;
const maxDepth = 38;
const minAllowedDepth = 4;
const maxColumns = 1_000;
/** Rows are padded to the width of their table; minimum number of cells allowed in short texts. */
const minAllowedCells = 3_000;
const maxDelimiterRun = 100;
/** With more opening brackets, only balanced ones are parsed, nested up to `maxBracketDepth`. */
const bracketCheckThreshold = 1_000;
const maxBracketDepth = 8;
/** Nesting of separately parsed texts: image alt texts and inline footnotes. */
const maxNestedTexts = 3;

interface ParseBudget {
  tokens: number;
  depth: number;
}

const parseBudgets = new WeakMap<Env, ParseBudget>();

function getParseBudget(env: Env): ParseBudget {
  let spending = parseBudgets.get(env);
  if (spending === undefined) {
    spending = { tokens: 0, depth: 0 };
    parseBudgets.set(env, spending);
  }
  return spending;
}

/** Characters at which an inline rule may start; a text without them is a single token. */
const markable = /[\n!&*<[\\\]^_`~]/;

type BlockRule = (state: StateBlock, start: number, end: number, silent: boolean) => boolean;

/** Returns a built-in rule of the parser, to be wrapped. */
function getBlockRule(name: string): BlockRule {
  const spare = markdownIt();
  spare.block.ruler.enableOnly(name);
  const [rule] = spare.block.ruler.getRules('');
  if (rule === undefined) throw new Error(`The Markdown parser has no rule ${name}.`);
  return rule;
}

export function limitParser(parser: MarkdownIt): void {
  const { ruler } = parser.block;
  ruler.before('table', 'rest', readRestAsParagraph);
  ruler.at('table', limitTable(getBlockRule('table')), { alt: ['paragraph', 'reference'] });
  const nested = ['paragraph', 'reference', 'blockquote'];
  ruler.at('blockquote', limitDepth(getBlockRule('blockquote')), { alt: [...nested, 'list'] });
  ruler.at('list', limitDepth(getBlockRule('list')), { alt: nested });
  parser.core.ruler.after('block', 'spending', ({ env, tokens }) => {
    getParseBudget(env).tokens = tokens.length;
  });
  parser.inline.ruler.before('text', 'bounds', limitInline);
  const parse = parser.inline.parse.bind(parser.inline);
  parser.inline.parse = (text, md, env, tokens) => {
    const spending = getParseBudget(env);
    if (spending.depth >= maxNestedTexts || spending.tokens >= maxTokens || !markable.test(text)) {
      if (text !== '') tokens.push(createTextToken(text));
      spending.tokens += 1;
      return;
    }
    spending.depth += 1;
    parse(text, md, env, tokens);
    spending.depth -= 1;
    spending.tokens += tokens.length;
  };
}

/** Beyond the block limit the rest of the text becomes one plain paragraph. */
function readRestAsParagraph(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if (silent || state.tokens.length < maxBlockTokens) return false;
  state.push('paragraph_open', 'p', 1).map = [start, end];
  const inline = state.push('inline', '', 0);
  inline.map = [start, end];
  inline.children = [createTextToken(state.getLines(start, end, state.blkIndent, false).trim())];
  state.push('paragraph_close', 'p', -1);
  state.line = end;
  return true;
}

function limitTable(table: BlockRule): BlockRule {
  return (state, start, end, silent) => {
    if (!table(state, start, end, true)) return false;
    const head = state.src.slice(state.bMarks[start], state.eMarks[start]);
    const columns = head.split('|', maxColumns + 2).length;
    if (columns > maxColumns) return false;
    if (silent) return true;
    // Every non-empty cell has at least one character in the source.
    const cells = Math.min(
      (maxBlockTokens - state.tokens.length) / 3,
      Math.max(minAllowedCells, state.src.length),
    );
    const rows = Math.max(1, Math.floor(cells / columns));
    return table(state, start, Math.min(end, start + 2 + rows), false);
  };
}

/** The parser would drop content nested too deep and everything after it; here it stays as a paragraph. */
function limitDepth(rule: BlockRule): BlockRule {
  return (state, start, end, silent) => {
    const most = Math.max(minAllowedDepth, maxLinesRead / state.eMarks.length);
    return state.level < Math.min(maxDepth, most) && rule(state, start, end, silent);
  };
}

const asterisk = 0x2a;
const underscore = 0x5f;
const tilde = 0x7e;
const exclamation = 0x21;
const opening = 0x5b;
const closing = 0x5d;
const backslash = 0x5c;

function limitInline(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (!silent && getParseBudget(state.env).tokens + state.tokens.length >= maxTokens)
    return emitPlainText(state, state.posMax - pos, silent);
  const code = src.charCodeAt(pos);
  if (code === asterisk || code === underscore || code === tilde) {
    let end = pos + 1;
    while (end < state.posMax && src.charCodeAt(end) === code) end += 1;
    return end - pos > maxDelimiterRun && emitPlainText(state, end - pos, silent);
  }
  const bracket = code === exclamation ? pos + 1 : pos;
  if (src.charCodeAt(bracket) !== opening) return false;
  return findPlainBrackets(state)?.[bracket] === 1 && emitPlainText(state, 1, silent);
}

/** Emits characters as plain text. */
function emitPlainText(state: StateInline, count: number, silent: boolean): true {
  if (!silent) state.pending += state.src.slice(state.pos, state.pos + count);
  state.pos += count;
  return true;
}

const plainBrackets = new WeakMap<StateInline, Uint8Array | null>();

/** Marks opening brackets to treat as plain text, in texts with very many of them. */
function findPlainBrackets(state: StateInline): Uint8Array | null {
  if (state.src.length < bracketCheckThreshold) return null;
  let vain = plainBrackets.get(state);
  if (vain === undefined) {
    vain =
      state.src.split('[', bracketCheckThreshold + 2).length > bracketCheckThreshold
        ? markPlainBrackets(state.src)
        : null;
    plainBrackets.set(state, vain);
  }
  return vain;
}

function markPlainBrackets(text: string): Uint8Array {
  const vain = new Uint8Array(text.length);
  const open: { at: number; inside: number }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === opening) open.push({ at, inside: 0 });
    else if (code === closing) {
      const ended = open.pop();
      const around = open.at(-1);
      if (ended === undefined) continue;
      if (ended.inside >= maxBracketDepth) vain[ended.at] = 1;
      if (around !== undefined) around.inside = Math.max(around.inside, ended.inside + 1);
    }
  }
  for (const { at } of open) vain[at] = 1;
  return vain;
}
