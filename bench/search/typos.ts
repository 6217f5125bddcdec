/** Seeded random numbers, so that every run makes the same typos. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Random = () => number;

const longWord = 6;
const words = /\p{L}+/gu;
const isRussian = (text: string) => /[а-яё]/i.test(text);
const pick = (count: number, random: Random) => Math.floor(random() * count);

/** Kinds of typo, each applied to the text of a question. */
export const typos: Readonly<Record<string, (text: string, random: Random) => string>> = {
  /** One typo in every long word. */
  'every-word': misspell,
  /** One typo in one long word. */
  'one-word': (text, random) => changeOneWord(text, random, (word) => misspell(word, random)),
  /** Typed with the other keyboard layout. */
  keyboard: (text) => [...text.toLowerCase()].map((letter) => otherKey.get(letter) ?? letter).join(''),
  /** Russian in Latin letters. */
  latin: (text) => [...text.toLowerCase()].map((letter) => latin.get(letter) ?? letter).join(''),
  /** A long word in two parts. */
  split: (text, random) =>
    changeOneWord(text, random, (word) => {
      const at = 3 + pick(word.length - 5, random);
      return `${word.slice(0, at)} ${word.slice(at)}`;
    }),
  /** Two long words without the space between them. */
  joined: (text, random) => {
    const gaps = [...text.matchAll(/(?<=\p{L}{4}) (?=\p{L}{4})/gu)];
    const gap = gaps[pick(gaps.length, random)];
    return gap === undefined ? text : text.slice(0, gap.index) + text.slice(gap.index + 1);
  },
};

/** A letter removed, inserted, replaced, or swapped with the next. */
export function misspell(text: string, random: Random): string {
  return text.replace(words, (word) => {
    if (word.length < longWord) return word;
    const alphabet = isRussian(word) ? 'абвгдежзийклмнопрстуфхцчшщъыьэюя' : 'abcdefghijklmnopqrstuvwxyz';
    const at = 1 + pick(word.length - 2, random);
    const letter = alphabet[pick(alphabet.length, random)] ?? '';
    const before = word.slice(0, at);
    const after = word.slice(at + 1);
    switch (pick(4, random)) {
      case 0:
        return before + after;
      case 1:
        return before + letter + word.slice(at);
      case 2:
        return before + letter + after;
      default:
        return before + (after[0] ?? '') + (word[at] ?? '') + after.slice(1);
    }
  });
}

function changeOneWord(text: string, random: Random, change: (word: string) => string): string {
  const long = [...text.matchAll(words)].filter(([word]) => word.length >= longWord);
  const chosen = long[pick(long.length, random)];
  if (chosen === undefined) return text;
  const [word] = chosen;
  return text.slice(0, chosen.index) + change(word) + text.slice(chosen.index + word.length);
}

const russianKeys = 'йцукенгшщзхъфывапролджэячсмитьбюё';
const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const otherKey = new Map(
  [...russianKeys].flatMap((key, place) => {
    const other = latinKeys[place] ?? key;
    return [[key, other] as const, [other, key] as const];
  }),
);

const latin = new Map(
  (
    'а:a б:b в:v г:g д:d е:e ё:yo ж:zh з:z и:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:h ц:ts ч:ch ' +
    "ш:sh щ:sch ъ: ы:y ь:' э:e ю:yu я:ya"
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);
