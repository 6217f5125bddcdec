import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import fc from 'fast-check';
import { fillPath, paths } from '../../../src/base/site/paths.ts';
import { ApiError } from '../../../src/entry/client/client.ts';
import { startService } from '../../harness/service.ts';
import type { Persona } from '../../harness/village.ts';
import type { Browser, Page } from '../../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../../oauth/oauth-test-client.ts';
import { createMcpClient } from '../../transport/mcp/json-rpc-client.ts';
import { submitForm } from '../../web/form-submission.ts';
import { signIn, visibleText } from '../../web/sign-in.ts';
import { upload } from '../media/uploads.ts';

/** The words that stand, and the fields of an edit that name them. */
interface Standing {
  text: string;
  base: Record<string, unknown>;
}

/** One thing with one text that both writers change. */
interface Thing {
  read(): Promise<Standing>;
  /** Everything of it that can still be read besides what stands. */
  readKept(): Promise<string>;
  /** The edit over REST. */
  edit(change: Record<string, unknown>): Promise<unknown>;
  tool: string;
  named: Record<string, unknown>;
  field: string;
  form?: { at: string; send(page: Page, text: string): Promise<Page> };
}

interface ThingKind {
  server: 'resident' | 'settlement' | 'platform';
  who: Persona;
  /** Over MCP there is no field for what was seen. */
  toolIsBlind?: boolean;
  make(first: string, browser: Browser): Promise<Thing>;
}

type Door = 'rest' | 'mcp' | 'page';

/** What a writer read, and through which door. */
interface Held {
  door: Door;
  standing: Standing;
  page: Page | undefined;
}

const words = /\bw\d+\b/g;
const wordsOf = (text: string) => new Set(text.match(words) ?? []);

let actors: OAuthTestClient;
before(async () => {
  actors = await prepareOAuthTestClient(await startService());
});
const clients = () => actors.village.clients;
const settlement = 'berezka';

async function uploadPhoto(caption: string): Promise<string> {
  const place = { subject_type: 'parcel', subject_id: actors.village.plots.resident } as const;
  return (await upload(clients().resident, { ...place, caption, visibility: 'residents' })).id;
}

const kinds: Record<string, ThingKind> = {
  'a knowledge article': {
    server: 'platform',
    who: 'moderator',
    async make(first, browser) {
      const { moderator } = clients();
      const { id: article } = await moderator.write_knowledge_article({
        title: `Насос ${first}`,
        body: first,
        category: 'water_and_well',
        publish: true,
      });
      const at = fillPath(paths.editKnowledgeArticle, { article });
      return {
        async read() {
          const { body, revision_id } = await moderator.show_knowledge_article({ article });
          return { text: body, base: { base_revision_id: revision_id } };
        },
        async readKept() {
          const { revisions } = await moderator.list_knowledge_revisions({ article });
          const shown = revisions.map(({ id }) =>
            moderator.show_knowledge_revision({ article, revision: id }),
          );
          return JSON.stringify(await Promise.all(shown));
        },
        edit: (change) => moderator.edit_knowledge_article({ article, ...change }),
        tool: 'edit_knowledge_article',
        named: { article },
        field: 'body',
        form: {
          at,
          send: (page, body) => submitForm(actors.service, browser, page, 'article', { body }),
        },
      };
    },
  },
  'a contact': {
    server: 'settlement',
    who: 'editor',
    async make(first, browser) {
      const { editor } = clients();
      const card = { name: 'Электрик', category: 'trade' } as const;
      const phone = '+7 916 000-00-01';
      const { data } = await editor.write_contact({ settlement, ...card, phones: [phone], notes: first });
      const at = fillPath(paths.editContact, { settlement, contact: data.slug });
      return {
        async read() {
          const { contacts } = await editor.list_contacts({ settlement, contact: data.id });
          const text = contacts[0]?.notes ?? '';
          return { text, base: { seen: { notes: text } } };
        },
        async readKept() {
          const audit = await actors.service.db`
            select before, after from audit_entry where subject_type = 'contact' and subject_id = ${data.id}`;
          return JSON.stringify(audit);
        },
        edit: (change) => editor.edit_contact({ settlement, contact: data.id, ...change }),
        tool: 'edit_contact',
        named: { settlement, contact: data.id },
        field: 'notes',
        form: {
          at,
          send: (page, notes) =>
            browser.submit(page, at, {
              ...card,
              phones: phone,
              address: '',
              hours: '',
              site: '',
              notes,
            }),
        },
      };
    },
  },
  'a task': {
    server: 'resident',
    who: 'resident',
    toolIsBlind: true,
    async make(first, browser) {
      const { resident } = clients();
      const { data } = await resident.write_task({ settlement, title: 'Дело', body: first });
      const task = data.id;
      const at = fillPath(paths.editTask, { task });
      const show = async () => (await resident.show_task({ task })).data;
      return {
        async read() {
          const { body, history_count } = await show();
          return { text: body, base: { seen_changes: history_count } };
        },
        readKept: async () => JSON.stringify((await show()).history),
        edit: (change) => resident.edit_task({ task, ...change }),
        tool: 'edit_task',
        named: { task },
        field: 'body',
        form: {
          at,
          send: (page, body) =>
            browser.submit(page, at, { title: 'Дело', body, due_on: '', remind_before: '', repeats: '' }),
        },
      };
    },
  },
  'an object on a plot': {
    server: 'resident',
    who: 'resident',
    toolIsBlind: true,
    async make(first, browser) {
      const { resident } = clients();
      const parcel = actors.village.plots.resident;
      const card = { kind: 'tree', title: 'Яблоня' } as const;
      const { data } = await resident.write_parcel_object({ parcel, ...card, notes: first });
      const named = { parcel, object: data.id };
      const path = { plot: parcel, object: data.id };
      return {
        async read() {
          const { notes, updated_at } = (await resident.show_parcel_object(named)).data;
          return { text: notes, base: { seen_updated_at: updated_at } };
        },
        async readKept() {
          const shown = await resident.show_parcel_object({ ...named, replaced: true });
          return JSON.stringify(shown.data.replaced);
        },
        edit: (change) => resident.edit_parcel_object({ ...named, ...change }),
        tool: 'edit_parcel_object',
        named,
        field: 'notes',
        form: {
          at: fillPath(paths.plotObject, path),
          send: (page, notes) =>
            browser.submit(page, fillPath(paths.editPlotObject, path), { ...card, begun_on: '', notes }),
        },
      };
    },
  },
  'a caption': {
    server: 'resident',
    who: 'resident',
    toolIsBlind: true,
    async make(first, browser) {
      const { resident } = clients();
      const media = await uploadPhoto(first);
      const plot = actors.village.plots.resident;
      return {
        async read() {
          const shown = await resident.list_media({ settlement, media });
          const text = shown.media[0]?.caption ?? '';
          return { text, base: { seen: { caption: text } } };
        },
        async readKept() {
          return JSON.stringify((await resident.edit_media({ media, replaced: true })).data.replaced);
        },
        edit: (change) => resident.edit_media({ media, ...change }),
        tool: 'edit_media',
        named: { media },
        field: 'caption',
        form: {
          at: `${fillPath(paths.plotPhotos, { plot })}?photo=${media}`,
          send: (page, caption) =>
            browser.submit(page, fillPath(paths.editPlotPhoto, { plot, photo: media }), {
              caption,
              place: '',
              visibility: 'residents',
            }),
        },
      };
    },
  },
};

const step = fc.record({
  writer: fc.constantFrom(0, 1),
  does: fc.constantFrom('read', 'write', 'write'),
  door: fc.constantFrom<Door>('rest', 'mcp', 'page'),
  keeps: fc.boolean(),
  isBlind: fc.constantFrom(false, false, true),
});

/** Both read, the first writes, the second then writes over it through its own door. */
const meet = (first: Door, second: Door) =>
  [first, second, first, second].map((door, at) => ({
    writer: at % 2,
    does: at < 2 ? ('read' as const) : ('write' as const),
    door,
    keeps: false,
    isBlind: false,
  }));

for (const [name, kind] of Object.entries(kinds))
  describe(`two writers of ${name}`, () => {
    it('lose no word without a refusal or a kept value', async () => {
      const { service, village } = actors;
      const browser = await signIn(service, kind.who);
      const tool = createMcpClient(service, kind.server, await service.token(village.accounts[kind.who]));
      let serial = 10;
      let refusals = 0;
      const isWritten = async (work: Promise<unknown>) =>
        work.then(
          () => true,
          (error) => {
            if (error instanceof ApiError && error.status === 422) return false;
            throw error;
          },
        );

      async function write(thing: Thing, held: Held, text: string, isBlind: boolean): Promise<boolean> {
        const change = { [thing.field]: text, ...(!isBlind && held.standing.base) };
        if (held.door === 'rest') return isWritten(thing.edit(change));
        if (held.door === 'page') {
          const done = await thing.form?.send(held.page as Page, text);
          assert.ok(
            done && [303, 409, 422].includes(done.status),
            visibleText(done?.html ?? '').slice(0, 600),
          );
          return done.status === 303;
        }
        const { body } = await tool.call(thing.tool, { ...thing.named, ...change });
        assert.ok(body.result, JSON.stringify(body));
        return body.result.isError !== true;
      }

      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
          serial += 1;
          const thing = await kind.make(`w${serial}`, browser);
          const held: (Held | undefined)[] = [undefined, undefined];
          for (const { writer, does, door, keeps, isBlind: wish } of steps) {
            const mine = held[writer];
            if (does === 'read' || mine === undefined) {
              const standing = await thing.read();
              const page = door === 'page' && thing.form ? await browser.get(thing.form.at) : undefined;
              held[writer] = { door, standing, page };
              continue;
            }
            serial += 1;
            const word = `w${serial}`;
            const isBlind =
              mine.door !== 'page' && (wish || (mine.door === 'mcp' && kind.toolIsBlind === true));
            const before = wordsOf((await thing.read()).text);
            const text = keeps ? `${mine.standing.text} ${word}` : word;
            const done = await write(thing, mine, text, isBlind);
            const after = wordsOf((await thing.read()).text);
            held[writer] = undefined;
            if (!done) {
              refusals += 1;
              assert.deepEqual(after, before, 'a refused edit writes nothing');
              continue;
            }
            assert.ok(after.has(word), `${mine.door}: what was written stands`);
            const lost = [...before].filter((one) => !after.has(one));
            if (lost.length === 0) continue;
            const read = wordsOf(mine.standing.text);
            const kept = wordsOf(await thing.readKept());
            for (const one of lost)
              assert.ok(
                kept.has(one) || (!isBlind && read.has(one)),
                `${mine.door}${isBlind ? ' without what it saw' : ''} dropped ${one} for good`,
              );
          }
        }),
        { numRuns: 25, examples: [[meet('rest', 'rest')], [meet('rest', 'page')], [meet('mcp', 'page')]] },
      );
      assert.ok(refusals >= 3, `${refusals} refusals: the writers hardly met`);
    });
  });
