import { parentPort } from 'node:worker_threads';
import { announceReady } from '../../base/threads/thread-time.ts';
import { type FigureSource, readMarkdown } from '../markup/markdown.ts';
import { takeExcerpt } from '../markup/plain-text.ts';
import { compareTexts, type DifferencePart } from '../markup/text-difference.ts';
import { type MergedText, mergeTexts } from '../markup/text-merge.ts';
import type { FigureDraft, PassageDraft } from './passage.ts';
import { type ArticleHtmlOptions, renderArticle } from './passage-anchors.ts';
import { splitIntoPassages } from './passages.ts';

export type TextWork =
  | { kind: 'read'; body: string; excerptLength: number }
  | { kind: 'cut'; body: string; title: string; figures: FigureDraft[] }
  | { kind: 'render'; body: string; options: ArticleHtmlOptions }
  | { kind: 'compare'; before: string; after: string }
  | { kind: 'merge'; base: string; one: string; other: string };

export type TextReply =
  | { excerpt: string; figures: FigureSource[] }
  | { passages: PassageDraft[] }
  | { html: string }
  | { difference: DifferencePart[] }
  | { merged: MergedText };

function processText(wanted: TextWork): TextReply {
  if (wanted.kind === 'compare') return { difference: compareTexts(wanted.before, wanted.after) };
  if (wanted.kind === 'merge') return { merged: mergeTexts(wanted.base, wanted.one, wanted.other) };
  const markdown = readMarkdown(wanted.body);
  if (wanted.kind === 'cut') return { passages: splitIntoPassages(markdown, wanted.title, wanted.figures) };
  if (wanted.kind === 'render') return { html: renderArticle(markdown, wanted.options) };
  return { excerpt: takeExcerpt(markdown, wanted.excerptLength), figures: markdown.figures };
}

parentPort?.on('message', (wanted: TextWork) => parentPort?.postMessage(processText(wanted)));
announceReady();
