import type { SignedInCaller } from './caller.ts';

export const hitKinds = [
  'plot',
  'person',
  'contact',
  'company',
  'object',
  'article',
  'task',
  'conversation',
  'settlement',
  'knowledge_article',
] as const;

export interface FoundItem {
  readonly kind: (typeof hitKinds)[number];
  /** Null: a person who is recorded without an account. */
  readonly id: string | null;
  readonly title: string;
  /** When it was published, last changed or done. */
  readonly at: string | null;
  readonly excerpt: string;
  readonly url: string;
}

/** Where the searcher belongs. */
export interface SearchPlace {
  readonly slug: string;
  readonly plot?: { readonly id: string; readonly number: string } | undefined;
  readonly isBoard: boolean;
}

/** The search over everything, which asks operations and so stands above them. */
export interface ItemSearch {
  /** What the caller of the context may read, in these places and beyond; at most `most`, some of every kind. */
  find(
    q: string,
    places: readonly SearchPlace[],
    most: number,
    context: { readonly caller: SignedInCaller },
  ): Promise<readonly FoundItem[]>;
}
