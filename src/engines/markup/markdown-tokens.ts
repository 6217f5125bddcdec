import markdownIt, { type MarkdownIt, type Token } from 'markdown-it';

type Nesting = Token['nesting'];

/** Faster Token: the parser's constructor sets every field by a call, a third of the time for a long text. */
class FastToken {
  type: string;
  tag: string;
  nesting: Nesting;
  attrs: Token['attrs'];
  map: Token['map'];
  level: number;
  children: Token[] | null;
  content: string;
  markup: string;
  info: string;
  meta: Token['meta'];
  block: boolean;
  hidden: boolean;

  constructor(type: string, tag: string, nesting: Nesting) {
    this.type = type;
    this.tag = tag;
    this.nesting = nesting;
    this.attrs = null;
    this.map = null;
    this.level = 0;
    this.children = null;
    this.content = '';
    this.markup = '';
    this.info = '';
    this.meta = null;
    this.block = false;
    this.hidden = false;
  }
}
Object.setPrototypeOf(FastToken.prototype, markdownIt.Token.prototype);

export function createToken(type: string, tag: string, nesting: Nesting): Token {
  return new FastToken(type, tag, nesting) as Token;
}

export function createTextToken(text: string): Token {
  const token = createToken('text', '', 0);
  token.content = text;
  return token;
}

class FastBlockState extends markdownIt.StateBlock {
  override push(type: string, tag: string, nesting: Nesting): Token {
    const token = createToken(type, tag, nesting);
    token.block = true;
    if (nesting < 0) this.level -= 1;
    token.level = this.level;
    if (nesting > 0) this.level += 1;
    this.tokens.push(token);
    return token;
  }
}

class FastInlineState extends markdownIt.StateInline {
  override pushPending(): Token {
    const token = createTextToken(this.pending);
    token.level = this.pendingLevel;
    this.tokens.push(token);
    this.pending = '';
    return token;
  }

  override push(type: string, tag: string, nesting: Nesting): Token {
    if (this.pending !== '') this.pushPending();
    const token = createToken(type, tag, nesting);
    if (nesting < 0) {
      this.level -= 1;
      this.delimiters = this._prev_delimiters.pop() ?? [];
    }
    token.level = this.level;
    if (nesting > 0) {
      this.level += 1;
      this._prev_delimiters.push(this.delimiters);
      this.delimiters = [];
    }
    this.pendingLevel = this.level;
    this.tokens.push(token);
    this.tokens_meta.push(nesting > 0 ? { delimiters: this.delimiters } : undefined);
    return token;
  }
}

export function useFastTokens(parser: MarkdownIt): void {
  parser.block.State = FastBlockState;
  parser.inline.State = FastInlineState;
}
