import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { h } from 'preact';
import { refuse } from '../../src/domain/kernel/refusal.ts';
import { definePage } from '../../src/entry/web/page/page.ts';
import { texts as accountTexts } from '../../src/entry/web/pages/account/account.tsx';
import { texts as visitTexts } from '../../src/entry/web/pages/board/visits.tsx';
import { texts as writeTexts } from '../../src/entry/web/pages/journal/entry-editor.tsx';
import { texts as entryTexts } from '../../src/entry/web/pages/journal/entry-saving.ts';
import { texts as composeTexts } from '../../src/entry/web/pages/messages/compose-form.tsx';
import { texts as moreTexts } from '../../src/entry/web/pages/more/more.tsx';
import { texts as offlineTexts } from '../../src/entry/web/pages/offline/offline.tsx';
import { texts as taskTexts } from '../../src/entry/web/pages/tasks/create-task.ts';
import { texts as newTaskTexts } from '../../src/entry/web/pages/tasks/new-task.tsx';
import { Button } from '../../src/entry/web/ui/button.tsx';
import { TextArea } from '../../src/entry/web/ui/field.tsx';
import { Form } from '../../src/entry/web/ui/form.tsx';
import { texts as outboxTexts } from '../../src/entry/web/ui/outbox.tsx';
import { plotText } from '../../src/entry/web/words/resident-texts.ts';
import { savedText } from '../../src/entry/web/words/shared-texts.ts';
import { startService } from '../harness/service.ts';
import { maxWaitMilliseconds, waitUntil } from '../harness/wait-until.ts';
import { solid } from '../media/sample-pictures.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { prepareBrowser } from './browser-setup.ts';
import { launchPhone } from './chromium.ts';
import { type FlakyProxy, startFlakyProxy } from './connection-proxy.ts';
import { sendSignInForm, signIn } from './sign-in.ts';

const stage = prepareBrowser('offline pages and forms');

/** Minimal edit form with conflict detection: `seen` holds the version that was shown. */
const note = { text: 'Ключ под ковриком', version: '1' };
const notePage = definePage({
  path: '/test/note',
  access: 'signed-in',
  texts: { title: { en: 'Note', ru: 'Note' } },
  load: async () => ({ ...note }),
  actions: {
    note: {
      path: '/test/note',
      async perform(_, { text }) {
        const moved = { en: 'The note has changed.', ru: 'The note has changed.' };
        if (text('seen') !== note.version) refuse.invalidFields({ text: [moved] });
        note.text = text('text');
        note.version = String(Number(note.version) + 1);
        return { to: '/test/note', notice: { en: 'Saved.', ru: 'Saved.' } };
      },
    },
  },
  render: (data, view) => [
    h('h1', {}, 'Note'),
    view.forms?.note && h('p', {}, `It says now: ${data.text}`),
    h(Form, {
      id: 'note',
      action: '/test/note',
      hidden: { seen: data.version },
      outbox: 'Note',
      children: [
        h(TextArea, { name: 'text', label: 'Note', value: data.text }),
        h(Button, { children: 'Save' }),
      ],
    }),
  ],
});

const look = { language: 'ru', width: 360, colorScheme: 'light' } as const;
const ru = 'ru';

describe('offline browser', { skip: stage.skip }, () => {
  let actors: OAuthTestClient;
  let line: FlakyProxy;
  let folder: string;
  let phone: BrowserContext;
  let page: Page;
  const violations: string[] = [];
  /** POSTs of the profile form that reached the service. */
  const posts: { key: string; status: number }[] = [];

  before(async () => {
    const prepare = ({ server }: OAuthTestClient['service']['app']) =>
      void server.addHook('onResponse', async (request, reply) => {
        if (request.method === 'POST' && request.url === '/account/profile')
          posts.push({
            key: (request.body as URLSearchParams).get('idempotency_key') ?? '',
            status: reply.statusCode,
          });
      });
    line = await startFlakyProxy();
    const service = await startService({ BASE_URL: line.url }, { prepare, extraPages: [notePage] });
    line.setTarget((service.app.server.server.address() as AddressInfo).port);
    actors = await prepareOAuthTestClient(service);
  });
  after(() => line?.close());
  beforeEach(async () => {
    posts.length = 0;
    line.reconnect();
    folder = await mkdtemp(join(tmpdir(), 'settlements-phone-'));
    await open();
  });
  afterEach(async () => {
    await phone.close();
    await rm(folder, { recursive: true, force: true });
    assert.deepEqual(violations.splice(0), []);
  });

  async function open(): Promise<void> {
    phone = await launchPhone(stage.executable, folder, line.url);
    phone.setDefaultTimeout(maxWaitMilliseconds);
    await phone.addInitScript(`
      document.addEventListener('securitypolicyviolation', (event) => console.error('content security policy: ' + event.violatedDirective));
    `);
    phone.on('console', (message) => {
      if (/content security policy/i.test(message.text())) violations.push(message.text());
    });
    page = phone.pages()[0] ?? (await phone.newPage());
  }
  async function reopen(): Promise<void> {
    await phone.close();
    await open();
  }
  const enter = async (name: string) => {
    await signIn({ page, look }, name);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  };
  const nameOf = async (account: string) =>
    (
      await actors.service.db<
        { name: string }[]
      >`select display_name as name from account where id = ${account}`
    )[0]?.name;
  const rename = async (name: string) => {
    await page.getByLabel(accountTexts.name.ru).fill(name);
    await page.getByRole('button', { name: accountTexts.save.ru, exact: true }).tap();
  };
  const banner = (text: string) => page.locator('[data-outbox-banner]').getByText(text);

  it('opens cached pages, and shows the offline page for others until reconnected', async () => {
    await enter('resident');
    await page.goto('/more');
    await page.goto('/account/sessions');
    await page.goto('/today');
    line.disconnect();
    await page.goto('/more');
    await page.getByRole('heading', { name: moreTexts.title.ru, exact: true }).waitFor();
    await banner(outboxTexts.offline[ru]).waitFor();
    await page.screenshot({ path: 'screenshots/ru-360-offline-kept.png' });
    for (const unseen of ['/knowledge', '/account/sessions']) {
      await page.goto(unseen);
      await page.getByRole('heading', { name: offlineTexts.title.ru, exact: true }).waitFor();
    }
    await page.screenshot({ path: 'screenshots/ru-360-offline.png' });
    line.reconnect();
    await page.getByRole('link', { name: offlineTexts.again.ru }).tap();
    await page
      .getByRole('heading', { name: offlineTexts.title.ru, exact: true })
      .waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).pathname, '/account/sessions');
  });

  it('queues a form sent offline, survives a browser restart and sends it exactly once', async () => {
    await enter('resident');
    await page.goto('/account');
    line.disconnect();
    await page.reload();
    await rename('Анна Без Связи');
    await banner(outboxTexts.waits.ru).waitFor();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const box = await page.locator('[data-outbox-banner]').boundingBox();
    assert.ok((box?.y ?? -1) >= 0, 'in sight wherever on the page one is');
    await page.getByRole('link', { name: outboxTexts.show.ru }).tap();
    await page.getByText('Анна Без Связи').waitFor();
    await page.screenshot({ path: 'screenshots/ru-360-outbox.png' });
    await reopen();
    assert.equal(posts.length, 0);
    line.reconnect();
    await page.goto('/today');
    await banner(savedText.ru).waitFor();
    assert.equal(await nameOf(actors.village.accounts.resident), 'Анна Без Связи');
    await page.goto('/more');
    await page.goto('/outbox');
    assert.equal(posts.length, 1);
    assert.equal(posts[0]?.status, 303);
  });

  it('ticks off who was told at the door without a connection, sends it once, and takes one back', async () => {
    const { editor } = actors.village.clients;
    const settlement = actors.village.settlement.slug;
    const { data: notice } = await editor.write_article({
      ...{ settlement, kind: 'announcement', title: 'Вода', body: 'Завтра', visibility: 'residents' },
    });
    await editor.publish_article({ settlement, article: notice.id });
    const recorded = () => actors.service.db<{ number: string; outcome: string }[]>`
      select p.number, v.outcome from announcement_visit v join parcel p on p.id = v.parcel_id
       where v.article_id = ${notice.id} order by p.number`;
    await enter('editor');
    const path = `/settlements/${settlement}/board/visits/${notice.id}`;
    await page.goto(path);
    await page.goto('/today');
    line.disconnect();
    await page.goto(path);
    const tick = async (plot: string, what: string) => {
      await page.getByRole('button', { name: `${what} ${plotText.ru} ${plot}`, exact: true }).tap();
      await banner(outboxTexts.waits.ru).waitFor();
      await page.goto(path);
    };
    await tick('12А', visitTexts.told.ru);
    await tick('3', visitTexts.nobody.ru);
    await page.screenshot({ path: 'screenshots/ru-360-visits-offline.png' });
    await reopen();
    assert.deepEqual(await recorded(), []);
    line.reconnect();
    await page.goto(path);
    await waitUntil('both are recorded', async () => (await recorded()).length === 2);
    assert.deepEqual(
      (await recorded()).map(({ number, outcome }) => [number, outcome]),
      [
        ['12А', 'told'],
        ['3', 'nobody'],
      ],
    );
    await page.goto(path);
    await page.getByRole('button', { name: `${visitTexts.undo.ru} ${plotText.ru} 3`, exact: true }).tap();
    await waitUntil('one is taken back', async () => (await recorded()).length === 1);
  });

  it('sends a diary entry with two photographs once when the connection drops during the upload', async () => {
    await enter('resident');
    const { settlement } = actors.village;
    await page.goto(`/settlements/${settlement.slug}/write`);
    await page.getByRole('textbox', { name: writeTexts.body.ru }).fill('Антоновка зацвела.');
    line.disconnectAt('POST /photos');
    const pictures = await Promise.all([300, 320].map((side) => solid(side, 240).jpeg().toBuffer()));
    await page
      .locator('input[type="file"]')
      .setInputFiles(
        pictures.map((buffer, index) => ({ name: `${index}.jpg`, mimeType: 'image/jpeg', buffer })),
      );
    // Both are resized; one was being uploaded when the connection dropped.
    await page.locator('.shot.waiting, .shot.failed').nth(1).waitFor();
    await page.getByRole('button', { name: writeTexts.publish.ru, exact: true }).tap();
    await banner(outboxTexts.waits.ru).waitFor();
    await reopen();
    line.reconnect();
    await page.goto('/today');
    await banner(entryTexts.published.ru).waitFor();
    const { articles } = await actors.village.clients.resident.list_articles({ settlement: settlement.slug });
    const written = articles.filter(({ title }) => title.startsWith('Антоновка зацвела'));
    assert.equal(written.length, 1);
    const [{ count } = { count: -1 }] = await actors.service.db<{ count: number }[]>`
      select count(*)::int as count from media where owner_id = ${actors.village.accounts.resident}`;
    assert.equal(count, 2);
  });

  it('sends a message and a task with photographs once when connection or response is lost', async () => {
    await enter('resident');
    const { clients, settlement } = actors.village;
    const { data } = await clients.neighbour.send_message({
      to: 'person',
      settlement: settlement.slug,
      parcel: '1',
      body: 'Чья это кошка?',
    });
    const choose = async (side: number) =>
      page.locator('input[type="file"]').setInputFiles({
        name: 'снимок.jpg',
        mimeType: 'image/jpeg',
        buffer: await solid(side, 240).jpeg().toBuffer(),
      });
    await page.goto(`/messages/${data.conversation}`);
    line.disconnectAt('POST /photos');
    await choose(310);
    await page.locator('.shot.waiting, .shot.failed').first().waitFor();
    await page.getByRole('textbox', { name: composeTexts.message.ru }).fill('Моя');
    await page.getByRole('button', { name: composeTexts.send.ru, exact: true }).tap();
    await banner(outboxTexts.waits.ru).waitFor();
    await page.screenshot({ path: 'screenshots/ru-360-conversation-waits.png' });
    await reopen();
    // The response of the first attempt is lost: the retry uses the same idempotency key.
    line.reconnect();
    line.disconnectAt(`POST /messages/${data.conversation}`, true);
    await page.goto('/today');
    await waitUntil('the message is stored', async () => (await countSent()) === 2);
    line.reconnect();
    await banner(outboxTexts.arrived.ru).waitFor();
    const { messages } = await clients.neighbour.list_messages({ conversation: data.conversation });
    assert.deepEqual(
      messages.map(({ body, media }) => [body, media.length]),
      [
        ['Моя', 1],
        ['Чья это кошка?', 0],
      ],
    );
    async function countSent() {
      return (await actors.service.db`select 1 from message where conversation_id = ${data.conversation}`)
        .length;
    }

    await page.goto('/tasks/new');
    await page.getByLabel(newTaskTexts.what.ru).fill('Покосился забор');
    await choose(330);
    await page.locator('.shot.waiting').first().waitFor();
    line.disconnect();
    await page.getByRole('button', { name: newTaskTexts.send.ru, exact: true }).tap();
    await banner(outboxTexts.waits.ru).waitFor();
    await reopen();
    line.reconnect();
    await page.goto('/today');
    await banner(taskTexts.sent.ru).waitFor();
    const { tasks } = await clients.resident.list_tasks({ settlement: settlement.slug, q: 'забор' });
    assert.equal(tasks.length, 1);
    const { data: task } = await clients.resident.show_task({ task: tasks[0]?.id ?? '' });
    assert.equal(task.photos.length, 1);
    await page.goto(`/tasks/${task.id}`);
    await page.screenshot({ path: 'screenshots/ru-360-task-photos.png', fullPage: true });
  });

  it('retries a form whose response was lost with the same idempotency key', async () => {
    await enter('neighbour');
    await page.goto('/account');
    line.disconnectAt('POST /account/profile', true);
    await rename('Иван Половина');
    await banner(outboxTexts.waits.ru).waitFor();
    line.reconnect();
    await banner(savedText.ru).waitFor();
    assert.equal(posts.length, 2);
    assert.ok(posts[0]?.key);
    assert.equal(posts[0]?.key, posts[1]?.key);
    assert.equal(await nameOf(actors.village.accounts.neighbour), 'Иван Половина');
  });

  it('shows a refusal at once when online; from the outbox with a button back to the form', async () => {
    await enter('resident');
    await page.goto('/account');
    await rename('');
    await page.getByRole('alert').waitFor();
    line.disconnect();
    await page.goto('/account');
    await page.getByLabel(accountTexts.name.ru).evaluate((field) => field.removeAttribute('maxlength'));
    await rename('Я'.repeat(101));
    await banner(outboxTexts.waits.ru).waitFor();
    line.reconnect();
    await banner(outboxTexts.refused.ru).waitFor();
    await page.getByRole('link', { name: outboxTexts.show.ru }).tap();
    await page.getByRole('button', { name: outboxTexts.mend.ru }).waitFor();
    await page.screenshot({ path: 'screenshots/ru-360-outbox-refused.png' });
    // The outbox summarizes a form by typed texts, not by chosen options such as the language.
    assert.equal(await page.locator('.waiting').getByText('en', { exact: true }).count(), 0);
    await page.getByRole('button', { name: outboxTexts.mend.ru }).tap();
    await page.getByRole('alert').waitFor();
    await rename('Анна Исправленная');
    await page.locator('[data-notice="done"]').waitFor();
    assert.equal(await nameOf(actors.village.accounts.resident), 'Анна Исправленная');
    await page.goto('/outbox');
    await page.locator('[data-outbox-list]').waitFor({ state: 'hidden' });
  });

  it('reports a conflict when the text was changed while an edit was queued, and shows both texts', async () => {
    await enter('resident');
    await page.goto('/test/note');
    line.disconnect();
    await page.reload();
    await page.getByLabel('Note').fill('Ключ у меня');
    await page.getByRole('button', { name: 'Save' }).tap();
    await banner(outboxTexts.waits.ru).waitFor();
    note.text = 'Ключ у охраны';
    note.version = '2';
    line.reconnect();
    await banner(outboxTexts.refused.ru).waitFor();
    await page.getByRole('link', { name: outboxTexts.show.ru }).tap();
    await page.getByText('The note has changed.').waitFor();
    await page.getByText('Ключ у меня').waitFor();
    await page.getByRole('button', { name: outboxTexts.mend.ru }).tap();
    await page.getByText('It says now: Ключ у охраны').waitFor();
    assert.equal(await page.getByLabel('Note').inputValue(), 'Ключ у меня');
    assert.equal(note.text, 'Ключ у охраны', 'nothing was overwritten');
    await page.getByRole('button', { name: 'Save' }).tap();
    await page.locator('[data-notice="done"]').waitFor();
    assert.equal(note.text, 'Ключ у меня');
    await page.goto('/outbox');
    await page.locator('[data-outbox-list]').waitFor({ state: 'hidden' });
  });

  it('asks before sending a form queued longer than idempotency keys are kept, and can discard it', async () => {
    await enter('resident');
    await page.goto('/account');
    await page.clock.install({ time: Date.now() - 8 * 86_400_000 });
    line.disconnect();
    await page.reload();
    await rename('Восемь дней назад');
    await banner(outboxTexts.waits.ru).waitFor();
    await reopen();
    line.reconnect();
    await page.goto('/today');
    await banner(outboxTexts.old.ru).waitFor();
    assert.equal(posts.length, 0);
    await page.getByRole('link', { name: outboxTexts.show.ru }).tap();
    await page.getByText(outboxTexts.tooOld.ru).waitFor();
    page.once('dialog', (dialog) => dialog.accept());
    await page.getByRole('button', { name: outboxTexts.throw.ru }).tap();
    await page.locator('[data-outbox-list]').waitFor({ state: 'hidden' });
    assert.equal(posts.length, 0);
  });

  it('asks to sign in when the session has ended, then sends the queued form', async () => {
    await enter('resident');
    await page.goto('/account');
    await actors.service.db`delete from session where account_id = ${actors.village.accounts.resident}`;
    await rename('Снова здесь');
    await banner(outboxTexts.signIn.ru).waitFor();
    await page.getByRole('link', { name: outboxTexts.enter.ru }).tap();
    await page.waitForURL('**/login?*');
    await sendSignInForm({ page, look }, 'resident');
    await banner(savedText.ru).waitFor();
    assert.equal(await nameOf(actors.village.accounts.resident), 'Снова здесь');
  });

  it('offers to restore an unsent draft', async () => {
    await enter('resident');
    await page.goto('/account');
    await page.getByLabel(accountTexts.name.ru).fill('Наполовину напи');
    const isKept = () => page.evaluate(hasDraft, actors.village.accounts.resident);
    await waitUntil('the draft is kept', isKept);
    await reopen();
    await page.goto('/account');
    await page.getByText(outboxTexts.begun.ru).waitFor();
    await page.getByRole('button', { name: outboxTexts.take.ru }).tap();
    assert.equal(await page.getByLabel(accountTexts.name.ru).inputValue(), 'Наполовину напи');
    await page.getByRole('button', { name: accountTexts.save.ru, exact: true }).tap();
    await page.locator('[data-notice="done"]').waitFor();
    await page.reload();
    await page.waitForLoadState('networkidle');
    assert.equal(await page.getByText(outboxTexts.begun.ru).count(), 0);
  });

  it('clears cached pages and stored forms on sign-out', async () => {
    await enter('resident');
    await page.goto('/account');
    await page.goto('/more');
    await page.getByRole('button', { name: moreTexts.signOut.ru }).tap();
    await page.waitForURL('**/');
    const left = await page.evaluate(async () => ({
      caches: (await caches.keys()).filter((name) => name.startsWith('pages-')),
      stores: (await indexedDB.databases())
        .map(({ name }) => name)
        .filter((name) => name?.startsWith('phone-')),
    }));
    assert.deepEqual(left, { caches: [], stores: [] });
    line.disconnect();
    for (const path of ['/account', '/more', '/today']) {
      await page.goto(path).catch(() => {});
      assert.equal(await page.getByRole('heading', { name: moreTexts.title.ru, exact: true }).count(), 0);
      assert.equal(await page.getByText('resident@example.org').count(), 0);
    }
  });

  it('asks before sign-out discards queued forms', async () => {
    await enter('resident');
    await page.goto('/more');
    await page.goto('/account');
    line.disconnect();
    await page.reload();
    await rename('Ещё не ушло');
    await banner(outboxTexts.waits.ru).waitFor();
    // Keeps the queued form from being sent while the dialog is open.
    await page.route('**/account/profile', (route) => route.abort());
    line.reconnect();
    await page.goto('/more');
    const signOut = () => page.getByRole('button', { name: moreTexts.signOut.ru }).tap();
    const asked: string[] = [];
    page.once('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    await signOut();
    await page.waitForFunction(() => document.readyState === 'complete');
    await page.goto('/outbox');
    await page.getByText('Ещё не ушло').waitFor();
    assert.deepEqual(asked, [outboxTexts.leaving.ru.replace('{count}', '1')]);
    await page.goto('/more');
    page.once('dialog', (dialog) => dialog.accept());
    await signOut();
    await page.waitForURL('**/');
    await page.unroute('**/account/profile');
    await enter('resident');
    await page.goto('/outbox');
    await page.locator('[data-outbox-list]').waitFor({ state: 'hidden' });
    assert.equal(posts.length, 0);
    // No dialog when nothing is queued.
    page.on('dialog', () => assert.fail('there is nothing to lose'));
    await page.goto('/more');
    await signOut();
    await page.waitForURL('**/');
  });

  it('shows and sends nothing of a user whose session expired to the next user', async () => {
    await enter('resident');
    await page.goto('/account');
    line.disconnect();
    await page.reload();
    await rename('Тайна первой');
    await banner(outboxTexts.waits.ru).waitFor();
    await actors.service.db`delete from session where account_id = ${actors.village.accounts.resident}`;
    line.reconnect();
    await page.goto('/today');
    await page.waitForURL('**/login?*');
    await enter('neighbour');
    await page.goto('/outbox');
    await page.waitForLoadState('networkidle');
    assert.equal(await page.getByText('Тайна первой').count(), 0);
    assert.ok(await page.locator('[data-outbox-list]').isHidden());
    line.disconnect();
    await page.goto('/account');
    await page.getByRole('heading', { name: offlineTexts.title.ru, exact: true }).waitFor();
    assert.equal(await page.getByText('Тайна первой').count(), 0);
    line.reconnect();
    assert.equal(posts.length, 0, 'nothing of the first was sent as the second');
    await actors.service.db`delete from session where account_id = ${actors.village.accounts.neighbour}`;
    await enter('resident');
    await banner(savedText.ru).waitFor();
    assert.equal(await nameOf(actors.village.accounts.resident), 'Тайна первой');
  });
});

/** Runs in the browser: whether the account's IndexedDB holds a draft. */
function hasDraft(account: string): Promise<boolean> {
  return new Promise((done) => {
    const opening = indexedDB.open(`phone-${account}`);
    opening.onsuccess = () => {
      const keys = opening.result.transaction('kept').objectStore('kept').getAllKeys();
      keys.onsuccess = () => {
        opening.result.close();
        done(keys.result.some((key) => String(key).startsWith('draft ')));
      };
    };
  });
}
