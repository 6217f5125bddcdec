import { hash } from 'node:crypto';
import type { z } from 'zod';
import { refuse } from '../../../kernel/refusal.ts';
import type { show_article } from '../../../operations/journal/show_article.ts';
import { renderText } from '../../../search/text-reader.ts';
import { type RenderedTexts, tooBusy } from '../../server/rendered-texts.ts';

type Shown = z.output<typeof show_article.output>['data'];

/** Made once for all who may read the same words: what a mention becomes depends on who looks. */
export async function renderBody(
  { body, mentions }: Pick<Shown, 'body' | 'mentions'>,
  rendered: RenderedTexts,
): Promise<string> {
  const titles = Object.fromEntries(
    Object.entries(mentions).flatMap(([key, mentioned]) => (mentioned ? [[key, mentioned.title]] : [])),
  );
  const key = hash('sha256', JSON.stringify([body, titles]), 'base64url');
  return rendered.take(
    key,
    async () => (await renderText(body, { mentions: titles })) ?? refuse.busy(tooBusy),
  );
}
