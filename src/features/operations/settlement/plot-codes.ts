import { createHmac, randomInt } from 'node:crypto';
import type { PlotCodes } from '../../../domain/kernel/ports.ts';

/** Without characters that are confused on paper: 0 and O, 1, I and L. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const length = 10;
/** Cyrillic letters that look like Latin ones. */
const lookAlikes: Record<string, string> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  Р: 'P',
  С: 'C',
  Т: 'T',
  У: 'Y',
  Х: 'X',
};

/** The first key is the present one. Printed codes stay good when the key is changed, as long as the former one is named. */
export function createPlotCodes(keys: readonly [Buffer, ...Buffer[]]): PlotCodes {
  const hash = (key: Buffer, code: string) => createHmac('sha256', key).update(code).digest();
  return {
    create() {
      const code = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
      return { code: `${code.slice(0, 5)}-${code.slice(5)}`, hash: hash(keys[0], code) };
    },
    listPossibleHashes(typed) {
      const code = typed
        .toUpperCase()
        .replaceAll(/[\s–—-]/g, '')
        .replaceAll(/[А-Я]/g, (letter) => lookAlikes[letter] ?? letter);
      const isOne = code.length === length && [...code].every((letter) => alphabet.includes(letter));
      return isOne ? keys.map((key) => hash(key, code)) : [];
    },
  };
}
