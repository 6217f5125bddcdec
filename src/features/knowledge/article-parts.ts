import type { Db } from '../../base/db/connect.ts';
import type { Services } from '../../domain/kernel/services.ts';
import { listFigures, listIndexedContent } from '../../store/knowledge/knowledge-passages.ts';
import { figurePath } from './article-urls.ts';

/** What the approved text is rendered with: its figures with their addresses, and what was indexed of it. */
export async function loadArticleParts(db: Db, services: Services, articleId: string, now: Date) {
  const drawn = await listFigures(db, articleId);
  const figures = drawn.map((figure) => ({ figure, address: figurePath(services, articleId, figure, now) }));
  return { figures, indexed: await listIndexedContent(db, articleId) };
}

/** Ids of the pictures in the approved text. */
export async function listPublishedPictures(db: Db, articleId: string): Promise<string[]> {
  return (await listFigures(db, articleId)).flatMap(({ mediaId }) => mediaId ?? []);
}
