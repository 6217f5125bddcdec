import { parseHtml } from './html-parser.ts';

/**
 * Rules of the HTML standard for what may stand where, and of WAI-ARIA for names. They are those of the `standard`
 * preset of html-validate that a server-rendered page can break, with unique landmarks and labels added.
 */
export interface HtmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly parent: HtmlElement | null;
  readonly children: HtmlElement[];
  /** With and without that of its children. */
  text: string;
  ownText: string;
}

const voidElements = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const phrasing = new Set(
  (
    'a abbr audio b bdi bdo br button canvas cite code data datalist del dfn em embed i iframe img input ins kbd label ' +
    'link map mark meter noscript object output picture progress q ruby s samp script select slot small span strong ' +
    'sub sup svg template textarea time u var video wbr'
  ).split(' '),
);
const headings = new Set('h1 h2 h3 h4 h5 h6 hgroup'.split(' '));
const onlyPhrasing = new Set(
  (
    'p h1 h2 h3 h4 h5 h6 pre abbr b bdi bdo button cite code data dfn em i kbd label mark meter output progress q s ' +
    'samp small span strong sub sup time u var'
  ).split(' '),
);
/** These contain what their parent may contain. */
const transparent = new Set('a ins del map object video audio noscript canvas'.split(' '));
const interactive = new Set('a button details embed iframe label select textarea'.split(' '));
const labelable = new Set('button input meter output progress select textarea'.split(' '));
/** The only elements allowed in these. */
const allowedChildren: Readonly<Record<string, string>> = {
  ul: 'li script template',
  ol: 'li script template',
  menu: 'li script template',
  dl: 'dt dd div script template',
  table: 'caption colgroup thead tbody tfoot tr script template',
  thead: 'tr script template',
  tbody: 'tr script template',
  tfoot: 'tr script template',
  tr: 'td th script template',
  select: 'option optgroup hr script template button',
  optgroup: 'option script template legend',
  datalist: 'option script template',
  colgroup: 'col template',
};
/** The only elements these may stand in. */
const allowedParents: Readonly<Record<string, string>> = {
  li: 'ul ol menu',
  dt: 'dl div',
  dd: 'dl div',
  tr: 'table thead tbody tfoot',
  td: 'tr',
  th: 'tr',
  thead: 'table',
  tbody: 'table',
  tfoot: 'table',
  caption: 'table',
  option: 'select optgroup datalist',
  optgroup: 'select',
  figcaption: 'figure',
  legend: 'fieldset optgroup',
  summary: 'details',
};
const textTypes = 'text search url tel email password';
/** Attributes of `input` and the types that have them. */
const inputAttributes: Readonly<Record<string, string>> = {
  accept: 'file',
  capture: 'file',
  checked: 'checkbox radio',
  max: 'date month week time datetime-local number range',
  min: 'date month week time datetime-local number range',
  step: 'date month week time datetime-local number range',
  maxlength: textTypes,
  minlength: textTypes,
  pattern: textTypes,
  placeholder: `${textTypes} number`,
  list: `${textTypes} date month week time datetime-local number range color`,
  multiple: 'email file',
  autocomplete: `${textTypes} hidden date month week time datetime-local number range color`,
};
const references = [
  'for',
  'form',
  'list',
  'popovertarget',
  'aria-labelledby',
  'aria-describedby',
  'aria-controls',
];

/** Everything in the document that breaks a rule, as words with the place. */
export function findHtmlFaults(html: string): string[] {
  const faults: string[] = [];
  const drawnIds: string[] = [];
  const elements = readElements(html, faults, drawnIds);
  const ids = new Map(drawnIds.map((id) => [id, 1]));
  for (const { attributes } of elements) {
    const id = attributes.get('id');
    if (id !== undefined) ids.set(id, (ids.get(id) ?? 0) + 1);
    if (id !== undefined && (id === '' || /\s/.test(id))) faults.push(`an id that is none: "${id}"`);
  }
  for (const [id, count] of ids) if (count > 1) faults.push(`${count} elements with the id "${id}"`);
  for (const element of elements) {
    const report = (fault: string) => faults.push(`${describe(element)}: ${fault}`);
    checkPlace(element, report);
    checkInteractive(element, report);
    checkVisibleName(element, report);
    checkOrder(element, report);
    checkAttributes(element, ids, report);
  }
  if (elements.filter(({ name }) => name === 'main').length !== 1) faults.push('not one main');
  return [...faults, ...findLandmarksOfOneName(elements)];
}

function readElements(html: string, faults: string[], drawnIds: string[]): HtmlElement[] {
  const all: HtmlElement[] = [];
  let open = null as HtmlElement | null;
  for (const piece of parseHtml(html)) {
    if ('text' in piece) {
      if (open) open.ownText += piece.text;
      for (let each = open; each; each = each.parent) each.text += piece.text;
      continue;
    }
    const { name, closing, selfClosing, attributes } = piece.tag;
    if (closing) {
      if (open?.name !== name) faults.push(`</${name}> closes ${open ? describe(open) : 'nothing'}`);
      open = open?.parent ?? null;
      continue;
    }
    const element: HtmlElement = { name, attributes, parent: open, children: [], text: '', ownText: '' };
    open?.children.push(element);
    if (isDrawn(element)) drawnIds.push(attributes.get('id') ?? '');
    else all.push(element);
    const inDrawing = closest(element, (each) => each.name === 'svg') !== null;
    if (!voidElements.has(name) && !(selfClosing && inDrawing)) open = element;
    if (selfClosing && !voidElements.has(name) && !inDrawing)
      faults.push(`${describe(element)}: self-closing`);
  }
  if (open) faults.push(`${describe(open)} is not closed`);
  return all;
}

/** Inside of a drawing, which has rules of its own. */
const isDrawn = (element: HtmlElement) => closest(element.parent, ({ name }) => name === 'svg') !== null;

function closest(from: HtmlElement | null, fits: (element: HtmlElement) => boolean): HtmlElement | null {
  for (let each = from; each; each = each.parent) if (fits(each)) return each;
  return null;
}

function checkPlace(element: HtmlElement, report: (fault: string) => void): void {
  const { name, parent } = element;
  if (!parent || parent.name === 'template') return;
  const only = allowedChildren[parent.name]?.split(' ');
  if (only && !only.includes(name)) report(`may not stand in ${describe(parent)}`);
  const parents = allowedParents[name]?.split(' ');
  if (parents && !parents.includes(parent.name)) report(`may not stand in ${describe(parent)}`);
  // What is around a link decides what may be in it.
  const around = closest(parent, (each) => !transparent.has(each.name));
  const isHeading = headings.has(name);
  if (around && onlyPhrasing.has(around.name) && !phrasing.has(name))
    report(`may not stand in ${describe(around)}`);
  if (around && ['summary', 'legend'].includes(around.name) && !phrasing.has(name) && !isHeading)
    report(`may not stand in ${describe(around)}`);
  if (
    around?.name === 'th' &&
    (isHeading || ['header', 'footer', 'section', 'article', 'nav', 'aside'].includes(name))
  )
    report(`may not stand in ${describe(around)}`);
  if (name === 'form' && closest(parent, (each) => each.name === 'form')) report('is a form within a form');
}

function checkInteractive(element: HtmlElement, report: (fault: string) => void): void {
  const { name, attributes, parent } = element;
  const isInteractive =
    interactive.has(name) ||
    (name === 'input' && attributes.get('type') !== 'hidden') ||
    attributes.has('tabindex');
  const holder = closest(parent, (each) => ['a', 'button', 'label'].includes(each.name));
  const isLabelled = holder?.name === 'label' && labelable.has(name);
  if (isInteractive && holder && !isLabelled) report(`may not stand in ${describe(holder)}`);
  if (name === 'label') {
    const controls = listWithin(element).filter(
      (each) => labelable.has(each.name) && each.attributes.get('type') !== 'hidden',
    );
    if (controls.length > 1) report('labels several controls');
    if (
      controls.length === 1 &&
      attributes.has('for') &&
      controls[0]?.attributes.get('id') !== attributes.get('for')
    )
      report('contains one control and names another');
  }
  if (isInteractive && closest(element, (each) => each.attributes.get('aria-hidden') === 'true'))
    if (attributes.get('tabindex') !== '-1') report('is hidden from screen readers and takes the focus');
}

/** Who speaks to the page says what is seen: a name has to hold it. */
function checkVisibleName(element: HtmlElement, report: (fault: string) => void): void {
  const label = element.attributes.get('aria-label');
  if (label === undefined || !['a', 'button', 'summary'].includes(element.name)) return;
  const shown = seenText(element).replaceAll(/\s+/g, ' ').trim();
  // One character is a sign, such as × or the H of a heading.
  if (shown.length > 1 && !label.toLocaleLowerCase().includes(shown.toLocaleLowerCase()))
    report(`is named "${label}" and shows "${shown}"`);
}

function seenText(element: HtmlElement): string {
  if (element.attributes.get('class')?.split(' ').includes('unseen') || element.name === 'svg') return '';
  return element.ownText + element.children.map(seenText).join(' ');
}

function checkOrder({ name, children }: HtmlElement, report: (fault: string) => void): void {
  const at = (child: string) => children.findIndex((each) => each.name === child);
  const count = (child: string) => children.filter((each) => each.name === child).length;
  if (name === 'figure' && count('figcaption') > 0) {
    if (count('figcaption') > 1) report('has several captions');
    if (at('figcaption') !== 0 && at('figcaption') !== children.length - 1)
      report('has its caption in the middle');
  }
  if (name === 'fieldset' && count('legend') > 0 && at('legend') !== 0)
    report('does not start with its legend');
  if (name === 'details' && (at('summary') !== 0 || count('summary') !== 1))
    report('does not start with its summary');
  if (name === 'table' && count('caption') > 0 && at('caption') !== 0)
    report('does not start with its caption');
}

function checkAttributes(
  { name, attributes, parent }: HtmlElement,
  ids: ReadonlyMap<string, number>,
  report: (fault: string) => void,
): void {
  for (const reference of references)
    for (const id of (attributes.get(reference) ?? '').split(/\s+/).filter(Boolean))
      if (!ids.has(id)) report(`${reference} names "${id}", which is not there`);
  if (name === 'button' && !attributes.has('type')) report('has no type');
  if (name === 'img' && !attributes.has('alt')) report('has no alt');
  const classes = (attributes.get('class') ?? '').split(/\s+/).filter(Boolean);
  if (new Set(classes).size < classes.length) report('has a class twice');
  if (attributes.has('aria-label') && !mayBeNamed(name, attributes)) report('has a name that nobody reads');
  if (name !== 'input') return;
  const type = attributes.get('type');
  if (type === undefined) report('has no type');
  for (const [attribute, types] of Object.entries(inputAttributes))
    if (attributes.has(attribute) && !types.split(' ').includes(type ?? 'text'))
      report(`may have no ${attribute} as ${type}`);
  const isNamed =
    ['hidden', 'submit', 'button'].includes(type ?? '') ||
    attributes.has('hidden') ||
    attributes.has('aria-label') ||
    attributes.has('aria-labelledby') ||
    closest(parent, (each) => each.name === 'label') !== null ||
    attributes.has('id');
  if (!isNamed) report('has no label');
}

const namable = new Set(
  (
    'a area article aside audio button details dialog fieldset figure footer form h1 header iframe img input main meter ' +
    'nav ol output progress search section select summary svg table td textarea th ul video'
  ).split(' '),
);
const mayBeNamed = (name: string, attributes: ReadonlyMap<string, string>) =>
  namable.has(name) || attributes.has('role') || attributes.has('tabindex');

const listWithin = ({ children }: HtmlElement): HtmlElement[] =>
  children.flatMap((child) => [child, ...listWithin(child)]);

const notLandmarks = new Set(['note', 'group', 'list', 'presentation']);

/** Regions by which screen readers move: two of a kind must have different names. */
function findLandmarksOfOneName(elements: readonly HtmlElement[]): string[] {
  const byId = new Map(elements.map((each) => [each.attributes.get('id') ?? '', each]));
  const nameOf = ({ attributes }: HtmlElement) =>
    attributes.get('aria-label') ??
    (attributes.get('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => byId.get(id)?.text.trim() ?? '')
      .join(' ');
  const seen = new Map<string, HtmlElement>();
  const faults: string[] = [];
  for (const element of elements) {
    const isSection = ['section', 'form'].includes(element.name);
    if (notLandmarks.has(element.attributes.get('role') ?? '')) continue;
    const isLandmark =
      ['nav', 'aside', 'search'].includes(element.name) || (isSection && nameOf(element) !== '');
    if (!isLandmark) continue;
    const key = `${element.attributes.get('role') ?? element.name} "${nameOf(element)}"`;
    if (seen.has(key)) faults.push(`two landmarks ${key}`);
    seen.set(key, element);
  }
  return faults;
}

function describe({ name, attributes }: HtmlElement): string {
  const shown = ['id', 'class', 'name', 'type', 'href', 'action'].flatMap((each) =>
    attributes.has(each) ? `${each}="${attributes.get(each)}"` : [],
  );
  return `<${[name, ...shown].join(' ')}>`;
}
