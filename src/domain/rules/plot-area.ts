export type AreaUnit = 'm2' | 'sotka' | 'ha';

const squareMetres: Readonly<Record<AreaUnit, number>> = { m2: 1, sotka: 100, ha: 10_000 };
const written = /^(\d[\d\s.,]*?)\s*(\p{L}[\p{L}\d².\s^]*)?$/u;
const units: readonly (readonly [RegExp, AreaUnit])[] = [
  [/^(сот|соток|ар$|ары$|ares?$)/iu, 'sotka'],
  [/^(га$|гектар|ha$|hectare)/iu, 'ha'],
  [/^(м2|м²|м\^2|м\.?\s?кв|кв|m2|m²|m\^2|sq)/iu, 'm2'],
];

/** "6 сот.", "0,06 га", "1 250,5" in square metres; a unit that is written counts more than the one given. */
export function readPlotArea(text: string, unit: AreaUnit): number | null {
  const [, digits, word] = written.exec(text.trim()) ?? [];
  if (digits === undefined) return null;
  const named = word === undefined ? unit : findAreaUnit(word);
  const number = readDecimal(digits);
  if (named === null || number === null) return null;
  const area = Math.round(number * squareMetres[named] * 100) / 100;
  return area > 0 && area < 1e10 ? area : null;
}

/** "сот.", "кв. м"; null: no unit of area. */
export function findAreaUnit(word: string): AreaUnit | null {
  const bare = word.trim().replace(/\.+$/, '');
  return units.find(([pattern]) => pattern.test(bare))?.[1] ?? null;
}

/** "1 250,5", "1,250.5" and "1250.5". */
function readDecimal(digits: string): number | null {
  const bare = digits.replaceAll(/\s/g, '');
  const last = Math.max(bare.lastIndexOf(','), bare.lastIndexOf('.'));
  const whole = (last === -1 ? bare : bare.slice(0, last)).replaceAll(/[.,]/g, '');
  const number = Number(last === -1 ? whole : `${whole}.${bare.slice(last + 1)}`);
  return Number.isFinite(number) ? number : null;
}
