import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { skins } from '../../src/entry/web/ui/shell.tsx';
import { repository } from '../harness/source-tree.ts';

const css = readFileSync(join(repository, 'src/entry/web/styles/tokens.css'), 'utf8');

type Colours = ReadonlyMap<string, readonly [light: string, dark: string]>;

/** The `light-dark()` colours of a CSS block. */
function readBlock(selector: string): Colours {
  const start = css.indexOf(`\n${selector} {`);
  assert.ok(start >= 0, selector);
  const block = css.slice(start, css.indexOf('\n}', start));
  const pairs = block.matchAll(/--([\w-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\);/g);
  return new Map([...pairs].map(([, name = '', light = '', dark = '']) => [name, [light, dark]]));
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
  const [dark = 0, light = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ['paper', 'surface', 'raised'];
const textPairs: readonly (readonly [string, readonly string[]])[] = [
  ['ink', [...grounds, 'sunk', 'accent-soft', 'warn-soft', 'danger-soft', 'found', 'map-plot', 'map-mine']],
  ['ink-soft', [...grounds, 'sunk', 'accent-soft', 'warn-soft']],
  ['accent', [...grounds, 'accent-soft', 'warn-soft']],
  ['accent-strong', [...grounds, 'accent-soft', 'plus-soft']],
  ['ok', ['paper', 'surface']],
  ['warn', ['paper', 'surface', 'warn-soft']],
  ['danger', [...grounds, 'danger-soft', 'minus-soft']],
  ['on-accent', ['accent', 'accent-strong']],
  ['on-danger', ['danger']],
  ...['gold', 'silver', 'bronze', 'dung'].map((medal) => [medal, ['paper', 'surface']] as const),
];
const edgePairs: readonly (readonly [string, readonly string[]])[] = [
  ['edge', grounds],
  ['focus', grounds],
  ['accent', ['map-ground', 'map-plot']],
];

const rootColours = readBlock(':root');
const [cool, strong] = ['cool', 'contrast'].map((skin) => readBlock(`:root[data-skin="${skin}"]`));
const skinColours: Record<(typeof skins)[number], readonly [Colours, readonly number[], text: number]> = {
  light: [rootColours, [0], 4.5],
  dark: [rootColours, [1], 4.5],
  cool: [new Map([...rootColours, ...(cool ?? [])]), [0, 1], 4.5],
  contrast: [new Map([...rootColours, ...(strong ?? [])]), [0, 1], 7],
};

for (const skin of skins) {
  const [colours, schemes, least] = skinColours[skin];
  it(`${skin}: contrast is at least ${least}:1 for text, 3:1 for edges, focus and lines`, () => {
    const faults = schemes.flatMap((scheme) =>
      [
        ...textPairs.map((pair) => [...pair, least] as const),
        ...edgePairs.map((pair) => [...pair, 3] as const),
      ].flatMap(([front, backs, wanted]) =>
        backs.flatMap((back) => {
          const ratio = contrast(colours.get(front)?.[scheme] ?? '', colours.get(back)?.[scheme] ?? '');
          return ratio >= wanted
            ? []
            : [`${front} on ${back}, ${scheme ? 'dark' : 'light'}: ${ratio.toFixed(2)}`];
        }),
      ),
    );
    assert.deepEqual(faults, []);
  });
}

it('skins override only colours that :root defines', () => {
  for (const skin of [cool, strong]) {
    assert.ok(skin && skin.size > 0);
    for (const name of skin.keys()) assert.ok(rootColours.has(name), name);
  }
});
