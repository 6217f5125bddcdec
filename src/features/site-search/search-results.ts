import type { z } from 'zod';
import type { FoundItem } from '../../domain/kernel/item-search.ts';
import type { AnyOperation } from '../../domain/kernel/operation.ts';
import { Refusal } from '../../domain/kernel/refusal.ts';
import type { KnowledgeCategory } from '../../domain/rules/knowledge-categories.ts';

export interface SearchHit extends Omit<FoundItem, 'kind'> {
  /** Documents of a settlement are found on pages alone. */
  readonly kind: FoundItem['kind'] | 'document';
  /** The plot of a person. */
  readonly plot?: string;
  /** Of an announcement. */
  readonly isAnnouncement?: boolean;
  /** Of a knowledge article. */
  readonly category?: KnowledgeCategory | null;
}

export type ResultGroupName =
  | 'plots'
  | 'people'
  | 'directory'
  | 'objects'
  | 'news'
  | 'documents'
  | 'tasks'
  | 'messages'
  | 'villages'
  | 'advice';

export interface ResultGroup {
  readonly name: ResultGroupName;
  readonly found: readonly SearchHit[];
  /** The page with the whole list; undefined when all results are here. */
  readonly all?: string | undefined;
}

export interface SearchQuery {
  readonly q: string;
  /** Maximum number of results per group. */
  readonly each: number;
  /** Performs an operation for the searcher: what it refuses to them is not searched. */
  call<Output extends z.ZodType>(
    operation: AnyOperation<Output>,
    input: Record<string, unknown>,
  ): Promise<z.output<Output>>;
  /** Pages alone find documents: their files are opened there. */
  listDocuments?: (
    settlement: string,
    limit: number,
  ) => Promise<readonly { documentId: string; title: string; folder: string; addedAt: Date }[]>;
  listHousehold(parcelId: string): Promise<readonly { name: string; isSelf: boolean }[]>;
}

export interface SearchResults {
  readonly groups: readonly ResultGroup[];
  /** Every list that was searched, also those without results. */
  readonly searched: readonly ResultGroupName[];
}

const ignoredRefusals = new Set<Refusal['kind']>(['not_found', 'forbidden', 'invalid', 'missing_scope']);

export const pathWithQuery = (path: string, name: string, q: string) =>
  `${path}?${new URLSearchParams({ [name]: q })}`;

/** The group of what a list holds; undefined when it is refused: no access, or an unknown plot. */
export async function listGroup<Reply>(
  name: ResultGroupName,
  { each }: SearchQuery,
  asked: Promise<Reply>,
  read: (reply: Reply) => readonly SearchHit[],
  all?: string,
): Promise<ResultGroup | undefined> {
  try {
    const found = read(await asked);
    return { name, found: found.slice(0, each), all: found.length > each ? all : undefined };
  } catch (error) {
    if (error instanceof Refusal && ignoredRefusals.has(error.kind)) return undefined;
    throw error;
  }
}
