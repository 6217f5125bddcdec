import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

/** Composed from a word and a number or kind, or of the map library. */
const composed = /^(?:paper-a[34]|title-\d|text-\d|callout(?:-\w+)?|ol-[\w-]+)$/;

function readFiles(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'));
}

it('every class of the style sheets is written by a page, a script or the markup', () => {
  const written = new Set<string>();
  for (const source of readFiles('src', /\.tsx?$/))
    for (const [text] of source.matchAll(/'[^'\n]*'|"[^"\n]*"|`[^`]*`/g))
      for (const [word] of text.matchAll(/[a-zA-Z][\w-]*/g)) written.add(word);
  const styled = readFiles('src/entry/web/styles', /\.css$/).flatMap((style) =>
    [
      ...style
        .replaceAll(/\/\*[\s\S]*?\*\//g, '')
        .replaceAll(/\{[^{}]*\}/g, '{}')
        .matchAll(/\.([a-zA-Z][\w-]*)/g),
    ].map(([, name = '']) => name),
  );
  assert.ok(styled.length > 300);
  const unused = styled.filter((name) => !written.has(name) && !composed.test(name));
  assert.deepEqual([...new Set(unused)], []);
});
