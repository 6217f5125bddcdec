import { createHash } from 'node:crypto';

export type FigureKind = 'picture' | 'mermaid' | 'dot';

/** A passage of a text, not stored yet. */
export interface PassageDraft {
  /** The article's title and the headings above, outermost first. */
  title: string;
  text: string;
  /** Hash of the text alone: renaming a heading does not invalidate references to the passage. */
  hash: string;
  /** Numbers of the figures marked in the text. */
  figures: number[];
}

export interface FigureDraft {
  number: number;
  kind: FigureKind;
  caption: string;
  words: string;
  svg: string | null;
  mediaId: string | null;
  hash: string;
}

export function hashText(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/**
 * For each new passage the id of the stored one with the same text, or null. Equal passages are paired in order, so
 * that repeated paragraphs keep their ids.
 */
export function matchPassages(
  before: readonly { id: string; hash: string }[],
  after: readonly { hash: string }[],
): (string | null)[] {
  const waiting = new Map<string, string[]>();
  for (const { id, hash } of before) {
    const ids = waiting.get(hash);
    if (ids === undefined) waiting.set(hash, [id]);
    else ids.push(id);
  }
  return after.map(({ hash }) => waiting.get(hash)?.shift() ?? null);
}
