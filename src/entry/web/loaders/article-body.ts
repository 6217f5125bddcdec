import { hash } from 'node:crypto';
import type { z } from 'zod';
import { fillPath, paths } from '../../../base/site/paths.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import type { Services } from '../../../domain/kernel/services.ts';
import { maskMentions } from '../../../domain/rules/mentions.ts';
import type { RenderedMention } from '../../../engines/search/html-renderer.ts';
import type { show_article } from '../../../features/operations/journal/show_article.ts';
import { type RenderedTextCache, tooBusyText } from '../server/rendered-text-cache.ts';
import type { View } from '../ui/view.ts';

type ShownArticle = z.output<typeof show_article.output>['data'];
export type Photograph = ShownArticle['photographs'][number];

export type ArticleBody = Pick<ShownArticle, 'body' | 'mentions'> & {
  readonly photographs?: readonly Photograph[];
  /** Plot of a diary entry; the objects it mentions are on that plot. */
  readonly parcel_id?: string | null;
};

interface RenderContext {
  readonly dependencies: {
    readonly renderedTexts: RenderedTextCache;
    readonly services: Pick<Services, 'texts'>;
  };
  readonly shareKey: string;
  readonly view: Pick<View, 'language' | 'hasPage'>;
}

/** Cached by content: users who see the same text and mentions share one rendering. */
export async function renderBody(
  article: ArticleBody,
  { dependencies: { renderedTexts, services }, shareKey, view: { language, hasPage } }: RenderContext,
): Promise<string> {
  const { body, mentions } = article;
  // A page must not show raw tokens.
  const text = maskMentions(body, new Set(Object.keys(mentions)), language);
  const named = Object.fromEntries(
    Object.entries(mentions).flatMap(([key, mentioned]) =>
      mentioned ? [[key, resolveMention(key, mentioned.title, article, hasPage ?? (() => true))]] : [],
    ),
  );
  const key = hash('sha256', JSON.stringify([text, named]), 'base64url');
  return renderedTexts.getOrRender(
    key,
    async () =>
      (await services.texts.render(text, { mentions: named }, { share: shareKey })) ??
      refuse.unavailable(tooBusyText),
  );
}

/** A picture, a link to an existing page, or else the title as text. */
function resolveMention(
  key: string,
  title: string,
  { photographs = [], parcel_id: plot }: ArticleBody,
  isBuilt: (href: string) => boolean,
): string | RenderedMention {
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
  const href =
    type === 'task' ? fillPath(paths.task, { task: id }) : plot ? buildPlotThingPath(type, id, plot) : '';
  return href && isBuilt(href) ? { title, href } : title;
}

function buildPlotThingPath(type: string | undefined, id: string, plot: string): string {
  if (type === 'object') return fillPath(paths.plotObject, { plot, object: id });
  return id === plot
    ? fillPath(paths.plotPhotos, { plot })
    : fillPath(paths.plotObject, { plot, object: id });
}
