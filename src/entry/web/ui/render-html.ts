import { type ComponentChildren, Fragment, isValidElement, type VNode } from 'preact';
import type { Language, Text } from '../../../base/i18n/text.ts';

/**
 * Renders components to HTML. Preact's own renderer also serves hooks, class components and suspense, which the server
 * does not use, for a fifth of a page's CPU (decision 182). A `Text` becomes its words in the language of the page. Refuses
 * what it does not know, such as `style` as an object and `value` of a select.
 */
export function renderHtml(node: ComponentChildren): string {
  // A component may keep a rendered part: nothing of it is postponed.
  const outer = turn;
  turn = undefined;
  try {
    return renderNode(node, false);
  } finally {
    turn = outer;
  }
}

/** What is rendered later, with the values of all contexts at its place. */
export interface Postponed {
  readonly node: ComponentChildren;
  readonly isSvg: boolean;
  readonly values: readonly unknown[];
}

export function postpone(node: ComponentChildren, isSvg = false): Postponed {
  return { node, isSvg, values: contexts.map(({ get }) => get()) };
}

/**
 * Renders until the deadline (`performance.now()`); from there on everything is postponed, because a form finds its first
 * wrong field in the order of the page. `mark` must occur in no text.
 */
export function renderUntil(
  deadline: number,
  { node, isSvg, values }: Postponed,
  mark: string,
): (string | Postponed)[] {
  const outer = contexts.map(({ get }) => get());
  const postponed: Postponed[] = [];
  turn = { deadline, mark, postponed, steps: 0, isOver: false };
  try {
    contexts.forEach(({ set }, index) => void set(values[index]));
    const html = renderNode(node, isSvg);
    if (postponed.length === 0) return [html];
    const [first = '', ...rest] = html.split(mark);
    return [first, ...rest.flatMap((text, index) => [postponed[index] as Postponed, text])];
  } finally {
    turn = undefined;
    contexts.forEach(({ set }, index) => void set(outer[index]));
  }
}

/** None while everything is rendered at once. */
let turn: Turn | undefined;
interface Turn {
  readonly deadline: number;
  readonly mark: string;
  readonly postponed: Postponed[];
  steps: number;
  isOver: boolean;
}
/** Nodes between two looks at the clock. */
const stepsPerLook = 8;

function isTimeOver(current: Turn): boolean {
  current.steps += 1;
  if (!current.isOver && current.steps % stepsPerLook === 0)
    current.isOver = performance.now() >= current.deadline;
  return current.isOver;
}

function markPostponed(current: Turn, node: ComponentChildren, isSvg: boolean): string {
  current.postponed.push(postpone(node, isSvg));
  return current.mark;
}

type Props = Readonly<Record<string, unknown>> & { readonly children?: ComponentChildren };
type Component = ((props: unknown) => ComponentChildren) & Partial<Pick<Provider<unknown>, 'enter'>>;

function renderNode(node: ComponentChildren, isSvg: boolean): string {
  if (typeof node === 'string') return escapeHtml(node);
  if (typeof node === 'number' || typeof node === 'bigint') return String(node);
  if (typeof node !== 'object' || node === null) return '';
  if (Array.isArray(node)) {
    let html = '';
    for (let index = 0; index < node.length; index += 1) {
      if (turn && isTimeOver(turn)) return html + markPostponed(turn, node.slice(index), isSvg);
      html += renderNode(node[index], isSvg);
    }
    return html;
  }
  if (isText(node)) return escapeHtml(say(node));
  // An object that came as data is not an element.
  if (!isValidElement(node)) return '';
  if (turn?.isOver) return markPostponed(turn, node, isSvg);
  const { type, props } = node as VNode<Props>;
  if (typeof type === 'string') return renderElement(type, props, isSvg);
  if (type === Fragment) return renderNode(props.children, isSvg);
  const component = type as Component;
  const leave = component.enter?.(props as never);
  if (leave === undefined) return renderNode(component(props), isSvg);
  try {
    return renderNode(component(props), isSvg);
  } finally {
    leave();
  }
}

const voidElements = new Set(['br', 'col', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);

function renderElement(type: string, props: Props, isOuterSvg: boolean): string {
  const isSvg = isOuterSvg || type === 'svg';
  let html = `<${type}`;
  let children: ComponentChildren;
  let inner: string | undefined;
  for (const name in props) {
    const value = props[name];
    if (name === 'children') children = value as ComponentChildren;
    else if (name === 'dangerouslySetInnerHTML') inner = (value as { __html: string }).__html;
    else if (name === 'value' && type === 'textarea') children = value as string;
    else if (name === 'value' && type === 'select') throw new Error('Mark the option as selected instead.');
    else html += renderAttribute(name, value, isSvg);
  }
  inner ??= renderNode(children, isSvg && type !== 'foreignObject');
  if (inner === '' && voidElements.has(type)) return `${html}/>`;
  return `${html}>${inner}</${type}>`;
}

function renderAttribute(name: string, value: unknown, isSvg: boolean): string {
  if (value === undefined || value === null || typeof value === 'function') return '';
  if (typeof value === 'object' && isText(value)) return renderAttribute(name, say(value), isSvg);
  if (typeof value === 'object') throw new Error(`The attribute ${name} has an object as its value.`);
  const start = startAttribute(name, isSvg ? svgStarts : htmlStarts);
  if (value === '') return name === 'href' ? `${start}=""` : start;
  if (typeof value !== 'boolean') return `${start}="${escapeHtml(String(value))}"`;
  // `aria-` and `data-` say "true" and "false".
  if (name[4] === '-' || name === 'spellcheck' || name === 'draggable') return `${start}="${value}"`;
  return value ? start : '';
}

const htmlStarts = new Map<string, string>();
const svgStarts = new Map<string, string>();
const maxStarts = 1_000;

/** A space and the name as HTML writes it: `maxLength` is `maxlength`; in SVG `viewBox` stays. */
function startAttribute(name: string, starts: Map<string, string>): string {
  let start = starts.get(name);
  if (start !== undefined) return start;
  if (!/^[\w:-]+$/.test(name)) throw new Error(`${JSON.stringify(name)} is not the name of an attribute.`);
  if (starts.size >= maxStarts) starts.clear();
  start = ` ${starts === svgStarts ? name : name.toLowerCase()}`;
  starts.set(name, start);
  return start;
}

const special = /["&<]/;
const entities: Readonly<Record<string, string>> = { '"': '&quot;', '&': '&amp;', '<': '&lt;' };

/**
 * For texts and for values of attributes in double quotes. Leaves `>`, which `base/i18n/escape-html.ts` escapes for
 * emails and articles: pages, and their tests, have always had it plain.
 */
function escapeHtml(text: string): string {
  return special.test(text) ? text.replace(/["&<]/g, (sign) => entities[sign] as string) : text;
}

export interface Provider<Value> {
  (props: { value: Value; children: ComponentChildren }): ComponentChildren;
  /** Called before its children are rendered; returns what to call afterwards. */
  enter(props: { value: Value }): () => void;
}

/** Every context, so that postponed nodes are rendered with the values of their place. */
const contexts: { get(): unknown; set(value: unknown): void }[] = [];

/** A value for all components inside of `Provider`. Rendering is synchronous between two turns, so there is one at a time. */
export function createRenderContext<Value>(initial: Value): { Provider: Provider<Value>; read(): Value } {
  let current = initial;
  contexts.push({
    get: () => current,
    set: (value) => {
      current = value as Value;
    },
  });
  const enter = ({ value }: { value: Value }) => {
    const outer = current;
    current = value;
    return () => {
      current = outer;
    };
  };
  return {
    Provider: Object.assign(({ children }: { children: ComponentChildren }) => children, { enter }),
    read: () => current,
  };
}

/** What a component shows: a `Text` in the language of the page, or words that are known already. */
export type Words = string | Text;

const isText = (value: object): value is Text => 'ru' in value && 'en' in value;

const LanguageContext = createRenderContext<Language | null>(null);

/** Language of the page, provided by the shell. */
export const LanguageProvider = LanguageContext.Provider;

export function useLanguage(): Language {
  const language = LanguageContext.read();
  if (!language) throw new Error('useLanguage: no enclosing LanguageProvider');
  return language;
}

/** The words for an attribute or a sentence; children are rendered from a `Text` as it is. */
export function say(words: Words): string;
export function say(words: Words | undefined): string | undefined;
export function say(words: Words | undefined): string | undefined {
  return typeof words === 'object' ? words[useLanguage()] : words;
}
