import type { Db } from '../../base/db/connect.ts';
import { type PassageTerms, readPassageTerms, TermNumbers } from '../../engines/search/passage-terms.ts';
import type { Candidate } from '../../engines/search/ranking.ts';

/** About a kilobyte each. */
const maxKept = 10_000;

/**
 * Passages that questions have proposed, read once: the same ones are proposed again and again, and sending and
 * splitting their stems took half of a search.
 */
interface Shelf {
  kept: Map<string, { version: string; read: PassageTerms }>;
  numbers: TermNumbers;
}

const createShelf = (): Shelf => ({ kept: new Map(), numbers: new TermNumbers() });
let shelf = createShelf();

export interface ProposedPassage {
  id: string;
  articleId: string;
  /** Changes whenever the row is written. */
  version: string;
}

/** Candidates for ranking, and the numbers of their terms. */
export async function readPassages<Proposed extends ProposedPassage>(
  db: Db,
  proposed: readonly Proposed[],
): Promise<{ candidates: (Proposed & Candidate)[]; numbers: TermNumbers }> {
  if (shelf.kept.size > maxKept) shelf = createShelf();
  const { kept, numbers } = shelf;
  const read = new Map<string, PassageTerms>();
  for (const { id, version } of proposed) {
    const known = kept.get(id);
    if (known?.version === version) read.set(id, known.read);
  }
  const missing = proposed.filter(({ id }) => !read.has(id)).map(({ id }) => id);
  if (missing.length > 0) {
    const rows = await db<
      (Omit<ProposedPassage, 'articleId'> & { lexemes: string; titleLexemes: string; length: number })[]
    >`
      select id, lexemes, title_lexemes as "titleLexemes", length, (xmin, ctid)::text as version
        from knowledge_passage where id = any (${missing}::bigint[])`;
    for (const { id, version, ...stored } of rows) {
      const terms = readPassageTerms(stored, numbers);
      kept.set(id, { version, read: terms });
      read.set(id, terms);
    }
  }
  const candidates = proposed.flatMap((each) => {
    const terms = read.get(each.id);
    return terms === undefined ? [] : [{ ...each, read: terms }];
  });
  return { candidates, numbers };
}
