import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { type LandDocument, packLand, unpackLand } from '../src/engines/geometry/land-document.ts';
import { openParts } from '../src/engines/geometry/rings/points.ts';
import type { Position, Shape } from '../src/engines/geometry/types.ts';
import { box, buildVillage, polygon, random } from '../test/geometry/generated-village.ts';

/** The land document of a generated village of ten thousand plots: node --import tsx bench/land-document.ts */
function generate(columns: number, rows: number): LandDocument {
  const next = random(11);
  const candidates = buildVillage(7, columns, rows);
  const outlineOf = (shape: Shape) => openParts(shape);
  const plots = candidates.slice(0, columns * rows).map(({ geometry }, index) => ({
    id: String(247_738_467_902_029_824n + BigInt(index * 5 + Math.floor(next() * 3)) * 4096n),
    number: index % 40 === 7 ? `${index}А` : String(index + 1),
    listing: next() < 0.02 ? 'for_sale' : null,
    outline: outlineOf(geometry as Shape),
  }));
  const buildings = plots.flatMap((_, plot) => {
    if (next() > 0.6) return [];
    const [x, y] = [(plot % columns) * 25 + next() * 12, Math.floor(plot / columns) * 35 + next() * 20];
    const house = polygon(box(x, y, 6 + next() * 6, 7 + next() * 5));
    return [
      { plot, purpose: 'dwelling', setbackM: Math.round(next() * 900) / 100, outline: outlineOf(house) },
    ];
  });
  const settlement = { id: '1', slug: 'village', name: 'Village', dwellingSetbackM: 3, otherSetbackM: 1 };
  const boundary = plots.slice(0, 2000).map(({ outline }): Position => outline[0]?.[0]?.[0] ?? [0, 0]);
  return { settlement, boundary, plots, buildings };
}

const land = generate(100, 100);
const time = <Result>(name: string, work: () => Result): Result => {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  console.log(`${name}: ${((user + system) / 1000).toFixed(0)} ms CPU`);
  return result;
};
const packed = time('pack', () => packLand(land));
const plain = time('stringify', () => Buffer.from(JSON.stringify(packed)));
console.log(`${land.plots.length} plots, ${land.buildings.length} buildings, plain ${plain.length} bytes`);
for (const quality of [4, 5, 9, 11]) {
  const body = time(`brotli ${quality}`, () =>
    brotliCompressSync(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
  );
  console.log(`  ${body.length} bytes`);
}
console.log(`gzip 9: ${time('gzip 9', () => gzipSync(plain, { level: 9 })).length} bytes`);
for (const [name, part] of Object.entries({
  ids: packed.plots.ids,
  numbers: packed.plots.numbers,
  shapes: packed.plots.shapes,
  points: packed.plots.points,
  buildings: packed.buildings,
}))
  console.log(name, brotliCompressSync(Buffer.from(JSON.stringify(part))).length);
time('unpack', () => unpackLand(JSON.parse(plain.toString())));
