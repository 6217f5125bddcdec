import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { show_article } from '../../../../features/operations/journal/show_article.ts';
import { renderBody } from '../../loaders/article-body.ts';
import { choosePaperOrigin } from '../../loaders/link-origin.ts';
import type { PageRequest } from '../../page/page.ts';
import { loadBoardSettlement } from './board-settlement.ts';

type Names = { readonly settlement: string; readonly article: string };

/** A longer one is worse to type from paper than the number of the article. */
const longestTypedSlug = 24;

/** An announcement, published or not, as the board prints it. */
export async function loadPaperAnnouncement(names: Names, pageRequest: PageRequest) {
  const place = await loadBoardSettlement(names.settlement, pageRequest);
  const { data } = await pageRequest.call(show_article, names);
  if (data.kind !== 'announcement') refuse.notFound('article');
  const article = data.slug.length <= longestTypedSlug ? data.slug : data.id;
  const page = fillPath(paths.article, { settlement: place.settlement.slug, article });
  return {
    ...place,
    announcement: {
      slug: data.slug,
      title: data.title,
      isDraft: data.status !== 'published',
      isUrgent: data.urgent ?? false,
      date: data.published_at === null ? place.clock.now.getTime() : Date.parse(data.published_at),
      safeHtml: await renderBody(data, pageRequest),
      /** What is typed from paper must be the public address, wherever the board has opened the page. */
      url: choosePaperOrigin(pageRequest) + page,
    },
  };
}

export type PaperAnnouncement = Awaited<ReturnType<typeof loadPaperAnnouncement>>['announcement'];

const blockEnds = /<\/(?:p|li|h\d|tr|pre)>|<br/g;
const pictures = /<img\b/g;

/** Room that a rendered text takes on paper, in letters: a broken line and a picture take more than their letters. */
export function measureText(safeHtml: string): number {
  const letters = safeHtml.replaceAll(/<[^>]*>/g, '').length;
  return (
    letters + 30 * (safeHtml.match(blockEnds)?.length ?? 0) + 500 * (safeHtml.match(pictures)?.length ?? 0)
  );
}

/** The largest step at which such a length stays on its sheet; the last one goes on over several. */
export const pickStep = (length: number, most: readonly number[]): number => {
  const step = most.findIndex((limit) => length <= limit);
  return step === -1 ? most.length : step;
};
