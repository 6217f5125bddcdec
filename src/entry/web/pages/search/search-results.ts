import type { Language } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Refusal } from '../../../../domain/kernel/refusal.ts';
import { splitWords } from '../../../../engines/search/words.ts';
import { list_household } from '../../../../features/actions/list_household.ts';
import { list_articles } from '../../../../features/operations/journal/list_articles.ts';
import { list_knowledge_articles } from '../../../../features/operations/knowledge/list_knowledge_articles.ts';
import { list_conversations } from '../../../../features/operations/messenger/list_conversations.ts';
import { list_parcels } from '../../../../features/operations/parcel/list_parcels.ts';
import { list_contacts } from '../../../../features/operations/settlement/list_contacts.ts';
import { list_residents } from '../../../../features/operations/settlement/list_residents.ts';
import { list_settlements } from '../../../../features/operations/settlement/list_settlements.ts';
import { list_tasks } from '../../../../features/operations/task/list_tasks.ts';
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

export type ResultGroupName =
  | 'plots'
  | 'people'
  | 'directory'
  | 'news'
  | 'tasks'
  | 'messages'
  | 'villages'
  | 'advice';

export type ResultGroup = {
  readonly name: ResultGroupName;
  readonly found: readonly SearchResult[];
  /** Link to the full list; undefined when all results are shown. */
  readonly all?: string | undefined;
};

interface SearchQuery {
  readonly q: string;
  readonly call: VisitorCall;
  readonly language: Language;
  /** Maximum number of results per group. */
  readonly each: number;
}

export interface SiteSearch {
  readonly groups: readonly ResultGroup[];
  /** Every list that was searched, also those without results. */
  readonly searched: readonly ResultGroupName[];
}

/** Searches all lists in parallel; a list the user may not read is not searched. */
export async function searchEverything(
  search: SearchQuery,
  visitor: { readonly place?: Place | undefined; readonly board?: unknown } | undefined,
): Promise<SiteSearch> {
  const place = visitor?.place;
  const groups = await Promise.all([
    place && findPlots(search, place),
    place && (visitor.board ? findRegistered(search, place) : findHousehold(search, place)),
    place && findContacts(search, place),
    place && findNews(search, place),
    visitor && findTasks(search),
    visitor && findMessages(search),
    !place && findVillages(search),
    findAdvice(search),
  ]);
  const asked = groups.filter((each) => each) as ResultGroup[];
  const found = asked.filter((each) => each.found.length > 0);
  // A query that matches a plot number means the plot, not every article with that number.
  const isPlot = found.some(({ name }) => name === 'plots');
  return {
    groups: isPlot ? found.filter(({ name }) => name !== 'advice') : found,
    searched: asked.map(({ name }) => name).filter((name) => !isPlot || name !== 'advice'),
  };
}

const ignoredRefusals = new Set<Refusal['kind']>(['not_found', 'forbidden', 'invalid']);

const pathWithQuery = (path: string, name: string, q: string) =>
  `${path}?${new URLSearchParams({ [name]: q })}`;

/** The group of what a list holds; undefined when it is refused: no access, or an unknown plot. */
async function listGroup<Reply>(
  name: ResultGroupName,
  { each }: SearchQuery,
  asked: Promise<Reply>,
  read: (reply: Reply) => readonly SearchResult[],
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

const plotNumberPattern = /^(?:уч(?:асток|\.)?|plot)?\s*№?\s*([\p{L}\d]*\d[\p{L}\d/-]*)$/iu;

/** Plot number of a query such as "9", "уч. 9", "участок 9а", "plot 9". */
export function parsePlotNumber(q: string): string | undefined {
  return plotNumberPattern.exec(q.trim())?.[1];
}

async function findPlots(search: SearchQuery, { slug: settlement }: Place) {
  const number = parsePlotNumber(search.q);
  if (number === undefined) return undefined;
  const asked = search.call(list_parcels, { settlement, parcel: number });
  const group = await listGroup('plots', search, asked, ({ parcels }) =>
    parcels.map((parcel) => ({
      href: fillPath(paths.settlementPlot, { settlement, plot: parcel.number }),
      title: parcel.number,
      line: parcel.address || undefined,
      icon: 'plot',
    })),
  );
  return group ?? { name: 'plots', found: [] };
}

/** The board looks people up in the register, whoever is recorded there. */
function findRegistered(search: SearchQuery, { slug: settlement }: Place) {
  const { q, call, each } = search;
  const register = fillPath(paths.people, { settlement });
  return listGroup(
    'people',
    search,
    call(list_residents, { settlement, q, recorded: 'true', limit: each + 1 }),
    ({ residents, people = [] }) => {
      const members = residents
        .filter(({ state }) => state !== 'ended')
        .map(({ id: resident, account, parcel, state }) => ({
          href: fillPath(state === 'claimed' ? paths.claim : paths.resident, { settlement, resident }),
          title: account.name,
          plot: parcel.number,
          icon: 'people' as const,
        }));
      const isMember = (name: string, plot: string) =>
        members.some((member) => member.title === name && member.plot === plot);
      const recorded = people
        .filter(({ name, parcel }) => !isMember(name, parcel.number))
        .map(({ name, parcel }) => ({
          href: pathWithQuery(register, 'q', name),
          title: name,
          plot: parcel.number,
          icon: 'people' as const,
        }));
      return [...members, ...recorded];
    },
    pathWithQuery(register, 'q', q),
  );
}

/** Others see the people of their own plot; neighbours are written to by the number of theirs. */
async function findHousehold(search: SearchQuery, { slug: settlement, plot }: Place) {
  const wanted = splitWords(search.q);
  if (!plot || wanted.length === 0) return undefined;
  const isMeant = (name: string) => {
    const words = splitWords(name);
    return wanted.every((part) => words.some((word) => word.startsWith(part)));
  };
  return listGroup('people', search, search.call(list_household, { parcel: plot.id }), ({ members }) =>
    members
      .filter(({ name, isSelf }) => !isSelf && isMeant(name))
      .map(({ name }) => ({
        href: fillPath(paths.settlementPlot, { settlement, plot: plot.number }),
        title: name,
        plot: plot.number,
        icon: 'people',
      })),
  );
}

function findContacts(search: SearchQuery, { slug: settlement }: Place) {
  const { q, call, each } = search;
  return listGroup(
    'directory',
    search,
    call(list_contacts, { settlement, q, with_companies: true, limit: each + 1 }),
    ({ contacts, companies = [] }) => [
      ...contacts.map(({ name, phones, notes, slug: contact }) => ({
        href: fillPath(paths.contact, { settlement, contact }),
        title: name,
        line: phones[0] ?? notes,
        icon: 'phone' as const,
      })),
      ...companies.map(({ name, trades, slug: company }) => ({
        href: fillPath(paths.company, { company }),
        title: name,
        line: trades.join(', '),
        icon: 'company' as const,
      })),
    ],
    pathWithQuery(fillPath(paths.directory, { settlement }), 'q', q),
  );
}

const findNews = (search: SearchQuery, { slug: settlement }: Place) =>
  listGroup(
    'news',
    search,
    search.call(list_articles, { settlement, q: search.q }),
    ({ articles }) =>
      articles.map(({ slug: article, title, excerpt, kind }) => ({
        href: fillPath(paths.article, { settlement, article }),
        title,
        line: excerpt,
        icon: kind === 'announcement' ? 'announce' : 'diary',
      })),
    pathWithQuery(fillPath(paths.articles, { settlement }), 'q', search.q),
  );

const findTasks = (search: SearchQuery) =>
  listGroup(
    'tasks',
    search,
    search.call(list_tasks, { q: search.q, limit: search.each + 1 }),
    ({ tasks }) =>
      tasks.map(({ id: task, title, author_name: line }) => ({
        href: fillPath(paths.task, { task }),
        title,
        line,
        icon: 'tasks',
      })),
    pathWithQuery(paths.tasks, 'q', search.q),
  );

const findMessages = (search: SearchQuery) =>
  listGroup(
    'messages',
    search,
    search.call(list_conversations, { q: search.q, limit: search.each + 1 }),
    ({ conversations }) =>
      conversations.map(({ id: conversation, title, last_message }) => ({
        href: pathWithQuery(fillPath(paths.conversation, { conversation }), 'q', search.q),
        title,
        line: last_message.body,
        icon: 'messages',
      })),
    pathWithQuery(paths.messages, 'q', search.q),
  );

const findVillages = (search: SearchQuery) =>
  listGroup(
    'villages',
    search,
    search.call(list_settlements, { q: search.q, also_places: true }),
    ({ settlements }) =>
      settlements.map(({ slug: settlement, name, region }) => ({
        href: fillPath(paths.settlement, { settlement }),
        title: name,
        line: region,
        icon: 'village',
      })),
    pathWithQuery(paths.settlements, 'q', search.q),
  );

const findAdvice = (search: SearchQuery) =>
  listGroup(
    'advice',
    search,
    search.call(list_knowledge_articles, { search: search.q }),
    ({ articles }) =>
      articles.map(({ slug: article, title, excerpt, category }) => ({
        href: fillPath(paths.knowledgeArticle, { article }),
        title,
        line: category ? `${knowledgeCategoryTexts[category][search.language]} · ${excerpt}` : excerpt,
        icon: 'book',
      })),
    pathWithQuery(paths.knowledge, 'search', search.q),
  );
