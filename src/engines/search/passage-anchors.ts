import { type HtmlOptions, renderHtml } from '../markup/html-renderer.ts';
import type { Markdown } from '../markup/markdown.ts';
import { matchPassages } from './passage.ts';
import { type FigureText, locatePassages } from './passages.ts';

/** Indexed passages of an article, to locate them in its text. */
export interface IndexedArticle {
  title: string;
  /** With their text, which is part of a passage. */
  figures: readonly FigureText[];
  /** In reading order. */
  passages: readonly { id: string; hash: string }[];
}

/** URL fragment and element id of a passage. */
export function formatPassageAnchor(passageId: string): string {
  return `passage-${passageId}`;
}

/**
 * Anchor ids by index of the token they precede. Passages are matched by hash; of an unapproved text, those that are
 * also in the approved one.
 */
function locateAnchors(markdown: Markdown, article: IndexedArticle): Map<number, string[]> {
  const placed = locatePassages(markdown, article.title, article.figures);
  const ids = matchPassages(article.passages, placed);
  const anchors = new Map<number, string[]>();
  placed.forEach(({ at }, position) => {
    const id = ids[position];
    if (id) anchors.set(at, [...(anchors.get(at) ?? []), formatPassageAnchor(id)]);
  });
  return anchors;
}

export interface ArticleHtmlOptions extends Omit<HtmlOptions, 'anchors'> {
  /** If given, its passages get anchors. */
  indexed?: IndexedArticle;
}

export function renderArticle(markdown: Markdown, { indexed, ...options }: ArticleHtmlOptions): string {
  return renderHtml(markdown, indexed ? { ...options, anchors: locateAnchors(markdown, indexed) } : options);
}
