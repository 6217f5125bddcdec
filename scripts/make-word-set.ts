import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WordSet } from '../src/engines/search/word-set.ts';
import { splitWords } from '../src/engines/search/words.ts';

/**
 * node scripts/run.mjs scripts/make-word-set.ts FOLDER...: writes all forms of the words of hunspell dictionaries
 * (index.aff and index.dic, as in the packages dictionary-ru and dictionary-en) to src/engines/search/word-set.bin.
 */
const bitsPerWord = 16;

interface Affix {
  strip: string;
  add: string;
  condition: RegExp;
}

interface Affixes {
  suffixes: Map<string, Affix[]>;
  prefixes: Map<string, Affix[]>;
}

function readAffixes(text: string): Affixes {
  const affixes: Affixes = { suffixes: new Map(), prefixes: new Map() };
  for (const line of text.split('\n')) {
    const [kind = '', flag = '', strip = '', add = '', condition] = line.trim().split(/\s+/);
    // A line of four is the heading of its group.
    if ((kind !== 'SFX' && kind !== 'PFX') || condition === undefined) continue;
    const group = kind === 'SFX' ? affixes.suffixes : affixes.prefixes;
    const affix = {
      strip: strip === '0' ? '' : strip,
      add: (add.split('/')[0] ?? '').replace(/^0$/, ''),
      condition: new RegExp(kind === 'SFX' ? `${condition}$` : `^${condition}`, 'u'),
    };
    group.set(flag, [...(group.get(flag) ?? []), affix]);
  }
  return affixes;
}

function* listForms(entry: string, { suffixes, prefixes }: Affixes): Generator<string> {
  const [word = '', flags = ''] = entry.split('/');
  const forms = [word];
  for (const flag of flags)
    for (const { strip, add, condition } of suffixes.get(flag) ?? [])
      if (word.endsWith(strip) && condition.test(word))
        forms.push(word.slice(0, word.length - strip.length) + add);
  yield* forms;
  for (const flag of flags)
    for (const { strip, add, condition } of prefixes.get(flag) ?? [])
      for (const form of forms)
        if (form.startsWith(strip) && condition.test(form)) yield add + form.slice(strip.length);
}

const words = new Set<string>();
for (const folder of process.argv.slice(2)) {
  const affixes = readAffixes(await readFile(join(folder, 'index.aff'), 'utf8'));
  const entries = (await readFile(join(folder, 'index.dic'), 'utf8')).split(/\r?\n/).slice(1);
  for (const entry of entries)
    for (const form of listForms(entry, affixes)) for (const word of splitWords(form)) words.add(word);
}
if (words.size === 0) {
  console.error('Usage: node scripts/run.mjs scripts/make-word-set.ts FOLDER...');
  process.exit(64);
}
const set = new WordSet(new Uint8Array(Math.ceil((words.size * bitsPerWord) / 8)));
for (const word of words) set.add(word);
await writeFile(new URL('../src/engines/search/word-set.bin', import.meta.url), set.bytes);
console.log(`${words.size} words, ${set.bytes.length} bytes`);
