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

/** Treats a refusal (no access, unknown plot) as no results. */
async function ignoreRefusal<Reply>(reply: Promise<Reply>): Promise<Reply | undefined> {
  try {
    return await reply;
  } catch (error) {
    if (error instanceof Refusal && ignoredRefusals.has(error.kind)) return undefined;
    throw error;
  }
}

const pathWithQuery = (path: string, name: string, q: string) =>
  `${path}?${new URLSearchParams({ [name]: q })}`;

function createGroup(
  name: ResultGroupName,
  found: readonly SearchResult[],
  each: number,
  all?: string,
): ResultGroup {
  return { name, found: found.slice(0, each), all: found.length > each ? all : undefined };
}

const plotNumberPattern = /^(?:уч(?:асток|\.)?|plot)?\s*№?\s*([\p{L}\d]*\d[\p{L}\d/-]*)$/iu;

/** Plot number of a query such as "9", "уч. 9", "участок 9а", "plot 9". */
export function parsePlotNumber(q: string): string | undefined {
  return plotNumberPattern.exec(q.trim())?.[1];
}

async function findPlots({ q, call, each }: SearchQuery, { slug }: Place): Promise<ResultGroup | undefined> {
  const number = parsePlotNumber(q);
  if (number === undefined) return undefined;
  const reply = await ignoreRefusal(call(list_parcels, { settlement: slug, parcel: number }));
  const found = (reply?.parcels ?? []).map((parcel) => ({
    href: fillPath(paths.settlementPlot, { settlement: slug, plot: parcel.number }),
    title: parcel.number,
    line: parcel.address || undefined,
    icon: 'plot' as const,
  }));
  return createGroup('plots', found, each);
}

/** The board looks people up in the register, whoever is recorded there. */
async function findRegistered(
  { q, call, each }: SearchQuery,
  { slug }: Place,
): Promise<ResultGroup | undefined> {
  const asked = { settlement: slug, q, recorded: 'true', limit: each + 1 } as const;
  const reply = await ignoreRefusal(call(list_residents, asked));
  if (!reply) return undefined;
  const register = fillPath(paths.people, { settlement: slug });
  const members = reply.residents
    .filter(({ state }) => state !== 'ended')
    .map(({ id, account, parcel, state }) => ({
      href: fillPath(state === 'claimed' ? paths.claim : paths.resident, { settlement: slug, resident: id }),
      title: account.name,
      plot: parcel.number,
      icon: 'people' as const,
    }));
  const isMember = (name: string, plot: string) =>
    members.some((member) => member.title === name && member.plot === plot);
  const recorded = (reply.people ?? [])
    .filter(({ name, parcel }) => !isMember(name, parcel.number))
    .map(({ name, parcel }) => ({
      href: pathWithQuery(register, 'q', name),
      title: name,
      plot: parcel.number,
      icon: 'people' as const,
    }));
  return createGroup('people', [...members, ...recorded], each, pathWithQuery(register, 'q', q));
}

/** Others see the people of their own plot; neighbours are written to by the number of theirs. */
async function findHousehold(
  { q, call, each }: SearchQuery,
  { slug, plot }: Place,
): Promise<ResultGroup | undefined> {
  const reply = plot && (await ignoreRefusal(call(list_household, { parcel: plot.id })));
  if (!reply) return undefined;
  const wanted = splitWords(q);
  const found = reply.members
    .filter(({ name, isSelf }) => {
      const words = splitWords(name);
      return !isSelf && wanted.every((part) => words.some((word) => word.startsWith(part)));
    })
    .map(({ name }) => ({
      href: fillPath(paths.settlementPlot, { settlement: slug, plot: plot.number }),
      title: name,
      plot: plot.number,
      icon: 'people' as const,
    }));
  return wanted.length === 0 ? undefined : createGroup('people', found, each);
}

async function findContacts(
  { q, call, each }: SearchQuery,
  { slug }: Place,
): Promise<ResultGroup | undefined> {
  const asked = { settlement: slug, q, with_companies: true, limit: each + 1 };
  const reply = await ignoreRefusal(call(list_contacts, asked));
  if (!reply) return undefined;
  const contacts = reply.contacts.map(({ name, phones, notes, slug: contact }) => ({
    href: fillPath(paths.contact, { settlement: slug, contact }),
    title: name,
    line: phones[0] ?? notes,
    icon: 'phone' as const,
  }));
  const companies = (reply.companies ?? []).map(({ name, trades, slug: company }) => ({
    href: fillPath(paths.company, { company }),
    title: name,
    line: trades.join(', '),
    icon: 'company' as const,
  }));
  const all = pathWithQuery(fillPath(paths.directory, { settlement: slug }), 'q', q);
  return createGroup('directory', [...contacts, ...companies], each, all);
}

async function findNews({ q, call, each }: SearchQuery, { slug }: Place): Promise<ResultGroup | undefined> {
  const reply = await ignoreRefusal(call(list_articles, { settlement: slug, q }));
  if (!reply) return undefined;
  const found = reply.articles.map((article) => ({
    href: fillPath(paths.article, { settlement: slug, article: article.slug }),
    title: article.title,
    line: article.excerpt,
    icon: article.kind === 'announcement' ? ('announce' as const) : ('diary' as const),
  }));
  return createGroup(
    'news',
    found,
    each,
    pathWithQuery(fillPath(paths.articles, { settlement: slug }), 'q', q),
  );
}

async function findTasks({ q, call, each }: SearchQuery): Promise<ResultGroup | undefined> {
  const reply = await ignoreRefusal(call(list_tasks, { q, limit: each + 1 }));
  if (!reply) return undefined;
  const found = reply.tasks.map((task) => ({
    href: fillPath(paths.task, { task: task.id }),
    title: task.title,
    line: task.author_name,
    icon: 'tasks' as const,
  }));
  return createGroup('tasks', found, each, pathWithQuery(paths.tasks, 'q', q));
}

async function findMessages({ q, call, each }: SearchQuery): Promise<ResultGroup | undefined> {
  const reply = await ignoreRefusal(call(list_conversations, { q, limit: each + 1 }));
  if (!reply) return undefined;
  const found = reply.conversations.map(({ id, title, last_message }) => ({
    href: pathWithQuery(fillPath(paths.conversation, { conversation: id }), 'q', q),
    title,
    line: last_message.body,
    icon: 'messages' as const,
  }));
  return createGroup('messages', found, each, pathWithQuery(paths.messages, 'q', q));
}

async function findVillages({ q, call, each }: SearchQuery): Promise<ResultGroup | undefined> {
  const reply = await ignoreRefusal(call(list_settlements, { q, also_places: true }));
  if (!reply) return undefined;
  const found = reply.settlements.map(({ slug, name, region }) => ({
    href: fillPath(paths.settlement, { settlement: slug }),
    title: name,
    line: region,
    icon: 'village' as const,
  }));
  return createGroup('villages', found, each, pathWithQuery(paths.settlements, 'q', q));
}

async function findAdvice({ q, call, each, language }: SearchQuery): Promise<ResultGroup | undefined> {
  const reply = await ignoreRefusal(call(list_knowledge_articles, { search: q }));
  if (!reply) return undefined;
  const found = reply.articles.map(({ slug, title, excerpt, category }) => ({
    href: fillPath(paths.knowledgeArticle, { article: slug }),
    title,
    line: category ? `${knowledgeCategoryTexts[category][language]} · ${excerpt}` : excerpt,
    icon: 'book' as const,
  }));
  return createGroup('advice', found, each, pathWithQuery(paths.knowledge, 'search', q));
}
