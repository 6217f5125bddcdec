export const plotKinds = ['dwelling', 'common', 'road', 'water', 'other'] as const;
export type PlotKind = (typeof plotKinds)[number];

const words: readonly (readonly [PlotKind, RegExp])[] = [
  ['dwelling', /^(dwelling|house|жил|дом|дач|садов)/iu],
  ['common', /^(common|общ)/iu],
  ['road', /^(road|street|дорог|проезд|улиц)/iu],
  ['water', /^(water|pond|lake|пруд|озер|вод)/iu],
  ['other', /^(other|проч|друг|ин(ой|ое)(?!\p{L}))/iu],
];

/** Of "road" or «Дорога»; null: not said, or not understood. */
export const readPlotKind = (written: string): PlotKind | null =>
  words.find(([, pattern]) => pattern.test(written.trim().replaceAll(/ё/giu, 'е')))?.[0] ?? null;
