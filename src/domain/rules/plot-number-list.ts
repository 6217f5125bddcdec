import type { Text } from '../../base/i18n/text.ts';
import { maxPlotNumberLength, plotNumberKey } from './plot-numbers.ts';

/** Plots that one list may name. */
export const maxListedPlots = 2000;

const range = /^(\d{1,6})\s*[-–—]\s*(\d{1,6})$/;
/** «уч. 12», «участок 12», «№ 12», "plot 12". */
const label = /^(?:участок|уч\.?|plot|no\.?)?\s*№?\s*(?=\d)/iu;

/** The bare number of «уч. 12а» or "plot 12". */
export const removePlotLabel = (written: string): string => written.replace(label, '');

/** Reads "1–120, 12а, 14/1": numbers and ranges, each number once; a text says what cannot be read. */
export function readPlotNumbers(list: string): readonly string[] | Text {
  const numbers = new Map<string, string>();
  const add = (number: string) => {
    const key = plotNumberKey(number);
    if (!numbers.has(key)) numbers.set(key, number);
  };
  for (const part of list.split(/[,;\n]/)) {
    const named = removePlotLabel(part.trim());
    if (named === '') continue;
    const [, first, last] = range.exec(named) ?? [];
    if (first === undefined || last === undefined) {
      if (named.length > maxPlotNumberLength) return tooLong(named);
      add(named);
    } else {
      const [from, to] = [Number(first), Number(last)];
      if (from > to) return backwards(named);
      if (to - from >= maxListedPlots) return tooMany;
      for (let number = from; number <= to; number += 1) add(String(number));
    }
    if (numbers.size > maxListedPlots) return tooMany;
  }
  return numbers.size === 0 ? nothing : [...numbers.values()];
}

const nothing: Text = { en: 'Name at least one plot.', ru: 'Назовите хотя бы один участок.' };
const tooMany: Text = {
  en: `At most ${maxListedPlots} plots at once.`,
  ru: `За один раз не больше ${maxListedPlots} участков.`,
};
const tooLong = (named: string): Text => ({
  en: `“${named.slice(0, maxPlotNumberLength)}…” is too long for a plot number. Separate numbers by commas.`,
  ru: `«${named.slice(0, maxPlotNumberLength)}…» слишком длинно для номера. Разделяйте номера запятыми.`,
});
const backwards = (named: string): Text => ({
  en: `“${named}”: the first number is greater than the last.`,
  ru: `«${named}»: первый номер больше последнего.`,
});
