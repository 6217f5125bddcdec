import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { describeError } from '../../src/entry/transport/log-fields.ts';
import { nameSourcePlaces } from '../../src/entry/transport/source-places.ts';

/** More lines than the decoder passes at once, with types that the bundle leaves out. */
const source = [
  ...Array.from({ length: 250 }, (_, index) => [
    `type Kind${index} = { name: string };`,
    `export const value${index} = (given: Kind${index}): string => given.name + '${index}';`,
  ]).flat(),
  'export function fail(): never {',
  '  type Reason = string;',
  "  throw new Error('planned' as Reason);",
  '}',
].join('\n');
const placeOfThrow = 'fault.ts:503:9';

describe('places of logged errors', () => {
  let folder: string;
  let bundle: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'settlements-places-'));
    await writeFile(join(folder, 'fault.ts'), source);
    bundle = join(folder, 'out.js');
    await build({
      entryPoints: [join(folder, 'fault.ts')],
      outfile: bundle,
      bundle: true,
      format: 'esm',
      sourcemap: 'linked',
      logLevel: 'error',
    });
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('are those of the sources', async () => {
    const { fail } = (await import(pathToFileURL(bundle).href)) as { fail(): never };
    assert.throws(fail, (error: Error) => {
      const [first = '', ...others] = describeError(error).stack.split('\n');
      assert.equal(first.trim(), `at fail (${placeOfThrow})`);
      assert.ok(
        others.some((line) => /node:/.test(line)),
        'other lines stay as they are',
      );
      return true;
    });
  });

  it('are found at every line and column as by Node', async () => {
    const lines = (await readFile(bundle, 'utf8')).split('\n');
    const map = new SourceMap(JSON.parse(await readFile(`${bundle}.map`, 'utf8')));
    for (const [line, text] of lines.entries())
      for (let column = 0; column <= text.length; column += 3) {
        const place = `${pathToFileURL(bundle).href}:${line + 1}:${column + 1}`;
        const expected = map.findEntry(line, column);
        const isMapped = 'generatedLine' in expected && expected.generatedLine === line;
        assert.equal(
          nameSourcePlaces(place),
          isMapped ? `fault.ts:${expected.originalLine + 1}:${expected.originalColumn + 1}` : place,
        );
      }
  });

  it('stay as they are without a map', () => {
    for (const place of [
      'file:///nowhere/app.js:1:1',
      'node:net:12:3',
      `${pathToFileURL(bundle).href}:9999999:1`,
    ])
      assert.equal(nameSourcePlaces(`at fail (${place})`), `at fail (${place})`);
  });
});
