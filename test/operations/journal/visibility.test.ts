import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { articleKinds } from '../../../src/domain/rules/article-publication.ts';
import { visibilities } from '../../../src/domain/rules/settlement-role.ts';
import { ApiError, type Client } from '../../../src/entry/client/client.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, personas, type Village } from '../../harness/village.ts';
import { createThings } from './mentioned-things.ts';

/**
 * An independent specification of who may see an article: persona × visibility × kind × state × every way to read it.
 * A new way to read is one entry of `ways`.
 */
const readers = [...personas, 'anonymous'] as const;
type Reader = (typeof readers)[number];
type State = 'draft' | 'published';

interface Sample {
  id: string;
  slug: string;
  kind: (typeof articleKinds)[number];
  visibility: (typeof visibilities)[number];
  state: State;
  tag: string;
  /** An object on the resident's plot that the text names. */
  object: string;
}

/** A reader, with what every way of reading needs. */
interface Eyes {
  client: Client;
  reader: Reader;
  url: string;
  headers: Record<string, string>;
  plot: string;
  /** A list is the same for every article that is looked for in it, and fetched once. */
  once<T>(list: string, read: () => Promise<T>): Promise<T>;
}

const seesPublished: Record<(typeof visibilities)[number], readonly Reader[]> = {
  private: ['editor'],
  residents: ['editor', 'resident', 'neighbour'],
  settlement: ['editor', 'resident', 'neighbour', 'company'],
  public: readers,
};

function shouldSee(reader: Reader, { kind, visibility, state }: Sample): boolean {
  const author: Reader = kind === 'diary' ? 'resident' : 'editor';
  if (reader === author || reader === 'editor') return true;
  return state === 'published' && seesPublished[visibility].includes(reader);
}

const settlement = 'berezka';

/** Each tells whether the reader saw the article, and which articles it applies to. */
const ways: Record<
  string,
  {
    shows?(sample: Sample, reader: Reader): boolean;
    look(client: Client, sample: Sample, eyes: Eyes): Promise<boolean>;
  }
> = {
  show_article: { look: async (client, { id }) => isFound(client.show_article({ settlement, article: id })) },
  'show_article by slug': {
    look: async (client, { slug }) => isFound(client.show_article({ settlement, article: slug })),
  },
  list_articles: {
    shows: ({ state }) => state === 'published',
    look: async (client, { id }, { once }) =>
      (await once('all', () => walk((cursor) => client.list_articles({ settlement, ...cursor })))).includes(
        id,
      ),
  },
  'list_articles of the kind': {
    shows: ({ state }) => state === 'published',
    look: async (client, { id, kind }, { once }) =>
      (
        await once(kind, () => walk((cursor) => client.list_articles({ settlement, kind, ...cursor })))
      ).includes(id),
  },
  'list_articles of the plot': {
    shows: ({ state, kind }) => state === 'published' && kind === 'diary',
    look: async (client, { id }, { once }) => {
      const plot = { settlement, parcel_id: '1', kind: 'post' as const };
      const ids = await once('plot', () => walk((cursor) => client.list_articles({ ...plot, ...cursor })));
      return ids.includes(id);
    },
  },
  list_tagged: {
    look: async (client, { id, tag }) =>
      (await client.list_tagged({ settlement, tag })).items.some((item) => item.id === id),
  },
  'list_tagged of the type': {
    look: async (client, { id, tag }) =>
      (await client.list_tagged({ settlement, tag, type: 'article' })).items.some((item) => item.id === id),
  },
  list_my_articles: {
    shows: ({ kind }, reader) => reader === (kind === 'diary' ? 'resident' : 'editor'),
    look: async (client, { id }, { once }) => {
      const read = () => walk((cursor) => client.list_my_articles(cursor));
      return (await once('mine', () => read().catch(unlessRefused<string[]>([401], [])))).includes(id);
    },
  },
  // Objects list the articles that mention them, for those who may see the object.
  'the history of an object': {
    shows: (_, reader) => reader === 'resident' || reader === 'editor',
    look: async (client, { id, object }, { plot }) => {
      const shown = await client
        .show_parcel_object({ parcel: plot, object })
        .catch(unlessRefused([401, 403, 404], null));
      return shown?.data.history.articles.some((article) => article.id === id) ?? false;
    },
  },
  'an MCP resource': {
    look: async (_, { id }, eyes) => {
      const uri = `settlements://settlements/${settlement}/articles/${id}`;
      const text = await ask(eyes, 'resources/read', { uri });
      return text.includes('Тайное');
    },
  },
  'an MCP tool': {
    look: async (_, { slug }, eyes) => {
      const given = { settlement, article: slug };
      const text = await ask(eyes, 'tools/call', { name: 'show_article', arguments: given });
      return text.includes('Тайное');
    },
  },
  // Pages and feeds may be cached by others, so they show only what is public, whoever asks.
  'the page of the article': {
    shows: isPublic,
    look: async (_, { slug }, { url }) => {
      const reply = await fetch(`${url}/settlements/${settlement}/articles/${slug}`);
      assert.ok([200, 404].includes(reply.status));
      return (await reply.text()).includes('Тайное');
    },
  },
  'the page of all articles': {
    shows: isPublic,
    look: async (_, { slug }, { url, once }) => {
      const text = await once('page', async () =>
        (await fetch(`${url}/settlements/${settlement}/articles`)).text(),
      );
      return text.includes(`/articles/${slug}"`);
    },
  },
  'the feed': {
    shows: isPublic,
    look: async (_, { id }, { url, headers, once }) => {
      const text = await once('feed', async () =>
        (await fetch(`${url}/settlements/${settlement}/articles.atom`, { headers })).text(),
      );
      return text.includes(`/articles/${id}</id>`);
    },
  },
  // Writes disclose as little as reads: 404 where the article is hidden, another refusal where it is not.
  'edit_article, which tells apart hidden and not permitted': {
    shows: (_, reader) => reader !== 'anonymous',
    look: (client, { id }) => isFound(client.edit_article({ settlement, article: id })),
  },
};

function isPublic({ state, visibility }: Sample): boolean {
  return state === 'published' && visibility === 'public';
}

/** One request to the MCP server for signed-in or for anonymous users; the whole response as text. */
async function ask({ reader, url, headers }: Eyes, method: string, params: object): Promise<string> {
  const reply = await fetch(`${url}/mcp/${reader === 'anonymous' ? 'public' : 'resident'}`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return reply.text();
}

async function isFound(call: Promise<unknown>): Promise<boolean> {
  return call.then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof ApiError)) throw error;
      assert.ok([401, 403, 404].includes(error.status), error.message);
      return error.status === 403;
    },
  );
}

function unlessRefused<T>(statuses: number[], instead: T) {
  return (error: unknown): T => {
    if (error instanceof ApiError && statuses.includes(error.status)) return instead;
    throw error;
  };
}

async function walk(
  page: (cursor: { cursor?: string }) => Promise<{ articles: { id: string }[]; cursor: string | null }>,
): Promise<string[]> {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { articles, cursor: next } = await page(cursor === null ? {} : { cursor });
    seen.push(...articles.map(({ id }) => id));
    cursor = next;
  } while (cursor !== null && seen.length < 1000);
  assert.equal(new Set(seen).size, seen.length, 'nothing twice');
  return seen;
}

describe('who sees an article', () => {
  let service: TestService;
  let village: Village;
  const samples: Sample[] = [];
  const tokens = new Map<Reader, string>();
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const things = createThings(service, village);
    for (const persona of personas) tokens.set(persona, await service.token(village.accounts[persona]));
    for (const kind of articleKinds)
      for (const visibility of visibilities)
        for (const state of ['draft', 'published'] as const) {
          const client = kind === 'diary' ? village.clients.resident : village.clients.editor;
          const tag = `${kind}-${visibility}-${state}`;
          const object = await things.object(tag);
          const { data } = await client.write_article({
            settlement,
            kind,
            visibility,
            title: tag,
            body: `Тайное [object:${object}]`,
            tags: [tag],
            ...(kind === 'diary' && { parcel_id: '1' }),
          });
          if (state === 'published') await client.publish_article({ settlement, article: data.id });
          samples.push({ id: data.id, slug: data.slug, kind, visibility, state, tag, object });
        }
  });

  for (const reader of readers) {
    for (const [way, { shows, look }] of Object.entries(ways)) {
      it(`${reader}: ${way}`, async () => {
        const client = reader === 'anonymous' ? village.anonymous : village.clients[reader];
        const token = tokens.get(reader);
        const headers: Record<string, string> =
          token === undefined ? {} : { authorization: `Bearer ${token}` };
        const lists = new Map<string, Promise<unknown>>();
        const once: Eyes['once'] = <T>(list: string, read: () => Promise<T>) => {
          if (!lists.has(list)) lists.set(list, read());
          return lists.get(list) as Promise<T>;
        };
        const eyes = { client, reader, url: service.url, headers, plot: village.plots.resident, once };
        for (const sample of samples) {
          const expected = shouldSee(reader, sample) && (shows?.(sample, reader) ?? true);
          assert.equal(await look(client, sample, eyes), expected, `${sample.tag} for ${reader}`);
        }
      });
    }
  }
});
