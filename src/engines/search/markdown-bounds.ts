import markdownIt, { type Env, type MarkdownIt, type StateBlock, type StateInline } from 'markdown-it';
import { makeText } from './markdown-tokens.ts';

/**
 * Limits of the parser's work, which is partly quadratic in the number of nested elements; 300,000 characters can be
 * made of nothing else. Beyond the limits markup stays plain text: nothing is refused or lost, and no normal text
 * comes near.
 */
const mostBlockTokens = 100_000;
const mostTokens = 150_000;
/** Each nesting level scans all lines inside it again, so the limit is shared among levels. */
const mostLinesRead = 200_000;
const deepest = 38;
const shallowest = 4;
const mostColumns = 1_000;
/** Rows are padded to the width of their table; minimum number of cells allowed in short texts. */
const leastCells = 3_000;
const longestRun = 100;
/** With more opening brackets, only balanced ones are parsed, nested up to `deepestBrackets`. */
const manyBrackets = 1_000;
const deepestBrackets = 8;
/** Nesting of separately parsed texts: image alt texts and inline footnotes. */
const deepestText = 3;

interface Spending {
  tokens: number;
  depth: number;
}

const spendings = new WeakMap<Env, Spending>();

function spendingOf(env: Env): Spending {
  let spending = spendings.get(env);
  if (spending === undefined) {
    spending = { tokens: 0, depth: 0 };
    spendings.set(env, spending);
  }
  return spending;
}

/** Characters at which an inline rule may start; a text without them is a single token. */
const markable = /[\n!&*<[\\\]^_`~]/;

type BlockRule = (state: StateBlock, start: number, end: number, silent: boolean) => boolean;

/** Returns a built-in rule of the parser, to be wrapped. */
function takeBlockRule(name: string): BlockRule {
  const spare = markdownIt();
  spare.block.ruler.enableOnly(name);
  const [rule] = spare.block.ruler.getRules('');
  if (rule === undefined) throw new Error(`The Markdown parser has no rule ${name}.`);
  return rule;
}

export function boundParser(parser: MarkdownIt): void {
  const { ruler } = parser.block;
  ruler.before('table', 'rest', readRest);
  ruler.at('table', boundTable(takeBlockRule('table')), { alt: ['paragraph', 'reference'] });
  const nested = ['paragraph', 'reference', 'blockquote'];
  ruler.at('blockquote', boundDepth(takeBlockRule('blockquote')), { alt: [...nested, 'list'] });
  ruler.at('list', boundDepth(takeBlockRule('list')), { alt: nested });
  parser.core.ruler.after('block', 'spending', ({ env, tokens }) => {
    spendingOf(env).tokens = tokens.length;
  });
  parser.inline.ruler.before('text', 'bounds', boundInline);
  const parse = parser.inline.parse.bind(parser.inline);
  parser.inline.parse = (text, md, env, tokens) => {
    const spending = spendingOf(env);
    if (spending.depth >= deepestText || spending.tokens >= mostTokens || !markable.test(text)) {
      if (text !== '') tokens.push(makeText(text));
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
function readRest(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if (silent || state.tokens.length < mostBlockTokens) return false;
  state.push('paragraph_open', 'p', 1).map = [start, end];
  const inline = state.push('inline', '', 0);
  inline.map = [start, end];
  inline.children = [makeText(state.getLines(start, end, state.blkIndent, false).trim())];
  state.push('paragraph_close', 'p', -1);
  state.line = end;
  return true;
}

function boundTable(table: BlockRule): BlockRule {
  return (state, start, end, silent) => {
    if (!table(state, start, end, true)) return false;
    const head = state.src.slice(state.bMarks[start], state.eMarks[start]);
    const columns = head.split('|', mostColumns + 2).length;
    if (columns > mostColumns) return false;
    if (silent) return true;
    // Every non-empty cell has at least one character in the source.
    const cells = Math.min(
      (mostBlockTokens - state.tokens.length) / 3,
      Math.max(leastCells, state.src.length),
    );
    const rows = Math.max(1, Math.floor(cells / columns));
    return table(state, start, Math.min(end, start + 2 + rows), false);
  };
}

/** The parser would drop content nested too deep and everything after it; here it stays as a paragraph. */
function boundDepth(rule: BlockRule): BlockRule {
  return (state, start, end, silent) => {
    const most = Math.max(shallowest, mostLinesRead / state.eMarks.length);
    return state.level < Math.min(deepest, most) && rule(state, start, end, silent);
  };
}

const asterisk = 0x2a;
const underscore = 0x5f;
const tilde = 0x7e;
const exclamation = 0x21;
const opening = 0x5b;
const closing = 0x5d;
const backslash = 0x5c;

function boundInline(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (!silent && spendingOf(state.env).tokens + state.tokens.length >= mostTokens)
    return pass(state, state.posMax - pos, silent);
  const code = src.charCodeAt(pos);
  if (code === asterisk || code === underscore || code === tilde) {
    let end = pos + 1;
    while (end < state.posMax && src.charCodeAt(end) === code) end += 1;
    return end - pos > longestRun && pass(state, end - pos, silent);
  }
  const bracket = code === exclamation ? pos + 1 : pos;
  if (src.charCodeAt(bracket) !== opening) return false;
  return findVainBrackets(state)?.[bracket] === 1 && pass(state, 1, silent);
}

/** Emits characters as plain text. */
function pass(state: StateInline, count: number, silent: boolean): true {
  if (!silent) state.pending += state.src.slice(state.pos, state.pos + count);
  state.pos += count;
  return true;
}

const vainBrackets = new WeakMap<StateInline, Uint8Array | null>();

/** Marks opening brackets to treat as plain text, in texts with very many of them. */
function findVainBrackets(state: StateInline): Uint8Array | null {
  if (state.src.length < manyBrackets) return null;
  let vain = vainBrackets.get(state);
  if (vain === undefined) {
    vain = state.src.split('[', manyBrackets + 2).length > manyBrackets ? judgeBrackets(state.src) : null;
    vainBrackets.set(state, vain);
  }
  return vain;
}

function judgeBrackets(text: string): Uint8Array {
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
      if (ended.inside >= deepestBrackets) vain[ended.at] = 1;
      if (around !== undefined) around.inside = Math.max(around.inside, ended.inside + 1);
    }
  }
  for (const { at } of open) vain[at] = 1;
  return vain;
}
