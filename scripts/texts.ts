/**
 * `npm run texts`: every text of the service with all its languages side by side, one line each, separated by tabs: what a
 * translator gets, and what is read through after words were changed. `npm run texts -- pages/board` limits it by path.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '../src/base/i18n/text.ts';

const [wanted = ''] = process.argv.slice(2);
const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((path) => join('src', path))
  .filter((path) => /\.tsx?$/.test(path) && path.includes(wanted) && !path.startsWith('src/entry/demo/'))
  .sort();
console.log(['where', ...languages].join('\t'));
for (const path of files) {
  const source = readFileSync(path, 'utf8');
  for (const { index } of source.matchAll(/\{(?=\s*(?:en|ru):)/g)) {
    const texts = readProperties(source, index + 1);
    const line = source.slice(0, index).split('\n').length;
    if (languages.every((language) => texts.has(language)))
      console.log([`${path}:${line}`, ...languages.map((language) => texts.get(language))].join('\t'));
  }
}

/** Properties of the object literal that begins before `at`, each with the source of its value on one line. */
function readProperties(source: string, at: number): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const name = /\s*(?:\/\/.*\s*)*(\w+):\s*/y;
  name.lastIndex = at;
  for (let match = name.exec(source); match; match = name.exec(source)) {
    const end = skipValue(source, name.lastIndex);
    found.set(match[1] ?? '', source.slice(name.lastIndex, end).trim().replaceAll(/\s+/g, ' '));
    if (source[end] !== ',') break;
    name.lastIndex = end + 1;
  }
  return found;
}

/** The place of the comma or bracket that ends a value. */
function skipValue(source: string, from: number): number {
  let depth = 0;
  for (let at = from; at < source.length; at += 1) {
    const sign = source[at] ?? '';
    if (sign === "'" || sign === '"') at = skipString(source, at + 1, sign);
    else if (sign === '`') at = skipTemplate(source, at + 1);
    else if ('([{'.includes(sign)) depth += 1;
    else if (depth === 0 && ',)]}'.includes(sign)) return at;
    else if (')]}'.includes(sign)) depth -= 1;
  }
  return source.length;
}

function skipString(source: string, from: number, quote: string): number {
  let at = from;
  while (at < source.length && source[at] !== quote) at += source[at] === '\\' ? 2 : 1;
  return at;
}

function skipTemplate(source: string, from: number): number {
  let at = from;
  while (at < source.length && source[at] !== '`') {
    if (source.startsWith('${', at)) at = skipValue(source, at + 2) + 1;
    else at += source[at] === '\\' ? 2 : 1;
  }
  return at;
}
