import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { ApiError, type Client } from '../../../src/client/client.ts';
import { articleKinds } from '../../../src/rules/article-publication.ts';
import { visibilities } from '../../../src/rules/standing.ts';
import { startService } from '../../harness/service.ts';
import { buildVillage, personas, type Village } from '../../harness/village.ts';

/**
 * Who may see an article, written out once more and independently of the code: persona × visibility × kind × state ×
 * every way an article can come into sight. Another way into sight is one entry of `ways`.
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

/** Each says whether the article came into sight; and which articles it is meant to show at all. */
const ways: Record<
  string,
  { shows?(sample: Sample, reader: Reader): boolean; look(client: Client, sample: Sample): Promise<boolean> }
> = {
  show_article: { look: async (client, { id }) => isFound(client.show_article({ settlement, article: id })) },
  'show_article by slug': {
    look: async (client, { slug }) => isFound(client.show_article({ settlement, article: slug })),
  },
  list_articles: {
    shows: ({ state }) => state === 'published',
    look: async (client, { id }) =>
      (await walk((cursor) => client.list_articles({ settlement, ...cursor }))).includes(id),
  },
  'list_articles of the kind': {
    shows: ({ state }) => state === 'published',
    look: async (client, { id, kind }) =>
      (await walk((cursor) => client.list_articles({ settlement, kind, ...cursor }))).includes(id),
  },
  'list_articles of the plot': {
    shows: ({ state, kind }) => state === 'published' && kind === 'diary',
    look: async (client, { id }) =>
      (
        await walk((cursor) => client.list_articles({ settlement, parcel_id: '1', kind: 'post', ...cursor }))
      ).includes(id),
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
    look: async (client, { id }) =>
      (
        await walk((cursor) => client.list_my_articles(cursor)).catch(unlessRefused<string[]>([401], []))
      ).includes(id),
  },
  // Writing tells as little as reading: 404 where the article is hidden, whatever the refusal is where it is not.
  'edit_article, which tells apart hidden and not permitted': {
    shows: (_, reader) => reader !== 'anonymous',
    look: (client, { id }) => isFound(client.edit_article({ settlement, article: id })),
  },
};

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
  let village: Village;
  const samples: Sample[] = [];
  before(async () => {
    const service = await startService();
    village = await buildVillage(service);
    for (const kind of articleKinds)
      for (const visibility of visibilities)
        for (const state of ['draft', 'published'] as const) {
          const client = kind === 'diary' ? village.clients.resident : village.clients.editor;
          const tag = `${kind}-${visibility}-${state}`;
          const { data } = await client.write_article({
            settlement,
            kind,
            visibility,
            title: tag,
            body: 'Тайное',
            tags: [tag],
            ...(kind === 'diary' && { parcel_id: '1' }),
          });
          if (state === 'published') await client.publish_article({ settlement, article: data.id });
          samples.push({ id: data.id, slug: data.slug, kind, visibility, state, tag });
        }
  });

  for (const reader of readers) {
    for (const [way, { shows, look }] of Object.entries(ways)) {
      it(`${reader}: ${way}`, async () => {
        const client = reader === 'anonymous' ? village.anonymous : village.clients[reader];
        for (const sample of samples) {
          const expected = shouldSee(reader, sample) && (shows?.(sample, reader) ?? true);
          assert.equal(await look(client, sample), expected, `${sample.tag} for ${reader}`);
        }
      });
    }
  }
});
