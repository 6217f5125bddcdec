import type { Text } from '../../../../base/i18n/text.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { roundExpiry } from '../../../../engines/media/signed-url.ts';
import { loadArticleParts } from '../../../../features/knowledge/article-parts.ts';
import {
  type FullArticle,
  findVisiblePictures,
  renderUnpublishedText,
  tableTitle,
} from '../../loaders/knowledge-text.ts';
import type { PageRequest } from '../../page/page.ts';
import { tooBusyText } from '../../server/rendered-text-cache.ts';
import { calloutTitles } from '../../words/knowledge-texts.ts';

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

const headingPattern = /<h2 id="([^"]+)">(.*?)<\/h2>/gs;

/** Headings of the rendered HTML, for the table of contents. */
export const listHeadings = (safeHtml: string) =>
  [...safeHtml.matchAll(headingPattern)].map(([, id = '', inner = '']) => ({ id, text: stripTags(inner) }));

const htmlEntities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };
const stripTags = (inner: string) =>
  inner
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => htmlEntities[name] ?? '');
