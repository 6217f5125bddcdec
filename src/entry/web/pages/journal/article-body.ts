import { hash } from 'node:crypto';
import type { z } from 'zod';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import type { Services } from '../../../../domain/kernel/services.ts';
import { hideMentions } from '../../../../domain/rules/mentions.ts';
import type { ShownMention } from '../../../../engines/search/html.ts';
import type { show_article } from '../../../../features/operations/journal/show_article.ts';
import { type RenderedTexts, tooBusy } from '../../server/rendered-texts.ts';
import type { View } from '../../ui/view.ts';

type Shown = z.output<typeof show_article.output>['data'];
export type Photograph = Shown['photographs'][number];

export type ReadBody = Pick<Shown, 'body' | 'mentions'> & {
  readonly photographs?: readonly Photograph[];
  /** Plot of a diary entry; the objects it mentions are on that plot. */
  readonly parcel_id?: string | null;
};

interface Rendering {
  readonly parts: { readonly renderedTexts: RenderedTexts; readonly services: Pick<Services, 'texts'> };
  readonly share: string;
  readonly view: Pick<View, 'language' | 'isBuilt'>;
}

/** Cached by content: users who see the same text and mentions share one rendering. */
export async function renderBody(
  article: ReadBody,
  { parts: { renderedTexts, services }, share, view: { language, isBuilt } }: Rendering,
): Promise<string> {
  const { body, mentions } = article;
  // Editors get every mention token from the operation; the page must not show raw tokens.
  const text = hideMentions(body, new Set(Object.keys(mentions)), language);
  const named = Object.fromEntries(
    Object.entries(mentions).flatMap(([key, mentioned]) =>
      mentioned ? [[key, showMention(key, mentioned.title, article, isBuilt ?? (() => true))]] : [],
    ),
  );
  const key = hash('sha256', JSON.stringify([text, named]), 'base64url');
  return renderedTexts.take(
    key,
    async () => (await services.texts.render(text, { mentions: named }, { share })) ?? refuse.busy(tooBusy),
  );
}

/** A picture, a link to an existing page, or else the title as text. */
function showMention(
  key: string,
  title: string,
  { photographs = [], parcel_id: plot }: ReadBody,
  isBuilt: (href: string) => boolean,
): string | ShownMention {
  const [type, id = ''] = key.split(':');
  if (type === 'media') {
    const photo = photographs.find((each) => each.id === id);
    const { medium, large, original } = photo?.renditions ?? {};
    if (medium?.width && medium.height)
      return {
        title: photo?.caption || title,
        href: (large ?? medium).path,
        picture: { src: medium.path, width: medium.width, height: medium.height },
      };
    // Renditions not ready yet: use the inline preview.
    if (photo?.preview && photo.width && photo.height)
      return { title, picture: { src: photo.preview, width: photo.width, height: photo.height } };
    return original ? { title, href: original.path } : title;
  }
  const href = type === 'task' ? fillPath(paths.task, { task: id }) : plot ? plotThing(type, id, plot) : '';
  return href && isBuilt(href) ? { title, href } : title;
}

function plotThing(type: string | undefined, id: string, plot: string): string {
  if (type === 'object') return fillPath(paths.plotObject, { plot, object: id });
  return id === plot
    ? fillPath(paths.plotPhotos, { plot })
    : fillPath(paths.plotObject, { plot, object: id });
}
