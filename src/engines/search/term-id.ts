import { hash } from 'node:crypto';

/** Key of a term in the index; equals search_term_id() of the database, which is ten times slower. */
export function computeTermId(term: string): string {
  return hash('sha256', term, 'buffer').readBigInt64BE().toString();
}
