import type { Markdown } from './markdown.ts';
import { matchPassages } from './passage.ts';
import { type FigureWords, placePassages } from './passages.ts';

/** What the index knows of an article, to find its passages again in the text. */
export interface IndexedArticle {
  title: string;
  /** With their words, which are part of a passage. */
  figures: readonly FigureWords[];
  /** In reading order. */
  passages: readonly { id: string; hash: string }[];
}

/** What an address of a passage ends with, and what the page calls the place where it begins. */
export function nameAnchor(passageId: string): string {
  return `passage-${passageId}`;
}

/**
 * Names to write before a token, by its place. A passage is known again by its text: of a text that waits, whatever
 * stands in the approved one too.
 */
export function placeAnchors(markdown: Markdown, article: IndexedArticle): Map<number, string[]> {
  const placed = placePassages(markdown, article.title, article.figures);
  const ids = matchPassages(article.passages, placed);
  const anchors = new Map<number, string[]>();
  placed.forEach(({ at }, position) => {
    const id = ids[position];
    if (id) anchors.set(at, [...(anchors.get(at) ?? []), nameAnchor(id)]);
  });
  return anchors;
}
