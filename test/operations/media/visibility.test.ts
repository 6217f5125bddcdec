import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { visibilities } from '../../../src/domain/rules/settlement-role.ts';
import type { ApiError, Client } from '../../../src/entry/client/client.ts';
import { withClockOffset } from '../../harness/clock.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, personas, type Village } from '../../harness/village.ts';
import { makeRenditions, upload } from './uploads.ts';

type Visibility = (typeof visibilities)[number];
type Viewer = (typeof personas)[number] | 'anonymous';
const viewers: readonly Viewer[] = [...personas, 'anonymous'];

/** Who sees what by its visibility alone; besides, everybody sees their own. */
const audience: Record<Visibility, readonly Viewer[]> = {
  private: ['editor'],
  residents: ['editor', 'resident', 'neighbour'],
  settlement: ['editor', 'resident', 'neighbour', 'company'],
  public: viewers,
};

interface Expected {
  name: string;
  mediaId: string;
  seenBy: readonly Viewer[];
  article?: string;
}

describe('visibility of photographs', () => {
  let service: TestService;
  let village: Village;
  const expected: Expected[] = [];
  const clientOf = (viewer: Viewer): Client =>
    viewer === 'anonymous' ? village.anonymous : village.clients[viewer];

  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const { resident, editor } = village.clients;
    const tags = ['Матрица'];
    for (const visibility of visibilities) {
      const picture = await upload(resident, {
        subject_type: 'parcel',
        subject_id: village.plots.resident,
        visibility,
        tags,
      });
      expected.push({
        name: `plot ${visibility}`,
        mediaId: picture.id,
        seenBy: [...audience[visibility], 'resident'],
      });
      for (const kind of ['diary', 'post', 'guide', 'announcement'] as const) {
        const author = kind === 'diary' ? 'resident' : 'editor';
        const client = kind === 'diary' ? resident : editor;
        const { data: article } = await client.write_article({
          settlement: 'berezka',
          kind,
          ...(kind === 'diary' && { parcel_id: village.plots.resident }),
          title: `${kind} ${visibility}`,
          body: 'Текст',
          visibility,
        });
        await client.publish_article({ settlement: 'berezka', article: article.id });
        const own = await upload(client, { subject_type: 'article', subject_id: article.id, tags });
        assert.equal(own.visibility, visibility, 'as the article unless said otherwise');
        expected.push({
          name: `${kind} ${visibility}`,
          mediaId: own.id,
          seenBy: [...audience[visibility], author],
          article: article.id,
        });
        if (kind !== 'diary') continue;
        const wide = await upload(client, {
          subject_type: 'article',
          subject_id: article.id,
          visibility: 'public',
          tags,
        });
        expected.push({
          name: `public in ${visibility}`,
          mediaId: wide.id,
          seenBy: [...audience[visibility], author],
          article: article.id,
        });
        const narrow = await upload(client, {
          subject_type: 'article',
          subject_id: article.id,
          visibility: 'private',
          tags,
        });
        expected.push({
          name: `private in ${visibility}`,
          mediaId: narrow.id,
          seenBy: ['editor', author],
          article: article.id,
        });
      }
    }
    const { data: draft } = await resident.write_article({
      settlement: 'berezka',
      parcel_id: village.plots.resident,
      title: 'Черновик',
      body: 'Текст',
      visibility: 'public',
    });
    const inDraft = await upload(resident, { subject_type: 'article', subject_id: draft.id, tags });
    expected.push({
      name: 'in a draft',
      mediaId: inDraft.id,
      seenBy: ['editor', 'resident'],
      article: draft.id,
    });
    await makeRenditions(service);
  });

  async function listAll(client: Client, filter: { article?: string } = {}) {
    const found = new Map<string, string | null>();
    for (let cursor: string | null = null; ; ) {
      const page: Awaited<ReturnType<Client['list_media']>> = await client.list_media({
        settlement: 'berezka',
        limit: 7,
        ...filter,
        ...(cursor !== null && { cursor }),
      });
      for (const media of page.media) found.set(media.id, media.path);
      cursor = page.cursor;
      if (cursor === null) return found;
    }
  }

  for (const viewer of viewers) {
    it(`${viewer}: in the list, by tag, by article and at the address`, async () => {
      const client = clientOf(viewer);
      const wanted = expected.filter(({ seenBy }) => seenBy.includes(viewer)).map(({ mediaId }) => mediaId);
      const listed = await listAll(client);
      assert.deepEqual([...listed.keys()].sort(), wanted.sort());
      const tagged: string[] = [];
      for (let cursor: string | null = null; ; ) {
        const page: Awaited<ReturnType<Client['list_tagged']>> = await client.list_tagged({
          settlement: 'berezka',
          tag: 'матрица',
          ...(cursor !== null && { cursor }),
        });
        tagged.push(...page.items.map((item) => item.id));
        cursor = page.cursor;
        if (cursor === null) break;
      }
      assert.deepEqual(tagged.sort(), wanted);
      for (const { name, mediaId, seenBy, article } of expected) {
        if (article === undefined) continue;
        const byArticle = await listAll(client, { article }).catch((error: ApiError) => {
          assert.equal(error.status, 404, error.message);
          return new Map<string, string | null>();
        });
        assert.equal(byArticle.has(mediaId), seenBy.includes(viewer), name);
      }
      for (const [id, path] of listed) {
        assert.ok(path, `${id} is ready`);
        assert.equal((await fetch(service.url + path)).status, 200);
      }
    });
  }

  it('describes only those mentioned photographs that the reader may see', async () => {
    const tokens = expected.map(({ mediaId }) => `[media:${mediaId}]`).join(' ');
    const { data } = await village.clients.editor.write_article({
      settlement: 'berezka',
      kind: 'post',
      title: 'Все снимки',
      body: tokens,
      visibility: 'public',
    });
    await village.clients.editor.publish_article({ settlement: 'berezka', article: data.id });
    for (const viewer of viewers) {
      const shown = await clientOf(viewer).show_article({ settlement: 'berezka', article: data.id });
      const wanted = expected
        .filter(({ seenBy }) => seenBy.includes(viewer))
        .map(({ mediaId }) => `media:${mediaId}`);
      assert.deepEqual(Object.keys(shown.data.mentions).sort(), wanted.sort(), viewer);
      assert.ok(
        shown.data.cover_media_id === null || wanted.includes(`media:${shown.data.cover_media_id}`),
        `${viewer}: a cover nobody may see is none`,
      );
    }
    await village.clients.editor.remove_article({ settlement: 'berezka', article: data.id });
  });

  it('serves only URLs it signed itself, until they expire', async () => {
    const [path = ''] = [...(await listAll(village.clients.resident)).values()].filter((one) => one !== null);
    const status = async (address: string) => (await fetch(service.url + address)).status;
    assert.equal(await status(path), 200);
    const other = expected.find(({ mediaId }) => !path.includes(mediaId))?.mediaId ?? '';
    const [, id = ''] = /^\/media\/(\d+)\//.exec(path) ?? [];
    for (const wrong of [
      path.replace(id, other),
      path.replace('/medium?', '/original?'),
      path.replace('/medium?', '/source?'),
      path.replace(/\?s=.*/, ''),
      `${path}x`,
      path.replace(/s=\d+/, 's=9999999999'),
      `/media/${id}/..%2f${id}?s=`,
    ]) {
      assert.equal(await status(wrong), 404, wrong);
    }
    assert.equal(await withClockOffset(service, 2 * 3_600_000 + 1000, () => status(path)), 404, 'expired');
  });

  it('lets only the uploader and those in charge change it; 404 for what is not visible', async () => {
    const picture = expected.find(({ name }) => name === 'plot residents')?.mediaId as string;
    const hidden = expected.find(({ name }) => name === 'plot private')?.mediaId as string;
    const { clients } = village;
    for (const viewer of ['newcomer', 'outsider', 'moderator', 'company'] as const) {
      await assertRefused(clients[viewer].edit_media({ media: picture, caption: 'x' }), 404);
      await assertRefused(clients[viewer].remove_media({ media: picture }), 404);
    }
    await assertRefused(clients.neighbour.edit_media({ media: picture, caption: 'x' }), 403);
    await assertRefused(clients.neighbour.remove_media({ media: picture }), 403);
    await assertRefused(clients.neighbour.edit_media({ media: hidden, caption: 'x' }), 404);
    await assertRefused(
      clients.resident.edit_media({ media: picture, colour: 'red' } as never),
      422,
      'colour',
    );
    const { data } = await clients.resident.edit_media({
      media: picture,
      caption: 'Крыльцо',
      tags: ['крыльцо'],
    });
    assert.deepEqual([data.caption, data.tags, data.visibility], ['Крыльцо', ['крыльцо'], 'residents']);
    await assertRefused(clients.editor.edit_media({ media: picture, visibility: 'public' }), 403);
    await clients.resident.edit_media({ media: picture, visibility: 'public' });
    assert.ok((await listAll(village.anonymous)).has(picture));
  });

  it('ends the URLs of a picture that fewer people may see now, and no others', async () => {
    const picture = expected.find(({ name }) => name === 'plot residents')?.mediaId as string;
    const { resident } = village.clients;
    const show = async (visibility: 'public' | 'residents' | 'private') => {
      const { data } = await resident.edit_media({ media: picture, visibility });
      return data.path ?? assert.fail();
    };
    const status = async (path: string) => (await fetch(service.url + path)).status;
    const open = await show('public');
    const elsewhere = await show('residents');
    assert.deepEqual([await status(open), await status(elsewhere)], [404, 200]);
    const own = await show('private');
    assert.deepEqual([await status(elsewhere), await status(own)], [404, 200]);
    assert.equal(await show('public'), open, 'cached copies are of use again');
    for (const path of [open, elsewhere, own]) assert.equal(await status(path), 200, path);
  });
});
