import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it';
import footnote from 'markdown-it-footnote';

/** The plugin takes time with the square of their number; a text with more is not written for readers. */
const mostFootnotes = 1000;
const longestLabel = 200;

export function hasTooManyFootnotes(text: string): boolean {
  return [/\[\^/g, /\^\[/g].some((mark) => {
    let found = 0;
    while (found <= mostFootnotes && mark.test(text)) found += 1;
    return found > mostFootnotes;
  });
}

/** Footnotes, without the plugin's ways of going over a whole text for each of them. */
export function addFootnotes(parser: MarkdownIt): void {
  parser.use(footnote);
  parser.inline.ruler.before('footnote_ref', 'footnote_label', passEndless);
  const bodies = new WeakMap<StateCore, Token[]>();
  parser.core.ruler.before('footnote_tail', 'footnote_apart', (state) => {
    const { body, notes } = partNotes(state.tokens);
    bodies.set(state, body);
    state.tokens = notes;
  });
  parser.core.ruler.after('footnote_tail', 'footnote_together', (state) => {
    state.tokens = [...(bodies.get(state) ?? []), ...state.tokens];
  });
}

/** The plugin looks for the end of a label as far as the text goes. */
function passEndless(state: StateInline, silent: boolean): boolean {
  const { src, pos } = state;
  if (!src.startsWith('[^', pos) || state.env.footnotes === undefined) return false;
  const end = Math.min(state.posMax, pos + longestLabel);
  for (let at = pos + 2; at < end; at += 1) if (src[at] === ']') return false;
  if (!silent) state.pending += '[';
  state.pos += 1;
  return true;
}

/** For each note the plugin copies everything before it, so it is given the notes alone. */
function partNotes(tokens: readonly Token[]): { body: Token[]; notes: Token[] } {
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
