import { fillPath, paths } from '../../base/site/paths.ts';
import type { SearchPlace } from '../../domain/kernel/item-search.ts';
import { list_knowledge_articles } from '../operations/knowledge/list_knowledge_articles.ts';
import { list_conversations } from '../operations/messenger/list_conversations.ts';
import { list_settlements } from '../operations/settlement/list_settlements.ts';
import { list_tasks } from '../operations/task/list_tasks.ts';
import {
  findContacts,
  findDocuments,
  findHousehold,
  findNews,
  findObjects,
  findOwnArticles,
  findPlots,
  findRegistered,
} from './search-place.ts';
import {
  listGroup,
  pathWithQuery,
  type ResultGroup,
  type ResultGroupName,
  type SearchQuery,
  type SearchResults,
} from './search-results.ts';

/**
 * Searches all lists in parallel, each through its own operation, so that everybody finds exactly what they may read.
 * Without an account (`places` undefined) and without a place: settlements and advice.
 */
export async function searchEverything(
  search: SearchQuery,
  places: readonly SearchPlace[] | undefined,
): Promise<SearchResults> {
  const groups = await Promise.all([
    ...(places ?? []).flatMap((place, index, all) => {
      // Somebody may have several plots in a settlement, whose lists are searched once.
      const isFirst = all.findIndex(({ slug }) => slug === place.slug) === index;
      return [
        isFirst && findPlots(search, place),
        place.isBoard ? isFirst && findRegistered(search, place) : findHousehold(search, place),
        isFirst && findContacts(search, place),
        isFirst && findDocuments(search, place),
        findObjects(search, place),
        ...(isFirst ? [findNews, findOwnArticles, findTasks].map((find) => find(search, place)) : []),
      ];
    }),
    places && findTasks(search),
    places && findMessages(search),
    !places?.length && findVillages(search),
    findAdvice(search),
  ]);
  const asked = mergeGroups(groups.filter((each) => each) as ResultGroup[], search.each);
  const found = asked.filter((each) => each.found.length > 0);
  // A query that matches a plot number means the plot, not every article with that number.
  const isPlot = found.some(({ name }) => name === 'plots');
  return {
    groups: isPlot ? found.filter(({ name }) => name !== 'advice') : found,
    searched: asked.map(({ name }) => name).filter((name) => !isPlot || name !== 'advice'),
  };
}

/** The same thing may be found in two lists, and a list in several places. */
function mergeGroups(groups: readonly ResultGroup[], each: number): ResultGroup[] {
  const merged = new Map<ResultGroupName, ResultGroup>();
  for (const { name, found, all } of groups) {
    const before = merged.get(name);
    const hits = new Map([...(before?.found ?? []), ...found].map((hit) => [`${hit.url} ${hit.title}`, hit]));
    merged.set(name, { name, found: [...hits.values()].slice(0, each), all: before?.all ?? all });
  }
  return [...merged.values()];
}

/** In a place all that the searcher may see there, else what they have a part in. */
const findTasks = (search: SearchQuery, place?: SearchPlace) =>
  listGroup(
    'tasks',
    search,
    search.call(list_tasks, { settlement: place?.slug, q: search.q, limit: search.each + 1 }),
    ({ tasks }) =>
      tasks.map(({ id: task, title, author_name, closed_at, created_at }) => ({
        kind: 'task',
        id: task,
        title,
        at: closed_at ?? created_at,
        excerpt: author_name,
        url: fillPath(paths.task, { task }),
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
        kind: 'conversation',
        id: conversation,
        title,
        at: last_message.created_at,
        excerpt: last_message.body,
        url: pathWithQuery(fillPath(paths.conversation, { conversation }), 'q', search.q),
      })),
    pathWithQuery(paths.messages, 'q', search.q),
  );

const findVillages = (search: SearchQuery) =>
  listGroup(
    'villages',
    search,
    search.call(list_settlements, { q: search.q, also_places: true }),
    ({ settlements }) =>
      settlements.map(({ id, slug: settlement, name, region }) => ({
        kind: 'settlement',
        id,
        title: name,
        at: null,
        excerpt: region,
        url: fillPath(paths.settlement, { settlement }),
      })),
    pathWithQuery(paths.settlements, 'q', search.q),
  );

const findAdvice = (search: SearchQuery) =>
  listGroup(
    'advice',
    search,
    search.call(list_knowledge_articles, { search: search.q }),
    ({ articles }) =>
      articles.map(({ id, slug: article, title, excerpt, category, published_at }) => ({
        kind: 'knowledge_article',
        id,
        title,
        at: published_at,
        excerpt,
        url: fillPath(paths.knowledgeArticle, { article }),
        category,
      })),
    pathWithQuery(paths.knowledge, 'search', search.q),
  );
