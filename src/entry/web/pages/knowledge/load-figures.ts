import { show_knowledge_figure } from '../../../../features/operations/knowledge/show_knowledge_figure.ts';
import type { VisitorCall } from '../../server/visitor-calls.ts';
import type { ShownFigure } from './passage-text.tsx';

/** Figures of an article by their numbers; those that cannot be shown are left out. */
export async function loadFigures(
  call: VisitorCall,
  article: string,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, ShownFigure>> {
  const found = await Promise.all(
    numbers.map(async (figure): Promise<[string, ShownFigure][]> => {
      const shown = await call(show_knowledge_figure, { article, figure }).catch(() => null);
      if (shown === null) return [];
      const { pathname, search } = new URL(shown.data.url);
      return [[figure, { src: pathname + search, caption: shown.data.caption }]];
    }),
  );
  return new Map(found.flat());
}
