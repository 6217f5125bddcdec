import type { z } from 'zod';
import type { Language } from '../../../i18n/text.ts';
import { refuse } from '../../../kernel/refusal.ts';
import { figurePath } from '../../../knowledge/addresses.ts';
import { roundExpiry } from '../../../media/signed-address.ts';
import type { show_knowledge_article } from '../../../operations/knowledge/show_knowledge_article.ts';
import { listFigures, listIndexed } from '../../../store/knowledge/knowledge-passages.ts';
import type { PageParts } from '../../server/parts.ts';
import { tooBusy } from '../../server/rendered-texts.ts';

type FullArticle = z.output<typeof show_knowledge_article.output>;

const calloutTitles = {
  en: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Careful' },
  ru: { note: 'Заметка', tip: 'Совет', important: 'Важно', warning: 'Внимание', caution: 'Осторожно' },
};

/** What the renderer says of tables and drawings. */
const titles = {
  en: { table: 'Table, moves sideways', enlarge: 'Open large' },
  ru: { table: 'Таблица, листается вбок', enlarge: 'Открыть крупно' },
};

/** The text of an article with its figures and photographs, made once for everybody who reads that revision. */
export async function renderArticle(
  article: FullArticle,
  language: Language,
  { pool: db, services, renderedTexts, now }: PageParts,
): Promise<string> {
  const { id, title, body, revision_id, approved_revision_id } = article;
  // Addresses of photographs hold for an hour or more; a page is kept no longer than they.
  const until = roundExpiry(now()).getTime();
  return renderedTexts.take(`${revision_id} ${approved_revision_id} ${language} ${until}`, async () => {
    // Only the approved text has its diagrams drawn; others show them as they were written.
    const drawn = revision_id === approved_revision_id ? await listFigures(db, id) : [];
    const addressed = drawn.map((figure) => ({ figure, address: figurePath(services, id, figure, now()) }));
    const html = await services.texts.render(body, {
      ...(drawn.length > 0 && {
        figures: new Map(addressed.map(({ figure, address }) => [figure.number, address])),
      }),
      pictures: new Map(
        addressed.flatMap(({ figure, address }) =>
          figure.mediaId === null ? [] : [[figure.mediaId, address]],
        ),
      ),
      sizes: new Map(
        addressed.flatMap(({ figure: { width, height }, address }) =>
          width === null || height === null ? [] : [[address, { width, height }]],
        ),
      ),
      calloutTitles: calloutTitles[language],
      titles: titles[language],
      indexed: { title, ...(await listIndexed(db, id)) },
    });
    return html ?? refuse.busy(tooBusy);
  });
}

export interface Heading {
  readonly id: string;
  readonly text: string;
}

const heading = /<h2 id="([^"]+)">(.*?)<\/h2>/gs;

/** The headings of a text as the renderer wrote it, for the contents to lead to. */
export function listHeadings(safeHtml: string): Heading[] {
  return [...safeHtml.matchAll(heading)].map(([, id = '', inner = '']) => ({ id, text: plainText(inner) }));
}

const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };
const plainText = (inner: string) =>
  inner
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|amp|#39);/g, (_, name: string) => signs[name] ?? '');
