import type { Db } from '../../base/db/connect.ts';
import { listDivisions, listOtherReadings } from '../../engines/search/other-readings.ts';
import { computeTermId } from '../../engines/search/term-id.ts';
import { splitWords } from '../../engines/search/words.ts';
import { findStems } from '../search/search-stems.ts';

/** Whether some passage has the word; stop words, which are not indexed, have no entry. */
async function findKnownWords(db: Db, words: readonly string[]): Promise<Map<string, boolean>> {
  const stems = await findStems(db, words);
  const ids = new Map([...stems].map(([word, stem]) => [word, computeTermId(stem)]));
  const rows = await db<{ id: string }[]>`
    select id from search_term where id = any (${[...new Set(ids.values())]}::bigint[]) and df > 0
    union all
    select distinct term_id from search_term_change where term_id = any (${[...new Set(ids.values())]}::bigint[])`;
  const known = new Set(rows.map(({ id }) => id));
  return new Map([...ids].map(([word, id]) => [word, known.has(id)]));
}

/** Corrections of a question in another layout are words by chance, but there are some. */
const correctedShare = 0.6;

/**
 * The question in another keyboard layout or alphabet, where more of its words are known there; null to leave it as it
 * is typed. `corrected`: words that are known as typed or after a correction, of which most have to be exceeded.
 */
export async function findOtherReading(db: Db, question: string, corrected: number): Promise<string | null> {
  const readings = [question, ...listOtherReadings(question)].map((text) => ({
    text,
    words: splitWords(text),
  }));
  const known = await findKnownWords(
    db,
    readings.flatMap(({ words }) => words),
  );
  const [typed, ...others] = readings.map(({ text, words }) => {
    const telling = words.filter((word) => word.length > 1);
    // Stop words («был ли») are half of a short question, and no other layout has them by chance; single letters are.
    const count = telling.filter((word) => known.get(word) ?? true).length;
    return { text, known: count, share: count / Math.max(1, telling.length) };
  });
  const [best] = others.sort((a, b) => b.known - a.known);
  const least = Math.max(typed?.known ?? 0, corrected * correctedShare);
  return best !== undefined && best.known > least && best.share >= 0.5 ? best.text : null;
}

/**
 * The question with words divided or joined that are known only so; null where there are none. A word that has a
 * correction is joined but not divided: a long one often consists of two known words by chance.
 */
export async function mendSpaces(
  db: Db,
  question: string,
  { unsure, unknown }: { unsure: ReadonlySet<string>; unknown: ReadonlySet<string> },
): Promise<string | null> {
  const words = splitWords(question);
  const isUnsure = (word: string | undefined) => word !== undefined && unsure.has(word);
  const divisions = new Map(
    words.filter((word) => unknown.has(word)).map((word) => [word, listDivisions(word)]),
  );
  const joints = words.map((word, place) => {
    const next = words[place + 1];
    return next !== undefined && (isUnsure(word) || isUnsure(next)) ? word + next : '';
  });
  const tried = [...[...divisions.values()].flat(2), ...joints.filter((word) => word !== '')];
  if (tried.length === 0) return null;
  const known = await findKnownWords(db, [...new Set(tried)]);
  const mended: string[] = [];
  for (let place = 0; place < words.length; place += 1) {
    const word = words[place] ?? '';
    const joint = joints[place] ?? '';
    const division = divisions.get(word)?.find((parts) => parts.every((part) => known.get(part)));
    if (known.get(joint)) {
      mended.push(joint);
      place += 1;
    } else mended.push(...(division ?? [word]));
  }
  return mended.length === words.length && mended.every((word, place) => word === words[place])
    ? null
    : mended.join(' ');
}
