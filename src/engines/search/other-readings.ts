const russianKeys = 'йцукенгшщзхъфывапролджэячсмитьбюё';
const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const capitalKeys = '{}:"<>~';
const capitalLetters = 'хъжэбюё';

const toRussianKey = new Map([
  ...[...latinKeys].map((key, place) => [key, russianKeys[place] ?? key] as const),
  ...[...capitalKeys].map((key, place) => [key, capitalLetters[place] ?? key] as const),
]);
const toLatinKey = new Map([...russianKeys].map((key, place) => [key, latinKeys[place] ?? key] as const));

/** Longer spellings first. */
const latinSpellings = [
  ['shch', 'щ'],
  ['sch', 'щ'],
  ['yo', 'е'],
  ['jo', 'е'],
  ['zh', 'ж'],
  ['kh', 'х'],
  ['ts', 'ц'],
  ['ch', 'ч'],
  ['sh', 'ш'],
  ['yu', 'ю'],
  ['ju', 'ю'],
  ['ya', 'я'],
  ['ja', 'я'],
  ["'", 'ь'],
] as const;
const latinLetters = new Map(
  'a:а b:б c:ц d:д e:е f:ф g:г h:х i:и j:й k:к l:л m:м n:н o:о p:п q:к r:р s:с t:т u:у v:в w:в x:кс y:ы z:з'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

const isCyrillic = /\p{Script=Cyrillic}/u;
const isLatin = /\p{Script=Latin}/u;

const bothKeys = new Map([...toLatinKey, ...toRussianKey]);

/** What a question may have been meant as: typed with the other keyboard layout, or Russian in Latin letters. */
export function listOtherReadings(question: string): string[] {
  const typed = question.toLowerCase();
  if (!isLatin.test(typed)) return isCyrillic.test(typed) ? [changeKeys(typed, toLatinKey)] : [];
  if (isCyrillic.test(typed)) return [changeKeys(typed, bothKeys)];
  return [changeKeys(typed, toRussianKey), readLatinSpelling(typed)];
}

function changeKeys(typed: string, keys: ReadonlyMap<string, string>): string {
  return [...typed].map((key) => keys.get(key) ?? key).join('');
}

function readLatinSpelling(typed: string): string {
  let text = typed;
  for (const [latin, russian] of latinSpellings) text = text.replaceAll(latin, russian);
  // After a vowel y is й: «tramvay», «novyy».
  text = text.replaceAll(/(?<=[aeiouyаеиоуыюя])y/g, 'й');
  return [...text].map((letter) => latinLetters.get(letter) ?? letter).join('');
}

const shortestPart = 4;

/** Ways to divide a word in two. */
export function listDivisions(word: string): [string, string][] {
  const count = Math.max(0, word.length - 2 * shortestPart + 1);
  return Array.from({ length: count }, (_, place) => [
    word.slice(0, place + shortestPart),
    word.slice(place + shortestPart),
  ]);
}
