import { fillPath, paths } from '../../base/site/paths.ts';
import type { SearchPlace } from '../../domain/kernel/item-search.ts';
import { splitWords } from '../../engines/search/words.ts';
import { list_articles } from '../operations/journal/list_articles.ts';
import { list_my_articles } from '../operations/journal/list_my_articles.ts';
import { list_parcel_objects } from '../operations/parcel/list_parcel_objects.ts';
import { list_parcels } from '../operations/parcel/list_parcels.ts';
import { list_contacts } from '../operations/settlement/list_contacts.ts';
import { list_residents } from '../operations/settlement/list_residents.ts';
import { listGroup, pathWithQuery, type SearchHit, type SearchQuery } from './search-results.ts';

const plotNumberPattern = /^(?:уч(?:асток|\.)?|plot)?\s*№?\s*([\p{L}\d]*\d[\p{L}\d/-]*)$/iu;

/** Plot number of a query such as "9", "уч. 9", "участок 9а", "plot 9". */
export function parsePlotNumber(q: string): string | undefined {
  return plotNumberPattern.exec(q.trim())?.[1];
}

export async function findPlots(search: SearchQuery, { slug: settlement }: SearchPlace) {
  const number = parsePlotNumber(search.q);
  if (number === undefined) return undefined;
  const asked = search.call(list_parcels, { settlement, parcel: number });
  const group = await listGroup('plots', search, asked, ({ parcels }) =>
    parcels.map((parcel) => ({
      kind: 'plot',
      id: parcel.id,
      title: parcel.number,
      at: null,
      excerpt: parcel.address,
      url: fillPath(paths.settlementPlot, { settlement, plot: parcel.number }),
    })),
  );
  return group ?? { name: 'plots' as const, found: [] };
}

/** The board looks people up in the register, whoever is recorded there. */
export function findRegistered(search: SearchQuery, { slug: settlement }: SearchPlace) {
  const { q, each } = search;
  const register = fillPath(paths.people, { settlement });
  return listGroup(
    'people',
    search,
    search.call(list_residents, { settlement, q, recorded: 'true', limit: each + 1 }),
    ({ residents, people = [] }) => {
      const members = residents
        .filter(({ state }) => state !== 'ended')
        .map(({ id: resident, account, parcel, state, decided_at, created_at }) => ({
          kind: 'person' as const,
          id: resident,
          title: account.name,
          at: decided_at ?? created_at,
          excerpt: '',
          url: fillPath(state === 'claimed' ? paths.claim : paths.resident, { settlement, resident }),
          plot: parcel.number,
        }));
      const isMember = (name: string, plot: string) =>
        members.some((member) => member.title === name && member.plot === plot);
      const recorded = people
        .filter(({ name, parcel }) => !isMember(name, parcel.number))
        .map(({ name, parcel }) => ({
          kind: 'person' as const,
          id: null,
          title: name,
          at: null,
          excerpt: '',
          url: pathWithQuery(register, 'q', name),
          plot: parcel.number,
        }));
      return [...members, ...recorded];
    },
    pathWithQuery(register, 'q', q),
  );
}

/** Others see the people of their own plot; neighbours are written to by the number of theirs. */
export async function findHousehold(search: SearchQuery, { slug: settlement, plot }: SearchPlace) {
  const wanted = splitWords(search.q);
  if (!plot || wanted.length === 0) return undefined;
  const isMeant = (name: string) => {
    const words = splitWords(name);
    return wanted.every((part) => words.some((word) => word.startsWith(part)));
  };
  return listGroup('people', search, search.listHousehold(plot.id), (members) =>
    members
      .filter(({ name, isSelf }) => !isSelf && isMeant(name))
      .map(({ name }) => ({
        kind: 'person',
        id: null,
        title: name,
        at: null,
        excerpt: '',
        url: fillPath(paths.settlementPlot, { settlement, plot: plot.number }),
        plot: plot.number,
      })),
  );
}

export function findContacts(search: SearchQuery, { slug: settlement }: SearchPlace) {
  const { q, each } = search;
  return listGroup(
    'directory',
    search,
    search.call(list_contacts, { settlement, q, with_companies: true, limit: each + 1 }),
    ({ contacts, companies = [] }) => [
      ...contacts.map(({ id, name, phones, notes, slug: contact, updated_at }) => ({
        kind: 'contact' as const,
        id,
        title: name,
        at: updated_at,
        excerpt: phones[0] ?? notes,
        url: fillPath(paths.contact, { settlement, contact }),
      })),
      ...companies.map(({ id, name, trades, slug: company, updated_at }) => ({
        kind: 'company' as const,
        id,
        title: name,
        at: updated_at,
        excerpt: trades.join(', '),
        url: fillPath(paths.company, { company }),
      })),
    ],
    pathWithQuery(fillPath(paths.directory, { settlement }), 'q', q),
  );
}

export async function findObjects(search: SearchQuery, { plot }: SearchPlace) {
  if (!plot) return undefined;
  const { q, each } = search;
  return listGroup(
    'objects',
    search,
    search.call(list_parcel_objects, { parcel: plot.id, q, limit: each + 1 }),
    ({ objects }) =>
      objects.map(({ id: object, title, notes, updated_at }) => ({
        kind: 'object',
        id: object,
        title,
        at: updated_at,
        excerpt: notes.slice(0, 200),
        url: fillPath(paths.plotObject, { plot: plot.id, object }),
      })),
    fillPath(paths.plotObjects, { plot: plot.id }),
  );
}

type Articles = Awaited<ReturnType<typeof list_my_articles.show>>['articles'];

const showArticles = (settlement: string, articles: Articles): SearchHit[] =>
  articles.map(({ id, slug: article, title, excerpt, kind, published_at, created_at }) => ({
    kind: 'article',
    id,
    title,
    at: published_at ?? created_at,
    excerpt,
    url: fillPath(paths.article, { settlement, article }),
    isAnnouncement: kind === 'announcement',
  }));

export const findNews = (search: SearchQuery, { slug: settlement }: SearchPlace) =>
  listGroup(
    'news',
    search,
    search.call(list_articles, { settlement, q: search.q, limit: search.each + 1 }),
    ({ articles }) => showArticles(settlement, articles),
    pathWithQuery(fillPath(paths.articles, { settlement }), 'q', search.q),
  );

/** Drafts, too. */
export const findOwnArticles = (search: SearchQuery, { slug: settlement }: SearchPlace) =>
  listGroup(
    'news',
    search,
    search.call(list_my_articles, { settlement, q: search.q, limit: search.each + 1 }),
    ({ articles }) => showArticles(settlement, articles),
    pathWithQuery(fillPath(paths.articles, { settlement }), 'q', search.q),
  );

/** By title and folder. */
export async function findDocuments(search: SearchQuery, { slug: settlement }: SearchPlace) {
  const { q, each, listDocuments } = search;
  if (listDocuments === undefined) return undefined;
  return listGroup(
    'documents',
    search,
    listDocuments(settlement, each + 1),
    (documents) =>
      documents.map(({ documentId: document, title, folder, addedAt }) => ({
        kind: 'document',
        id: document,
        title,
        at: addedAt.toISOString(),
        excerpt: folder,
        url: fillPath(paths.document, { settlement, document }),
      })),
    pathWithQuery(fillPath(paths.documents, { settlement }), 'q', q),
  );
}
