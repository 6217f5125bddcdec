import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { inflateSync } from 'node:zlib';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { squarePlot } from '../harness/village.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { Look } from './browser-window.ts';
import { exposeMap, waitForMap } from './map-touch.ts';

const stage = prepareBrowser('printing of the plan');
const desk: Look = { language: 'ru', width: 1280, colorScheme: 'dark' };
const points = { a4: [842, 595], a3: [1191, 842] } as const;

describe('printing the plan', { skip: stage.skip }, () => {
  before(async () => {
    await stage.openWithActors();
  });

  for (const paper of ['a4', 'a3'] as const)
    it(`yields one ${paper} sheet with a correct scale bar and a north arrow`, async () => {
      const window = await stage.openWindow(desk);
      const { page } = window;
      await exposeMap(page);
      await page.goto(`${fillPath(paths.map, { settlement: 'berezka' })}?lang=ru&paper=${paper}`);
      await waitForMap(page);
      const said = await page.locator('.drawn-plan .m-scale text').first().textContent();
      const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
      const sheets = [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
      assert.equal(sheets.length, 1, 'one sheet');
      assert.deepEqual(
        sheets[0]?.slice(1).map((side) => Math.round(Number(side))),
        points[paper],
      );

      const lines = readLines(pdf);
      const bar = lines.find((line) => line.length === 4 && isBracket(line));
      assert.ok(bar, `a scale bar among ${lines.length} lines`);
      const north = lines.find((line) => line.length === 3 && isArrow(line));
      assert.ok(north, 'an arrow to the north');
      // The first plot, whose real size is known.
      const plot = lines.find((line) => line.length >= 4 && isBox(line));
      assert.ok(plot, 'a plot');
      const metres = Number((said ?? '').replaceAll(/[^\d]/g, ''));
      const perMetre = widthOf(bar) / metres;
      const { areaM2 } = squarePlot(0, 0);
      const area = (widthOf(plot) / perMetre) * (heightOf(plot) / perMetre);
      assert.ok(
        Math.abs(area / areaM2 - 1) < 0.02,
        `${area} of ${areaM2} m²: a side is right to one in a hundred`,
      );
      await window.close();
    });
});

type Line = [number, number][];

/** Polylines of the PDF's content streams, in their own units. */
function readLines(pdf: Buffer): Line[] {
  const lines: Line[] = [];
  for (let at = pdf.indexOf('stream\n'); at !== -1; at = pdf.indexOf('stream\n', at + 7)) {
    if (pdf.toString('latin1', at - 3, at) === 'end') continue;
    const end = pdf.indexOf('endstream', at);
    let text = '';
    try {
      text = inflateSync(pdf.subarray(at + 7, end)).toString('latin1');
    } catch {
      continue;
    }
    let line: Line = [];
    for (const [, x, y, command] of text.matchAll(/(-?[\d.]+) (-?[\d.]+) ([ml])\b/g)) {
      if (command === 'm') {
        line = [];
        lines.push(line);
      }
      line.push([Number(x), Number(y)]);
    }
  }
  return lines;
}

const near = (a: number | undefined, b: number | undefined) => Math.abs((a ?? 0) - (b ?? 1e9)) < 0.01;
const xs = (line: Line) => line.map(([x]) => x);
const ys = (line: Line) => line.map(([, y]) => y);
const widthOf = (line: Line) => Math.max(...xs(line)) - Math.min(...xs(line));
const heightOf = (line: Line) => Math.max(...ys(line)) - Math.min(...ys(line));

/** The scale bar: down, along, up. */
function isBracket([a, b, c, d]: Line): boolean {
  return (
    near(a?.[0], b?.[0]) &&
    near(b?.[1], c?.[1]) &&
    near(c?.[0], d?.[0]) &&
    near(a?.[1], d?.[1]) &&
    near(heightOf([a, b] as Line), 6)
  );
}

/** The arrow head is 12 by 9 units. */
const isArrow = (line: Line) => near(widthOf(line), 12) && near(heightOf(line), 9);

/** An axis-aligned rectangle, larger than the marks of the scale bar. */
function isBox(line: Line): boolean {
  const sides = new Set(xs(line).map((x) => x.toFixed(1))).size;
  const rows = new Set(ys(line).map((y) => y.toFixed(1))).size;
  return sides === 2 && rows === 2 && heightOf(line) > 20 && widthOf(line) > 20;
}
