/** What differs between two runs although the pages are the same. */
export interface RunValues {
  /** Address of the service, with its port. */
  readonly url: string;
  /** Identifiers with names of their own, such as `plot`; others are numbered as they appear. */
  readonly names: ReadonlyMap<string, string>;
}

const tagPattern = /(<[/!]?[a-z](?:"[^"]*"|[^">])*>)/i;
const attributePattern = /([^\s=/>]+)(?:="([^"]*)")?/g;

/** Tags and texts on lines of their own, attributes sorted, values of this run replaced: for comparing with `diff`. */
export function normaliseHtml(html: string, values: RunValues): string {
  const lines = html
    .split(tagPattern)
    .filter((piece) => piece !== '')
    .map((piece) => (tagPattern.test(piece) ? sortAttributes(piece) : piece));
  return `${normaliseText(lines.join('\n'), values)}\n`;
}

/** Random or measured, wherever they stand; the milliseconds in which data was written differ, too. */
const replacements: readonly (readonly [RegExp, string])[] = [
  [/\/assets\/[^-"/]+-/g, '/assets/hash-'],
  [/(name="csrf" type="hidden" value=)"[^"]*"/g, '$1"token"'],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g, 'uuid'],
  [/(?<=T\d\d:\d\d):\d\d(?:\.\d+)?/g, ''],
  // Codes of plots and invitations, one of them cut off in an excerpt; their pictures; fingerprints of keys.
  [/\b[2-9A-Z]{5}-[2-9A-Z]{3,5}\b/g, 'code'],
  [/ d="(?:M\d+ \d+h\d+v1h-\d+z)+"/g, ' d="code"'],
  [/\([\da-f]{8}\)/g, '(fingerprint)'],
  // The page of the operator.
  [/(settlements-[a-z]+)-\w{6}\b/g, '$1-folder'],
  [/127\.0\.0\.1, \d+/g, '127.0.0.1, port'],
  [/\d+[.,]\d(?=\s(?:MB|GB|МБ|ГБ))/g, 'number'],
  [/\d+(?=\s(?:s|с): (?:run|включите) NTP)/g, 'number'],
  [/(<h2 id="slow">[\s\S]*?<tbody>)[\s\S]*?(<\/tbody>)/g, '$1\nrequests\n$2'],
];

export function normaliseText(text: string, { url, names }: RunValues): string {
  const { host } = new URL(url);
  const numbers = new Map<string, number>();
  const nameId = (id: string) => {
    const name = names.get(id);
    if (name !== undefined) return name;
    if (!numbers.has(id)) numbers.set(id, numbers.size + 1);
    return `id-${numbers.get(id)}`;
  };
  const placed = text.replaceAll(host, 'service').replaceAll(encodeURIComponent(host), 'service');
  return (
    replacements
      .reduce((result, [pattern, replacement]) => result.replaceAll(pattern, replacement), placed)
      .replaceAll(/(?<!\d)\d{17,19}(?!\d)/g, (id) => `{${nameId(id)}}`)
      // An escaped character such as %3D is no part of the word that follows it.
      .replaceAll(/%[\dA-F]{2}|[\w-]{16,}/g, (word) => (isRandom(word) ? 'token' : word))
  );
}

function isRandom(word: string): boolean {
  if (/^stl_[a-z]+_/.test(word) || /^[\da-f]{32,}$/.test(word)) return true;
  // A short word without digits may be a name.
  return /[a-z]/.test(word) && /[A-Z]/.test(word) && (/\d/.test(word) || word.length >= 40);
}

/** Their order means nothing. */
function sortAttributes(tag: string): string {
  const [, start = '', rest = '', end = ''] = /^(<[/!]?[\w:-]+)([\s\S]*?)(\s*\/?>)$/.exec(tag) ?? [];
  const attributes = [...rest.matchAll(attributePattern)].map(([whole]) => whole).sort();
  return [start, ...attributes].join(' ') + end.trim();
}
