/** Allow-list of elements and attributes: the renderers are trusted, their input is not. */
const paintAttributes =
  'fill stroke stroke-width stroke-dasharray stroke-linecap stroke-linejoin opacity fill-opacity stroke-opacity';
const textAttributes = 'text-anchor font-size font-weight font-style dy dx dominant-baseline text-decoration';
const allowed: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    svg: 'viewBox width height',
    g: `transform ${paintAttributes}`,
    defs: '',
    marker: 'id markerWidth markerHeight refX refY orient viewBox markerUnits',
    rect: `x y width height rx ry transform ${paintAttributes}`,
    circle: `cx cy r transform ${paintAttributes}`,
    ellipse: `cx cy rx ry transform ${paintAttributes}`,
    line: `x1 y1 x2 y2 transform marker-start marker-end ${paintAttributes}`,
    polyline: `points transform marker-start marker-end ${paintAttributes}`,
    polygon: `points transform ${paintAttributes}`,
    path: `d transform marker-start marker-end ${paintAttributes}`,
    text: `x y transform ${textAttributes} ${paintAttributes}`,
    tspan: `x y ${textAttributes} ${paintAttributes}`,
  }).map(([tag, names]) => [tag, new Set(names.split(' ').filter((name) => name !== ''))]),
);

/** Removed with their content; of other unknown elements only the tags are removed. */
const droppedElements = new Set([
  'style',
  'script',
  'foreignObject',
  'title',
  'desc',
  'metadata',
  'iframe',
  'image',
  'use',
  'animate',
  'set',
]);

/** The renderer's CSS variables in the light colours of pages (styles/tokens.css), which pages turn around in the dark. */
const variables: Readonly<Record<string, string>> = {
  '--bg': '#fffdf8',
  '--fg': '#2a2620',
  '--_text': '#2a2620',
  '--_text-sec': '#5d554a',
  '--_text-muted': '#5d554a',
  '--_text-faint': '#857a6b',
  '--_line': '#857a6b',
  '--_arrow': '#2b5b40',
  '--_node-fill': '#e5eee2',
  '--_node-stroke': '#2b5b40',
  '--_group-fill': '#fffdf8',
  '--_group-hdr': '#f2ebde',
  '--_inner-stroke': '#e6dccb',
  '--_key-badge': '#f2ebde',
};

const seriesColours = ['#2b5b40', '#0d5ba5', '#d97706', '#15803d', '#9333ea', '#be123c'];

const classPaint: Readonly<Record<string, string>> = {
  'xychart-grid': 'fill="#e6dccb" stroke="none"',
  'xychart-line': 'fill="none" stroke-width="2.5" stroke-linejoin="round"',
  'xychart-line-shadow': 'fill="none" stroke-width="5" opacity="0.12"',
  'xychart-dot': 'stroke="#fffdf8" stroke-width="2"',
  'xychart-label': 'fill="#5d554a"',
  'xychart-axis-title': 'fill="#5d554a"',
  'xychart-title': 'fill="#2a2620"',
};

const attribute = /([A-Za-z_:][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const piece =
  /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<[!?][^>]*>|<(\/?)([A-Za-z][\w:-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>|([^<]+)/g;

export interface SanitizedSvg {
  svg: string;
  /** Text in the picture, in drawing order. */
  words: string;
}

/** Rebuilds the picture from allowed elements only: no script, style sheet, URL or web font. */
export function sanitizeSvg(dirty: string): SanitizedSvg {
  const written: string[] = [];
  const words: string[] = [];
  const opened: string[] = [];
  let inside = 0;
  let skipped: string | null = null;
  let textDepth = 0;
  let line = '';
  for (const match of dirty.matchAll(piece)) {
    const [, slash, tag, rest = '', text] = match;
    if (text !== undefined) {
      if (skipped !== null || textDepth === 0) continue;
      const plain = decodeEntities(text);
      written.push(escapeXml(plain));
      line += plain;
      continue;
    }
    if (tag === undefined) continue;
    const isEmpty = rest.trimEnd().endsWith('/');
    if (skipped !== null) {
      if (tag === skipped && !isEmpty) inside += slash === '/' ? -1 : 1;
      if (inside === 0) skipped = null;
      continue;
    }
    if (droppedElements.has(tag)) {
      if (slash === '/' || isEmpty) continue;
      skipped = tag;
      inside = 1;
      continue;
    }
    const names = allowed[tag];
    if (names === undefined) continue;
    if (slash === '/') {
      if (opened.at(-1) !== tag) continue;
      opened.pop();
      written.push(`</${tag}>`);
      if (tag === 'text') {
        textDepth -= 1;
        if (line.trim() !== '') words.push(line.trim().replace(/\s+/g, ' '));
        line = '';
      } else if (tag === 'tspan') line += ' ';
      continue;
    }
    const root = tag === 'svg' ? rootAttributes : '';
    written.push(`<${tag}${root}${readAttributes(tag, names, rest)}${isEmpty ? '/' : ''}>`);
    if (isEmpty) continue;
    opened.push(tag);
    if (tag === 'text') textDepth += 1;
  }
  for (const tag of opened.reverse()) written.push(`</${tag}>`);
  return { svg: written.join(''), words: [...new Set(words)].join(', ') };
}

const rootAttributes = ' xmlns="http://www.w3.org/2000/svg" font-family="system-ui, sans-serif" role="img"';

function readAttributes(tag: string, names: ReadonlySet<string>, source: string): string {
  const kept = new Map<string, string>();
  for (const [, name = '', double, single] of source.matchAll(attribute)) {
    const value = resolveVariables(double ?? single ?? '');
    if (name === 'class')
      for (const [key, painted] of paintClass(tag, value)) if (!kept.has(key)) kept.set(key, painted);
    if (names.has(name) && isSafeValue(name, value)) kept.set(name, value);
  }
  return [...kept].map(([name, value]) => ` ${name}="${value}"`).join('');
}

/** Allows numbers, colours, path data and references within the picture; refuses anything that could be a URL. */
function isSafeValue(name: string, value: string): boolean {
  if (value.length > 100_000) return false;
  if (name === 'id') return /^[\w-]{1,80}$/.test(value);
  if (name === 'marker-start' || name === 'marker-end') return /^url\(#[\w-]{1,80}\)$/.test(value);
  return /^[\w\s.,#%()+-]*$/.test(value) && !/url|var|expression|import/i.test(value);
}

function resolveVariables(value: string): string {
  return value.replace(/var\((--[\w-]+)\)/g, (whole, name: string) => variables[name] ?? whole);
}

function paintClass(tag: string, classes: string): [string, string][] {
  const names = classes.split(/\s+/);
  const found: [string, string][] = [];
  for (const name of names) {
    for (const [, key = '', value = ''] of (Object.hasOwn(classPaint, name)
      ? (classPaint[name] ?? '')
      : ''
    ).matchAll(attribute))
      found.push([key, value]);
    const series = /^xychart-color-(\d{1,3})$/.exec(name)?.[1];
    if (series === undefined) continue;
    const colour = seriesColours[Number(series) % seriesColours.length] ?? '#2b5b40';
    if (names.includes('xychart-bar'))
      found.push(['fill', colour], ['fill-opacity', '0.25'], ['stroke', colour]);
    else found.push([tag === 'circle' ? 'fill' : 'stroke', colour]);
  }
  return found;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (whole, decimal, hex, name) => {
    const code =
      decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : undefined;
    if (code !== undefined) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    return entities[String(name)] ?? whole;
  });
}

function escapeXml(text: string): string {
  const printable = text.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, ' ');
  return printable.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
