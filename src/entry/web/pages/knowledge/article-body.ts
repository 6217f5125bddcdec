import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { roundExpiry } from '../../../../engines/media/signed-url.ts';
import { listPublishedPictures, loadArticleParts } from '../../../../features/knowledge/article-parts.ts';
import {
  maxPictures,
  type show_knowledge_article,
} from '../../../../features/operations/knowledge/show_knowledge_article.ts';
import type { PageRequest } from '../../page/page.ts';
import type { PageDependencies } from '../../server/page-dependencies.ts';
import { tooBusyText } from '../../server/rendered-text-cache.ts';
import { calloutTitles, renderUnpublishedText, tableTitle } from './unpublished-text.ts';

type FullArticle = z.output<typeof show_knowledge_article.output>;

const enlargeText: Text = { en: 'Open large', ru: 'Открыть крупно' };

/** Article HTML with figures and photographs, cached per revision for all readers. */
export async function renderArticle(
  article: FullArticle,
  pageRequest: Pick<PageRequest, 'dependencies' | 'shareKey' | 'view'>,
): Promise<string> {
  const { dependencies, shareKey, view } = pageRequest;
  const { language } = view;
  const { pool: db, services, renderedTexts, now } = dependencies;
  const { id, title, body, revision_id, approved_revision_id } = article;
  // Only the approved revision has stored figures; an unpublished one is rendered for its author alone.
  if (revision_id !== approved_revision_id)
    return (await renderUnpublishedText(body, await findVisiblePictures(dependencies, article), pageRequest))
      .safeHtml;
  // Signed photograph URLs live for an hour or more; the cached HTML must not outlive them.
  const until = roundExpiry(now()).getTime();
  return renderedTexts.getOrRender(`${revision_id} ${language} ${until}`, async () => {
    const { figures, indexed } = await loadArticleParts(db, services, id, now());
    const html = await services.texts.render(
      body,
      {
        ...(figures.length > 0 && {
          figures: new Map(figures.map(({ figure, address }) => [figure.number, address])),
        }),
        pictures: new Map(
          figures.flatMap(({ figure, address }) =>
            figure.mediaId === null ? [] : [[figure.mediaId, address]],
          ),
        ),
        sizes: new Map(
          figures.flatMap(({ figure: { width, height }, address }) =>
            width === null || height === null ? [] : [[address, { width, height }]],
          ),
        ),
        calloutTitles: calloutTitles[language],
        titles: { table: tableTitle[language], enlarge: enlargeText[language] },
        indexed: { title, ...indexed },
      },
      { share: shareKey },
    );
    return html ?? refuse.unavailable(tooBusyText);
  });
}

/** Pictures the user may see: those of the published text, and all of the article for its managers. */
export async function findVisiblePictures(
  { pool }: Pick<PageDependencies, 'pool'>,
  article: Pick<FullArticle, 'id' | 'pictures'> | null,
): Promise<ReadonlySet<string>> {
  if (article === null) return new Set();
  const { id, pictures } = article;
  const ready = (pictures ?? []).filter(({ state }) => state === 'ready').map((picture) => picture.id);
  // Those of the published text are among all of them.
  if (pictures && pictures.length < maxPictures) return new Set(ready);
  const published = await listPublishedPictures(pool, id);
  return new Set([...published, ...ready]);
}

export interface Heading {
  readonly id: string;
  readonly text: string;
}

const headingPattern = /<h2 id="([^"]+)">(.*?)<\/h2>/gs;

/** Headings of the rendered HTML, for the table of contents. */
export function listHeadings(safeHtml: string): Heading[] {
  return [...safeHtml.matchAll(headingPattern)].map(([, id = '', inner = '']) => ({
    id,
    text: stripTags(inner),
  }));
}

const htmlEntities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };
const stripTags = (inner: string) =>
  inner
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => htmlEntities[name] ?? '');
