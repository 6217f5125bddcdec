import { hash } from 'node:crypto';
import type { z } from 'zod';
import type { Language } from '../../../i18n/text.ts';
import { refuse } from '../../../kernel/refusal.ts';
import type { show_article } from '../../../operations/journal/show_article.ts';
import { hideMentions } from '../../../rules/mentions.ts';
import { renderText } from '../../../search/text-reader.ts';
import { type RenderedTexts, tooBusy } from '../../server/rendered-texts.ts';

type Shown = z.output<typeof show_article.output>['data'];

/** Made once for all who may read the same words: what a mention becomes depends on who looks. */
export async function renderBody(
  { body, mentions }: Pick<Shown, 'body' | 'mentions'>,
  rendered: RenderedTexts,
  language: Language,
): Promise<string> {
  // Who may edit gets every token; on a page nobody wants to read one.
  const text = hideMentions(body, new Set(Object.keys(mentions)), language);
  const titles = Object.fromEntries(
    Object.entries(mentions).flatMap(([key, mentioned]) => (mentioned ? [[key, mentioned.title]] : [])),
  );
  const key = hash('sha256', JSON.stringify([text, titles]), 'base64url');
  return rendered.take(
    key,
    async () => (await renderText(text, { mentions: titles })) ?? refuse.busy(tooBusy),
  );
}
