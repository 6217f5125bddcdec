import type { Language } from '../../../../base/i18n/text.ts';
import { list_household } from '../../../../features/actions/list_household.ts';
import { list_settlement_documents } from '../../../../features/actions/list_settlement_documents.ts';
import { searchEverything } from '../../../../features/site-search/search-everything.ts';
import type { ResultGroupName, SearchHit } from '../../../../features/site-search/search-results.ts';
import type { VisitorCall } from '../../server/visitor-calls.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { Place } from '../../ui/navigation.ts';
import { knowledgeCategoryTexts } from '../../words/knowledge-texts.ts';

export type SearchResult = {
  readonly href: string;
  readonly title: string;
  readonly line?: string | undefined;
  /** The plot of a person. */
  readonly plot?: string | undefined;
  readonly icon: IconName;
};

export type ResultCard = {
  readonly name: ResultGroupName;
  readonly found: readonly SearchResult[];
  /** Link to the full list; undefined when all results are shown. */
  readonly all?: string | undefined;
};

export interface SiteSearch {
  readonly groups: readonly ResultCard[];
  readonly searched: readonly ResultGroupName[];
}

interface PageSearch {
  readonly q: string;
  readonly call: VisitorCall;
  readonly language: Language;
  /** Maximum number of results per group. */
  readonly each: number;
}

/** Searches the selected place of the visitor. */
export async function searchSite(
  { q, call, language, each }: PageSearch,
  visitor: { readonly place?: Place | undefined; readonly board?: unknown } | undefined,
): Promise<SiteSearch> {
  const places = visitor?.place ? [{ ...visitor.place, isBoard: Boolean(visitor.board) }] : [];
  const { groups, searched } = await searchEverything(
    {
      q,
      each,
      call,
      listDocuments: async (settlement, limit) =>
        (await call(list_settlement_documents, { settlement, q, limit })).documents,
      listHousehold: async (parcel) => (await call(list_household, { parcel })).members,
    },
    visitor && places,
  );
  return {
    groups: groups.map((group) => ({ ...group, found: group.found.map((hit) => showHit(hit, language)) })),
    searched,
  };
}

const icons: Record<SearchHit['kind'], IconName> = {
  plot: 'plot',
  person: 'people',
  contact: 'phone',
  company: 'company',
  object: 'plot',
  article: 'diary',
  task: 'tasks',
  conversation: 'messages',
  settlement: 'village',
  knowledge_article: 'book',
  document: 'book',
};

function showHit(
  { kind, title, excerpt, url, plot, isAnnouncement, category }: SearchHit,
  language: Language,
) {
  return {
    href: url,
    title,
    line: category ? `${knowledgeCategoryTexts[category][language]} · ${excerpt}` : excerpt || undefined,
    plot,
    icon: isAnnouncement ? ('announce' as const) : icons[kind],
  };
}
