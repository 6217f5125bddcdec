import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assets } from '../../src/web/server/assets.ts';

const css = assets['site.css'].body.toString();

function tokensAfter(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`);
  assert.ok(start >= 0, selector);
  const block = css.slice(start, css.indexOf('}', start));
  return new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [name, value]),
  );
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

const grounds = ['paper', 'surface'];
const readable: readonly (readonly [string, readonly string[]])[] = [
  ['ink', [...grounds, 'accent-soft', 'danger-soft', 'warning-soft', 'code']],
  ['ink-soft', [...grounds, 'accent-soft']],
  ['accent', grounds],
  ['accent-strong', [...grounds, 'accent-soft']],
  ['danger', [...grounds, 'danger-soft']],
  ['on-accent', ['accent', 'accent-strong']],
  ['on-danger', ['danger']],
];
const seen: readonly (readonly [string, readonly string[]])[] = [
  ['edge', grounds],
  ['focus', grounds],
];

const schemes = { light: ':root', dark: ':root[data-skin="dark"]' };

for (const [scheme, selector] of Object.entries(schemes)) {
  test(`${scheme}: text reads at 4.5 to 1, edges and focus show at 3 to 1`, () => {
    const tokens = tokensAfter(selector);
    for (const [pairs, least] of [
      [readable, 4.5],
      [seen, 3],
    ] as const) {
      for (const [front, backs] of pairs) {
        for (const back of backs) {
          const ratio = contrast(tokens.get(front) ?? '', tokens.get(back) ?? '');
          assert.ok(ratio >= least, `${front} on ${back}: ${ratio.toFixed(2)}`);
        }
      }
    }
  });
}

test('a dark device and a dark skin look the same', () => {
  assert.deepEqual(tokensAfter(':root:not([data-skin="light"])'), tokensAfter(':root[data-skin="dark"]'));
});

test('the stylesheet fetches nothing', () => {
  assert.doesNotMatch(css, /url\(|@import|@font-face/);
});
