import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { startService } from '../harness/service.ts';
import type { Village } from '../harness/village.ts';
import type { Browser } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { createThings } from '../operations/journal/mentioned-things.ts';
import { signIn, visibleText } from './sign-in.ts';

const counts = [0, 1, 2, 5, 1000] as const;
type Count = (typeof counts)[number];
/** Limits for any number of rows, in characters of HTML and in bytes after brotli. */
const mostBytes = 400_000;
const mostSent = 40_000;
const title = 'Одно из многих';

/** `visibleText` turns the no-break spaces of Intl into spaces. */
const forms = {
  plots: { 0: '0 участков', 1: '1 участок', 2: '2 участка', 5: '5 участков', 1000: '1 000 участков' },
  articles: { 0: '', 1: '1 статья', 2: '2 статьи', 5: '5 статей', 1000: '1 000 статей' },
} as const satisfies Record<string, Record<Count, string>>;

interface List {
  at: string;
  /** Rows per page. */
  most: number;
  /** Creates the first row, and which tables copy_rows has to copy. */
  first(): Promise<string>;
  copy: [table: string, changes: Record<string, 'add' | 'append'>, by?: string][];
  /** Matches once per row; by default the title. */
  row?: RegExp;
  /** Text of the empty list. */
  empty: RegExp;
  plural?: Record<Count, string>;
}

describe('lists of 0, 1, 2, 5 and 1000 rows', () => {
  let actors: OAuthTestClient;
  let village: Village;
  let browser: Browser;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    village = actors.village;
    browser = await signIn(actors.service, 'resident', 'ru');
    // Copies one row `times` times, with new values in the columns that must be unique.
    await actors.service.db`
      create function copy_rows(tab regclass, source bigint, times int, changes jsonb, named text) returns void
      language plpgsql as $$
      declare cols text; vals text;
      begin
        select string_agg(quote_ident(attname), ','), string_agg('p.' || quote_ident(attname), ',') into cols, vals
          from pg_attribute where attrelid = tab and attnum > 0 and not attisdropped and attgenerated = '';
        execute format('insert into %s (%s) select %s from %s t, generate_series(1, $2) n, lateral jsonb_populate_record(null::%s,
          to_jsonb(t) || (select jsonb_object_agg(key, case value when ''add'' then to_jsonb((to_jsonb(t)->>key)::bigint + n)
            else to_jsonb((to_jsonb(t)->>key) || ''-'' || n) end) from jsonb_each_text($3))) p where t.%I = $1',
          tab, cols, vals, tab, tab, named) using source, times, changes;
      end $$`;
  });

  async function fill(list: List, check: (count: Count) => Promise<void>): Promise<void> {
    const { db } = actors.service;
    let [there, last] = [0, ''];
    for (const count of counts) {
      if (there === 0 && count > 0) [there, last] = [1, await list.first()];
      const added = count - there;
      for (const [table, changes, named = 'id'] of added > 0 ? list.copy : [])
        await db`select copy_rows(${table}::regclass, ${last}, ${added}, ${db.json(changes)}, ${named})`;
      // The next copies are made of the last one, so that ids do not repeat.
      if (added > 0) [there, last] = [count, String(BigInt(last) + BigInt(added))];
      await check(count);
    }
  }

  const inMain = (html: string) => html.slice(html.indexOf('<main'), html.indexOf('</main>'));

  function lists(): Record<string, List> {
    const { resident, neighbour, editor, moderator } = village.clients;
    const settlement = village.settlement.slug;
    const plot = village.plots.resident;
    const things = createThings(actors.service, village);
    return {
      tasks: {
        at: paths.tasks,
        most: 100,
        first: async () => (await resident.write_task({ settlement, kind: 'reminder', title })).data.id,
        copy: [['task', { id: 'add' }]],
        empty: /Здесь дел нет/,
      },
      notifications: {
        at: paths.notifications,
        most: 30,
        async first() {
          const { db, newId } = actors.service;
          const id = newId();
          await db`
            insert into notification (id, account_id, topic, key, replacements, url, event_id, created_at)
            values (${id}, ${village.accounts.resident}, 'review_queue', 'notifications.task_written', ${db.json({ title })},
                    '/tasks/1', ${newId()}, now())`;
          return id;
        },
        copy: [['notification', { id: 'add', event_id: 'add' }]],
        row: new RegExp(title, 'g'),
        empty: /Пока ничего нет/,
      },
      'a conversation': {
        at: '',
        most: 50,
        async first() {
          const { data } = await neighbour.send_message({
            to: 'person',
            account: village.accounts.resident,
            body: title,
          });
          this.at = fillPath(paths.conversation, { conversation: data.conversation });
          return data.id;
        },
        copy: [['message', { id: 'add', number: 'add' }]],
        row: /<li class="letter/g,
        empty: /^$/,
      },
      conversations: {
        at: paths.messages,
        most: 30,
        async first() {
          const to = { to: 'board', settlement, body: title } as const;
          return (await resident.send_message(to)).data.conversation;
        },
        copy: [
          ['conversation', { id: 'add', member_key: 'append', last_message_id: 'add' }],
          ['conversation_member', { conversation_id: 'add', last_message_id: 'add' }, 'conversation_id'],
          ['message', { conversation_id: 'add', id: 'add' }, 'conversation_id'],
        ],
        row: /href="\/messages\/\d+"/g,
        empty: /Сообщений пока нет/,
      },
      'news and diaries': {
        at: fillPath(paths.articles, { settlement }),
        most: 30,
        async first() {
          const { data } = await editor.write_article({ settlement, kind: 'post', title, body: 'Текст' });
          await editor.publish_article({ settlement, article: data.id });
          return data.id;
        },
        copy: [['article', { id: 'add', slug: 'append' }]],
        empty: /Пока|нет/i,
      },
      'one’s entries': {
        at: paths.myArticles,
        most: 30,
        first: async () =>
          (
            await resident.write_article({
              settlement,
              kind: 'diary',
              parcel_id: plot,
              title,
              body: 'Текст',
            })
          ).data.id,
        copy: [['article', { id: 'add', slug: 'append' }]],
        empty: /Пока|нет/i,
      },
      directory: {
        at: fillPath(paths.directory, { settlement }),
        most: 60,
        first: async () =>
          (
            await editor.write_contact({
              settlement,
              name: title,
              category: 'trade',
              phones: ['+74951234567'],
            })
          ).data.id,
        copy: [['contact', { id: 'add', slug: 'append' }]],
        empty: /Пока|нет/i,
      },
      'things of the plot': {
        at: fillPath(paths.plotObjects, { plot }),
        most: 30,
        first: () => things.object(title),
        copy: [['parcel_object', { id: 'add' }]],
        empty: /Пока|нет|ничего/i,
      },
      'photographs of the plot': {
        at: fillPath(paths.plotPhotos, { plot }),
        most: 60,
        first: () => things.photo(),
        copy: [['media', { id: 'add' }]],
        row: /href="[^"]*\?photo=\d+[^"]*"/g,
        empty: /нет|Пока/i,
      },
      // This page lists sections with their counts, whatever they contain.
      advice: {
        at: paths.knowledge,
        most: 1000,
        first: async () =>
          (
            await moderator.write_knowledge_article({
              title,
              body: 'Текст',
              category: 'planting',
              publish: true,
            })
          ).id,
        copy: [['knowledge_article', { id: 'add', slug: 'append' }]],
        empty: /./,
        plural: forms.articles,
      },
    };
  }

  const names = [
    'tasks',
    'notifications',
    'conversations',
    'a conversation',
    'news and diaries',
    'one’s entries',
    'directory',
    'things of the plot',
    'photographs of the plot',
    'advice',
  ];
  for (const name of names)
    it(`${name}: shows up to a page of rows within the size limits, with a link to the next page`, async () => {
      const list = lists()[name] as List;
      await fill(list, async (count) => {
        if (list.at === '') return;
        const page = await browser.get(list.at);
        assert.equal(page.status, 200, `${name}, ${count}`);
        const main = inMain(page.html);
        const rows = (main.match(list.row ?? new RegExp(`${title}</a>`, 'g')) ?? []).length;
        const words = visibleText(main);
        if (count === 0) assert.match(words, list.empty);
        else if (list.plural === undefined)
          assert.equal(rows, Math.min(count, list.most), `${name}, ${count}`);
        if (list.plural && count > 0) assert.ok(words.includes(list.plural[count]), `${count}: ${words}`);
        assert.ok(page.html.length < mostBytes, `${name}, ${count}: ${page.html.length} letters`);
        const sent = brotliCompressSync(page.html).length;
        assert.ok(sent < mostSent, `${name}, ${count}: ${sent} bytes`);
        if (count > list.most) assert.match(main, /cursor=|drafts=/, `${name}: link to the next page`);
      });
    });

  it('the number of plots of a settlement is shown in the right plural form', async () => {
    const { db, newId } = actors.service;
    const id = newId();
    await db`
      insert into settlement (id, slug, name, kind, status, place_id, region, address, time_zone, created_at)
      select ${id}, 'bez-uchastkov', 'Безучастково', kind, status, place_id, region, address, time_zone, created_at
        from settlement where id = ${village.settlement.id}`;
    let there = 0;
    for (const count of counts) {
      await db`
        insert into parcel (id, settlement_id, number, number_key, created_at, updated_at)
        select ${id}::bigint + n, ${id}, n::text, n::text, now(), now() from generate_series(${there + 1}::int, ${count}::int) n`;
      there = count;
      const page = await browser.get(`${paths.home}?q=${encodeURIComponent('Безучастково')}`);
      assert.ok(
        visibleText(page.html).includes(forms.plots[count]),
        `${count}: ${visibleText(inMain(page.html))}`,
      );
      const map = await browser.get(fillPath(paths.map, { settlement: 'bez-uchastkov' }));
      assert.equal(map.status, 200);
      assert.ok(map.html.length < mostBytes, `${count}: ${map.html.length} letters`);
    }
  });
});
