import { escapeHtml } from '../../base/i18n/escape-html.ts';
import { closeTag, openTag } from './html-tags.ts';
import { isSafeUrl, type Markdown, readInlineText, type Token } from './markdown.ts';
import { type CalloutKind, readTokenMeta } from './markdown-token-meta.ts';

/** A mentioned object: a link or a picture. URLs come from the page, never from the author. */
export interface RenderedMention {
  title: string;
  /** Absent if a picture has no larger version to open. */
  href?: string;
  picture?: { src: string; width: number; height: number };
}

export interface HtmlOptions {
  /** URLs of the article's figures by number; a diagram without one is shown as source. */
  figures?: ReadonlyMap<number, string>;
  /** URLs of pictures by id; if absent, only the alt text is shown. */
  pictures?: ReadonlyMap<string, string>;
  /** Sizes of figures and pictures by URL, to avoid layout shift. */
  sizes?: ReadonlyMap<string, { width: number; height: number }>;
  calloutTitles?: Readonly<Record<CalloutKind, string>>;
  /** Accessible names of scrollable tables and of links to a drawing in full size. */
  titles?: { readonly table: string; readonly enlarge?: string };
  /** Mentioned objects by `type:id`: `[task:1]` becomes a link, or the text given here. */
  mentions?: Readonly<Record<string, string | RenderedMention>>;
  /** Ids of elements to link to, by index of the token they precede. */
  anchors?: ReadonlyMap<number, readonly string[]>;
}

const maxTitleLength = 300;
/** Total characters of URLs and titles per page: a reference definition may be used fifty thousand times. */
const maxUrlCharacters = 600_000;

/** Renders sanitized HTML: only allow-listed tags, only URLs with known schemes, no script and no style. */
export function renderHtml(markdown: Markdown, options: HtmlOptions = {}): string {
  const page = new HtmlRenderer(markdown, options);
  return page.render();
}

class HtmlRenderer {
  readonly #markdown: Markdown;
  readonly #options: HtmlOptions;
  readonly #ids = new Map<string, number>();
  readonly #quotes: string[] = [];
  readonly #anchors: ReadonlyMap<number, readonly string[]>;
  #addressed = 0;
  #isInLink = false;

  constructor(markdown: Markdown, options: HtmlOptions) {
    this.#markdown = markdown;
    this.#options = options;
    this.#anchors = options.anchors ?? new Map();
  }

  render(): string {
    const { tokens } = this.#markdown;
    const blocks = tokens.map((token, index) => this.#anchor(index) + this.#block(token, tokens[index + 1]));
    return [this.#anchor(-1), ...blocks].join('');
  }

  #anchor(place: number): string {
    const names = this.#anchors.get(place) ?? [];
    return names.map((id) => `${openTag('a', { id })}${closeTag('a')}`).join('');
  }

  #block(token: Token, next: Token | undefined): string {
    switch (token.type) {
      case 'inline':
        return this.#inline(token.children ?? []);
      case 'heading_open':
        return openTag(headingTag(token), { id: this.#nameHeading(readInlineText(next?.children ?? [])) });
      case 'heading_close':
        return `${closeTag(headingTag(token))}\n`;
      case 'fence':
      case 'code_block':
        return this.#code(token);
      case 'hr':
        return openTag('hr');
      case 'list_item_open':
        return this.#listItem(token);
      case 'ordered_list_open':
        return openTag('ol', { start: token.attrGet('start')?.toString() });
      case 'blockquote_open':
        return this.#quote(token);
      case 'blockquote_close':
        return closeTag(this.#quotes.pop() ?? 'blockquote');
      case 'table_open':
        return `${this.#scroller()}${openTag('table')}`;
      case 'table_close':
        return `${closeTag('table')}${closeTag('div')}\n`;
      case 'th_open':
      case 'td_open':
        return openTag(token.tag, { class: readAlignment(token) });
      case 'footnote_block_open':
        return `${openTag('section', { class: 'footnotes' })}${openTag('ol')}`;
      case 'footnote_block_close':
        return `${closeTag('ol')}${closeTag('section')}`;
      case 'footnote_open':
        return openTag('li', { id: nameFootnote(token) });
      case 'footnote_close':
        return closeTag('li');
      case 'footnote_anchor':
        return ` ${openTag('a', { href: `#${nameReference(token)}`, class: 'footnote-back' })}↩${closeTag('a')}`;
      default:
        if (token.hidden) return '';
        return token.nesting === 1
          ? openTag(token.tag)
          : token.nesting === -1
            ? `${closeTag(token.tag)}\n`
            : '';
    }
  }

  #inline(children: readonly Token[]): string {
    this.#isInLink = false;
    return children.map((child) => this.#mark(child)).join('');
  }

  #mark(token: Token): string {
    switch (token.type) {
      case 'softbreak':
        return '\n';
      case 'hardbreak':
        return openTag('br');
      case 'code_inline':
        return `${openTag('code')}${escapeHtml(token.content)}${closeTag('code')}`;
      case 'link_open':
        this.#isInLink = true;
        return this.#link(token);
      case 'link_close':
        this.#isInLink = false;
        return closeTag('a');
      case 'image':
        return this.#image(token);
      case 'footnote_ref': {
        const link = openTag('a', { href: `#${nameFootnote(token)}`, id: nameReference(token) });
        return `${openTag('sup', { class: 'footnote' })}${link}${countFootnote(token)}${closeTag('a')}${closeTag('sup')}`;
      }
      default:
        if (token.nesting === 0) return this.#words(token.content);
        return token.nesting === 1 ? openTag(token.tag) : closeTag(token.tag);
    }
  }

  /** Replaces mentions in plain text, not in code; unknown ones stay as typed. */
  #words(text: string): string {
    const { mentions } = this.#options;
    if (mentions === undefined) return escapeHtml(text);
    return text
      .split(/\[(\w+:\d+)\]/)
      .map((part, index) => {
        if (index % 2 === 0) return escapeHtml(part);
        const named = Object.hasOwn(mentions, part) ? mentions[part] : undefined;
        if (typeof named === 'object') return this.#mention(named);
        return escapeHtml(named ?? `[${part}]`);
      })
      .join('');
  }

  #mention({ title, href, picture }: RenderedMention): string {
    if (!this.#afford(`${href}${picture?.src}`, undefined)) return escapeHtml(title);
    const size = picture && { width: String(picture.width), height: String(picture.height) };
    const shown = picture
      ? openTag('img', { src: picture.src, alt: title, ...size, loading: 'lazy' })
      : escapeHtml(title);
    const link = openTag('a', { href, class: picture ? 'shown' : 'mention' });
    return `${link}${shown}${closeTag('a')}`;
  }

  #link(token: Token, href = String(token.attrGet('href') ?? '')): string {
    if (!isSafeUrl(href) || href.startsWith('media:')) return openTag('a');
    const title = readTitle(token);
    if (!this.#afford(href, title)) return openTag('a');
    return openTag('a', { href, title, rel: 'nofollow ugc noopener' });
  }

  /** Only pictures whose URL the page gave are loaded: any other address would learn who reads the text. */
  #image(token: Token): string {
    const alt = readInlineText(token.children ?? []);
    const figure = this.#markdown.figures[(readTokenMeta(token).figure ?? 0) - 1];
    if (figure?.kind !== 'picture') return this.#linkToImage(token, alt);
    const src = this.#options.pictures?.get(figure.mediaId);
    const title = readTitle(token);
    if (src === undefined || !this.#afford(src, title)) return escapeHtml(alt);
    return openTag('img', {
      src,
      alt,
      title,
      ...this.#size(src),
      loading: 'lazy',
      referrerpolicy: 'no-referrer',
    });
  }

  #linkToImage(token: Token, alt: string): string {
    const src = String(token.attrGet('src') ?? '');
    const isAddress = isSafeUrl(src) && !/^(media|mailto|tel):/i.test(src);
    // A link in a link ends the outer one.
    if (!isAddress || this.#isInLink || !this.#afford(src, undefined)) return escapeHtml(alt);
    return `${this.#link(token, src)}${escapeHtml(alt || src)}${closeTag('a')}`;
  }

  #size(src: string): { width?: string; height?: string } {
    const size = this.#options.sizes?.get(src);
    return size ? { width: String(size.width), height: String(size.height) } : {};
  }

  /** Wide tables scroll inside a box that is focusable by keyboard. */
  #scroller(): string {
    const title = this.#options.titles?.table;
    const named = title === undefined ? {} : { role: 'group', 'aria-label': title };
    return openTag('div', { class: 'scroller', tabindex: '0', ...named });
  }

  #afford(address: string, title: string | undefined): boolean {
    this.#addressed += address.length + (title?.length ?? 0);
    return this.#addressed <= maxUrlCharacters;
  }

  #code(token: Token): string {
    const figure = this.#markdown.figures[(readTokenMeta(token).figure ?? 0) - 1];
    const src = figure && this.#options.figures?.get(figure.number);
    if (figure !== undefined && src !== undefined) {
      const isSaid = figure.caption === '' || (figure.kind !== 'picture' && figure.isCaptionInText);
      const caption = isSaid
        ? ''
        : `${openTag('figcaption')}${escapeHtml(figure.caption)}${closeTag('figcaption')}`;
      const image = openTag('img', { src, alt: figure.caption, ...this.#size(src), loading: 'lazy' });
      return `${openTag('figure', { id: `figure-${figure.number}` })}${this.#enlarge(src, figure.caption, image)}${caption}${closeTag('figure')}\n`;
    }
    const language = /^[\w+-]{1,30}/.exec(token.info.trim())?.[0];
    const code = openTag('code', { class: language === undefined ? undefined : `language-${language}` });
    return `${openTag('pre')}${code}${escapeHtml(token.content)}${closeTag('code')}${closeTag('pre')}\n`;
  }

  #enlarge(src: string, caption: string, image: string): string {
    const title = this.#options.titles?.enlarge;
    if (title === undefined) return image;
    const label = caption === '' ? title : `${title}: ${caption}`;
    return `${openTag('a', { href: src, class: 'enlarge', 'aria-label': label })}${image}${closeTag('a')}`;
  }

  #listItem(token: Token): string {
    const { task } = readTokenMeta(token);
    if (task === undefined) return openTag('li');
    const box = openTag('input', {
      type: 'checkbox',
      disabled: '',
      checked: task === 'done' ? '' : undefined,
    });
    return `${openTag('li', { class: 'task' })}${box} `;
  }

  #quote(token: Token): string {
    const { callout: kind } = readTokenMeta(token);
    this.#quotes.push(kind === undefined ? 'blockquote' : 'aside');
    if (kind === undefined) return openTag('blockquote');
    const title = this.#options.calloutTitles?.[kind];
    const heading =
      title === undefined
        ? ''
        : `${openTag('p')}${openTag('strong')}${escapeHtml(title)}${closeTag('strong')}${closeTag('p')}`;
    return `${openTag('aside', { class: `callout callout-${kind}`, role: 'note' })}${heading}`;
  }

  /** Prefixed, so that headings cannot collide with ids used by the page's scripts. */
  #nameHeading(text: string): string {
    const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const name = `section-${words.join('-').slice(0, 80)}`;
    const count = (this.#ids.get(name) ?? 0) + 1;
    this.#ids.set(name, count);
    return count === 1 ? name : `${name}-${count}`;
  }
}

/** The page around a text has the only heading of the first level. */
const headingTag = ({ tag }: Token) => (tag === 'h1' ? 'h2' : tag);

const countFootnote = (token: Token) => (readTokenMeta(token).id ?? 0) + 1;
const nameFootnote = (token: Token) => `footnote-${countFootnote(token)}`;

function nameReference(token: Token): string {
  const again = readTokenMeta(token).subId ?? 0;
  return `reference-${countFootnote(token)}${again > 0 ? `-${again}` : ''}`;
}

/** A long title of a reference used a thousand times would make the page huge. */
function readTitle(token: Token): string | undefined {
  const title = token.attrGet('title')?.toString();
  return title !== undefined && title.length <= maxTitleLength ? title : undefined;
}

function readAlignment(token: Token): string | undefined {
  const side = /text-align:(left|right|center)/.exec(token.attrGet('style')?.toString() ?? '')?.[1];
  return side === undefined ? undefined : `align-${side}`;
}
