import { type Piece, parseHtml, type Tag } from './html-parser.ts';

/** A form of a page with what a browser without script would send, and the names of all its fields. */
export interface RenderedForm {
  readonly id: string | undefined;
  readonly action: string;
  readonly names: ReadonlySet<string>;
  readonly values: [name: string, value: string][];
  /** Fields for free text, which are empty or hold `values`. */
  readonly textFields: ReadonlySet<string>;
}

const textTypes = new Set(['text', 'search']);
const notSent = new Set(['file', 'submit', 'button', 'image', 'reset']);

/** Forms that are posted; `path` is that of the page, for forms without an action. */
export function readForms(html: string, path: string): RenderedForm[] {
  const forms: (RenderedForm & { names: Set<string>; textFields: Set<string> })[] = [];
  let form: (typeof forms)[number] | undefined;
  let select: string | undefined;
  let textarea: [string, string] | undefined;
  for (const piece of parseHtml(html)) {
    if ('text' in piece) {
      if (textarea) textarea[1] += piece.text;
      continue;
    }
    const { name: element, closing, attributes } = piece.tag;
    if (element === 'form') {
      form = undefined;
      if (closing || attributes.get('method') !== 'post') continue;
      const action = attributes.get('action')?.split('#', 1)[0] || path;
      form = { id: attributes.get('id'), action, names: new Set(), values: [], textFields: new Set() };
      forms.push(form);
      continue;
    }
    if (!form) continue;
    const name = attributes.get('name') ?? '';
    if (closing) {
      if (element === 'textarea' && textarea) form.values.push(textarea);
      if (element === 'textarea') textarea = undefined;
      if (element === 'select') select = undefined;
    } else if (element === 'select') {
      select = name;
      form.names.add(name);
    } else if (element === 'option' && select) {
      if (attributes.has('selected')) form.values.push([select, attributes.get('value') ?? '']);
    } else if (element === 'textarea') {
      textarea = [name, ''];
      form.names.add(name);
      form.textFields.add(name);
    } else if (element === 'input' && name) {
      const type = attributes.get('type') ?? 'text';
      form.names.add(name);
      if (textTypes.has(type) && !attributes.has('inputmode') && !attributes.has('disabled'))
        form.textFields.add(name);
      const isOff = (type === 'radio' || type === 'checkbox') && !attributes.has('checked');
      if (!isOff && !notSent.has(type)) form.values.push([name, attributes.get('value') ?? '']);
    }
  }
  return forms;
}

const voidElements = new Set(['br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);

/** The texts of `main` that are seen when the page is opened: outside closed folds, popovers and hidden elements. */
export function listSeenTexts(html: string): { text: string; form: string | undefined; at: string }[] {
  const open: Tag[] = [];
  return parseHtml(html).flatMap((piece: Piece) => {
    if ('text' in piece) {
      if (!open.some(({ name }) => name === 'main') || !isSeen(open)) return [];
      const form = open.findLast(({ name }) => name === 'form')?.attributes.get('id');
      const at = open.at(-1)?.attributes.get('class') ?? '';
      return { text: piece.text, form, at };
    }
    const { tag } = piece;
    if (tag.closing) open.pop();
    else if (!tag.selfClosing && !voidElements.has(tag.name)) open.push(tag);
    return [];
  });
}

function isSeen(open: readonly Tag[]): boolean {
  return open.every(({ name, attributes }, index) => {
    if (attributes.has('hidden') || attributes.has('popover') || name === 'template') return false;
    return name !== 'details' || attributes.has('open') || open[index + 1]?.name === 'summary';
  });
}
