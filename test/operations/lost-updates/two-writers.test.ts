import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { fillPath, paths } from '../../../src/base/site/paths.ts';
import { ApiError } from '../../../src/entry/client/client.ts';
import { startService } from '../../harness/service.ts';
import type { Browser, Page } from '../../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../../oauth/oauth-test-client.ts';
import { createMcpClient } from '../../transport/mcp/json-rpc-client.ts';
import { readFields, submitForm } from '../../web/form-submission.ts';
import { signIn } from '../../web/sign-in.ts';

/** What a writer read: the words, and what an edit of them has to name. */
interface Seen {
  body: string;
  tags: string[];
  base: string;
  page?: Page;
}

type Change = { kind: 'append' | 'rewrite' | 'section' | 'replace' } | { kind: 'tag' | 'retag' };

/** One way to read and write an article. `write` is false where the edit was refused. */
interface Door {
  read(): Promise<Seen>;
  write(seen: Seen, change: Change['kind'], word: string): Promise<boolean>;
}

const words = /\bw\d+\b/g;
const first = 'Начало w0.\n\n## Часть\n\nСередина w1.\n\n## Конец\n\nИ всё w2.';

/** The edit as fields of the API; the words of the writer stand in it. */
function composeEdit({ body, tags, base }: Seen, kind: Change['kind'], word: string) {
  switch (kind) {
    case 'append':
      return { body: `${body}\n\nЕщё ${word}.`, base };
    case 'rewrite':
      return { body: `Всё иначе ${word}.\n\n## Часть\n\nИначе ${word}.`, base };
    case 'section':
      return { section: 'chast', body: `Новая середина ${word}.`, base };
    case 'replace':
      return { replace: [{ old: 'Часть', new: `Часть ${word}` }] };
    case 'tag':
      return { add_tags: [word] };
    case 'retag':
      return { tags: [...tags.slice(0, 1), word], base };
  }
}

describe('two writers of one thing, in any order and through any door', () => {
  let actors: OAuthTestClient;
  let browser: Browser;
  let token: string;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    browser = await signIn(actors.service, 'editor');
    token = await actors.service.token(actors.village.accounts.editor);
  });
  const settlement = () => actors.village.settlement.slug;
  const isWritten = (work: Promise<unknown>): Promise<boolean> =>
    work.then(
      () => true,
      (error) => {
        if (error instanceof ApiError && error.status === 422) return false;
        throw error;
      },
    );

  function openDoors(article: string): Record<'rest' | 'mcp' | 'page', Door> {
    const { editor } = actors.village.clients;
    const at = { settlement: settlement(), article };
    const read = async (): Promise<Seen> => {
      const { data } = await editor.show_article(at);
      return { body: data.body, tags: data.tags, base: data.version ?? '' };
    };
    const name = ({ base, ...rest }: ReturnType<typeof composeEdit> & { base?: string }) => ({
      ...at,
      ...rest,
      ...(base !== undefined && { base_version: base }),
    });
    const tool = createMcpClient(actors.service, 'settlement', token);
    return {
      rest: {
        read,
        write: (seen, kind, word) => isWritten(editor.edit_article(name(composeEdit(seen, kind, word)))),
      },
      mcp: {
        async read() {
          const { body } = await tool.call('show_article', at);
          const { data } = (body.result?.structuredContent ?? {}) as { data: Record<string, unknown> };
          return { body: String(data.body), tags: data.tags as string[], base: String(data.version) };
        },
        async write(seen, kind, word) {
          const { body } = await tool.call('edit_article', name(composeEdit(seen, kind, word)));
          assert.ok(body.result, JSON.stringify(body));
          return body.result.isError !== true;
        },
      },
      page: {
        async read() {
          const page = await browser.get(fillPath(paths.editArticle, at));
          const fields = Object.fromEntries(readFields(page.html, 'write'));
          return { body: fields.body ?? '', tags: (await read()).tags, base: '', page };
        },
        // A form sends the whole text, whatever was changed in it.
        async write({ body, page }, kind, word) {
          assert.ok(page);
          const typed = kind === 'rewrite' ? `Всё иначе ${word}.` : `${body}\n\nЕщё ${word}.`;
          const done = await submitForm(actors.service, browser, page, 'write', { body: typed, do: 'draft' });
          assert.ok([303, 409, 422].includes(done.status), String(done.status));
          return done.status === 303;
        },
      },
    };
  }

  const kinds = ['append', 'rewrite', 'section', 'replace', 'tag', 'retag'] as const;
  const step = fc.record({
    writer: fc.constantFrom(0, 1),
    does: fc.constantFrom('read', 'write', 'write'),
    door: fc.constantFrom('rest', 'mcp', 'page') as fc.Arbitrary<'rest' | 'mcp' | 'page'>,
    kind: fc.constantFrom(...kinds),
  });

  it('lose no word that the one who dropped it had not read', async () => {
    const { editor } = actors.village.clients;
    let serial = 10;
    let refusals = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
        serial += 1;
        const { data } = await editor.write_article({
          settlement: settlement(),
          kind: 'post',
          title: `Запись ${serial}`,
          body: first,
          tags: ['w3'],
        });
        const doors = openDoors(data.id);
        const look = async () => {
          const { body, tags } = await doors.rest.read();
          return new Set(`${body} ${tags.join(' ')}`.match(words) ?? []);
        };
        const seen: ({ door: 'rest' | 'mcp' | 'page'; what: Seen } | undefined)[] = [undefined, undefined];
        for (const { writer, does, door, kind } of steps) {
          const held = seen[writer];
          if (does === 'read' || held === undefined) {
            seen[writer] = { door, what: await doors[door].read() };
            continue;
          }
          serial += 1;
          const word = `w${serial}`;
          const before = await look();
          const done = await doors[held.door].write(held.what, kind, word);
          const after = await look();
          if (!done) {
            refusals += 1;
            assert.deepEqual(after, before, 'a refused edit writes nothing');
            seen[writer] = undefined;
            continue;
          }
          assert.ok(after.has(word), `${held.door} ${kind}: what was written stands`);
          const read = new Set(`${held.what.body} ${held.what.tags.join(' ')}`.match(words) ?? []);
          for (const lost of [...before].filter((one) => !after.has(one)))
            assert.ok(read.has(lost), `${held.door} ${kind} dropped ${lost} unread`);
          seen[writer] = undefined;
        }
      }),
      { numRuns: 40 },
    );
    assert.ok(refusals > 5, `${refusals} refusals: the writers hardly met`);
  });

  it('lose nothing of an article when an edit does not say what it was based on', async () => {
    const { editor, resident } = actors.village.clients;
    const at = { settlement: settlement() };
    const { data } = await editor.write_article({
      ...at,
      kind: 'post',
      title: 'Первое',
      body: 'Слова первого',
      visibility: 'public',
    });
    await editor.publish_article({ ...at, article: data.id });
    await editor.edit_article({ ...at, article: data.id, body: 'Слова второго', tags: ['б'] });
    await editor.edit_article({ ...at, article: data.id, title: 'Третье' });
    const { data: shown } = await editor.show_article({ ...at, article: data.id, replaced: true });
    assert.deepEqual(
      shown.replaced?.map(({ fields }) => fields),
      [{ title: 'Первое' }, { body: 'Слова первого', tags: [] }],
    );
    assert.equal(shown.replaced?.[0]?.replaced_by, 'Editor I.');
    const version = shown.version ?? '';
    await editor.edit_article({ ...at, article: data.id, body: 'Зная всё', base_version: version });
    const { data: later } = await editor.show_article({ ...at, article: data.id, replaced: true });
    assert.equal(later.replaced?.length, 2, 'what was read may be replaced');
    for (const client of [resident, actors.village.anonymous])
      assert.equal(
        (await client.show_article({ ...at, article: data.id, replaced: true })).data.replaced,
        undefined,
      );
    await editor.remove_article({ ...at, article: data.id });
    const [{ count = 0 } = {}] = await actors.service.db<{ count: number }[]>`
      select count(*)::int as count from replaced_value where subject_id = ${data.id}`;
    assert.equal(count, 0, 'removed for good');
  });

  it('lose nothing of an object on a plot', async () => {
    const { resident, outsider } = actors.village.clients;
    const parcel = actors.village.plots.resident;
    const { data } = await resident.write_parcel_object({
      parcel,
      kind: 'tree',
      title: 'Яблоня',
      notes: 'Антоновка',
    });
    const object = data.id;
    await resident.edit_parcel_object({ parcel, object, notes: 'Белый налив' });
    const { data: shown } = await resident.show_parcel_object({ parcel, object, replaced: true });
    assert.deepEqual(
      shown.replaced?.map(({ fields }) => fields),
      [{ notes: 'Антоновка' }],
    );
    await resident.edit_parcel_object({ parcel, object, notes: 'Анис', seen_updated_at: shown.updated_at });
    assert.equal(
      (await resident.show_parcel_object({ parcel, object, replaced: true })).data.replaced?.length,
      1,
    );
    await assert.rejects(outsider.show_parcel_object({ parcel, object, replaced: true }));
  });

  it('both keep the tags they added at the same moment', async () => {
    const { editor } = actors.village.clients;
    const at = { settlement: settlement() };
    const { data } = await editor.write_article({ ...at, kind: 'post', title: 'Теги', body: 'Т' });
    const add = (tag: string) => editor.edit_article({ ...at, article: data.id, add_tags: [tag] });
    await Promise.all(['а', 'б', 'в', 'г'].map(add));
    const { data: shown } = await editor.show_article({ ...at, article: data.id });
    assert.deepEqual([...shown.tags].sort(), ['а', 'б', 'в', 'г']);
    const edit = (more: object) => editor.edit_article({ ...at, article: data.id, ...more });
    assert.deepEqual((await edit({ remove_tags: ['А', 'нет такого'], add_tags: ['Б'] })).data.tags.sort(), [
      'б',
      'в',
      'г',
    ]);
    for (const more of [
      { tags: ['x'], add_tags: ['y'] },
      { tags: [], remove_tags: ['y'] },
    ])
      await assert.rejects(edit(more), (error: ApiError) => error.body.errors?.tags !== undefined);
    const many = Array.from({ length: 30 }, (_, at) => `т${at}`);
    await assert.rejects(
      edit({ add_tags: many }),
      (error: ApiError) => error.body.errors?.add_tags !== undefined,
    );
    await assert.rejects(
      edit({ add_tags: ['ж'], remove_tags: ['ж'] }),
      (error: ApiError) => error.status === 422,
    );
  });
});
