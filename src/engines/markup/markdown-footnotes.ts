import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';
import footnote from 'markdown-it-footnote';

/** The plugin's time is quadratic in the number of footnotes. */
const maxFootnotes = 1000;
const maxLabelLength = 200;

export function hasTooManyFootnotes(text: string): boolean {
  return [/\[\^/g, /\^\[/g].some((mark) => {
    let found = 0;
    while (found <= maxFootnotes && mark.test(text)) found += 1;
    return found > maxFootnotes;
  });
}

/** Adds the footnote plugin, avoiding its scans of the whole text per footnote. */
export function addFootnotes(parser: MarkdownIt): void {
  parser.use(footnote);
  parser.inline.ruler.before('footnote_ref', 'footnote_label', skipUnclosedLabel);
  const bodies = new WeakMap<StateCore, Token[]>();
  parser.core.ruler.before('footnote_tail', 'footnote_apart', (state) => {
    const { body, notes } = separateFootnotes(state.tokens);
    bodies.set(state, body);
    state.tokens = notes;
  });
  parser.core.ruler.after('footnote_tail', 'footnote_together', (state) => {
    state.tokens = [...(bodies.get(state) ?? []), ...state.tokens];
  });
}

/** The plugin searches for the end of a label through the whole text; unclosed labels are skipped here. */
function skipUnclosedLabel(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (!src.startsWith('[^', pos) || state.env.footnotes === undefined) return false;
  const end = Math.min(state.posMax, pos + maxLabelLength);
  for (let at = pos + 2; at < end; at += 1) if (src[at] === ']') return false;
  if (!silent) state.pending += '[';
  state.pos += 1;
  return true;
}

/** The plugin copies all preceding tokens for each note, so it is given only the notes. */
function separateFootnotes(tokens: readonly Token[]): { body: Token[]; notes: Token[] } {
  const body: Token[] = [];
  const notes: Token[] = [];
  let isNote = false;
  for (const token of tokens) {
    if (token.type === 'footnote_reference_open') isNote = true;
    (isNote ? notes : body).push(token);
    if (token.type === 'footnote_reference_close') isNote = false;
  }
  return { body, notes };
}
