import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { joinPhotographs, splitPhotographs } from '../../src/entry/web/loaders/entry-photographs.ts';
import {
  assignLabels,
  deriveTitle,
  replaceLabelsWithTokens,
  replaceTokensWithLabels,
} from '../../src/entry/web/pages/journal/mention-labels.ts';
import { startService } from '../harness/service.ts';
import { quarters } from '../media/forge-heic.ts';
import { noise } from '../media/sample-pictures.ts';
import { type Browser, openBrowser, type Page } from '../oauth/browser.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { createThings } from '../operations/journal/mentioned-things.ts';
import { makeRenditions } from '../operations/media/uploads.ts';

const settlement = 'berezka';
const write = `/settlements/${settlement}/write`;
const feed = `/settlements/${settlement}/articles.atom`;
let actors: OAuthTestClient;
let things: ReturnType<typeof createThings>;
before(async () => {
  actors = await prepareOAuthTestClient(await startService());
  things = createThings(actors.service, actors.village);
});

async function signIn(persona: string): Promise<Browser> {
  const browser = openBrowser(actors.service, actors.service.url, 'ru');
  const email = `${persona}@example.org`;
  await browser.submit(await browser.get('/login'), '/login', { email, password });
  await browser.get('/more?lang=ru');
  return browser;
}

/** Parses the form `write` of a page with its current values. */
function readForm(page: Page): { action: string; fields: [string, string][] } {
  const form = /<form id="write"[\s\S]*?<\/form>/.exec(page.html)?.[0] ?? '';
  assert.ok(form, page.html.slice(0, 500));
  const decode = (text = '') =>
    text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  const fields: [string, string][] = [];
  for (const [input] of form.matchAll(/<input\b[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(input)?.[1];
    if (!name || /type="file"/.test(input)) continue;
    if (/type="radio"/.test(input) && !/ checked/.test(input)) continue;
    fields.push([name, decode(/value="([^"]*)"/.exec(input)?.[1])]);
  }
  fields.push(['body', decode(/<textarea[^>]*>([\s\S]*?)<\/textarea>/.exec(form)?.[1])]);
  return { action: decode(/action="([^"]*)"/.exec(form)?.[1]), fields };
}

/** Submits the form as a browser without JavaScript does: all fields, files last. */
async function send(
  browser: Browser,
  page: Page,
  changes: Record<string, string>,
  files: { name: string; bytes: Buffer }[] = [],
): Promise<Page> {
  const { action, fields } = readForm(page);
  const data = new FormData();
  for (const [name, value] of fields) if (!(name in changes)) data.append(name, value);
  for (const [name, value] of Object.entries(changes)) data.append(name, value);
  for (const { name, bytes } of files) data.append('photos', new Blob([new Uint8Array(bytes)]), name);
  if (files.length === 0) data.append('photos', new Blob([]), '');
  const reply = await fetch(new URL(action, actors.service.url), {
    method: 'POST',
    body: data,
    redirect: 'manual',
    headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });
  for (const cookie of reply.headers.getSetCookie()) {
    const pair = cookie.split(';', 1)[0] ?? '';
    browser.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  }
  const { status, headers } = reply;
  return { status, headers, location: headers.get('location'), html: await reply.text() };
}

const mine = async () => (await actors.village.clients.resident.list_my_articles({ settlement })).articles;
const bodyOf = async (article: string) =>
  (await actors.village.clients.resident.show_article({ settlement, article })).data;

describe('writing an entry without JavaScript', () => {
  it('derives the title, parses mentions, attaches photographs and publishes for its readers', async () => {
    const tree = await things.object('Антоновка у калитки');
    const resident = await signIn('resident');
    const page = await resident.get(write);
    assert.match(page.html, /Антоновка у калитки/);
    assert.match(page.html, /2 дома/, 'how many households will read it');
    const picture = await noise(80, 60).jpeg().toBuffer();
    const done = await send(
      resident,
      page,
      {
        body: 'Сняли **яблоки**\n\nС @Антоновка у калитки\u00a0— четыре ведра.',
        tags: 'урожай, яблоки',
        do: 'publish',
      },
      [
        { name: 'корзина.jpg', bytes: picture },
        { name: 'iphone.heic', bytes: quarters },
      ],
    );
    assert.equal(done.status, 303, done.html.slice(0, 400));
    const [entry] = await mine();
    assert.equal(done.location, `/settlements/${settlement}/articles/${entry?.slug}`);
    assert.deepEqual([entry?.title, entry?.status, entry?.photos_count], ['Сняли яблоки', 'published', 2]);
    const shown = await bodyOf(entry?.id ?? '');
    assert.deepEqual([...shown.tags].sort(), ['урожай', 'яблоки']);
    assert.match(shown.body, new RegExp(`С \\[object:${tree}\\]\u00a0— четыре ведра\\.`));
    assert.deepEqual(
      shown.photographs.map(({ visibility }) => visibility),
      ['residents', 'residents'],
      'seen with the entry, by its readers',
    );
    await makeRenditions(actors.service);
    const read = await resident.get(done.location ?? '');
    assert.match(read.html, /Опубликовано\./);
    assert.equal(read.html.match(/<a href="\/media\/\d+\/large[^"]*" class="shown">/g)?.length, 2);
    const stranger = await (await signIn('outsider')).get(done.location ?? '');
    assert.equal(stranger.status, 404);
  });

  it('leaves mentions hidden from readers out of the title, the feed and the map; the page has words for them', async () => {
    const { anonymous, clients } = actors.village;
    await things.object('Грядка у бани');
    const resident = await signIn('resident');
    const done = await send(resident, await resident.get(write), {
      body: 'Полили @Грядка у бани вечером\n\nИ ещё раз @Грядка у бани.',
      visibility: 'public',
      do: 'publish',
    });
    assert.equal(done.status, 303, done.html.slice(0, 400));
    assert.equal((await mine())[0]?.title, 'Полили вечером');
    const article = (await mine())[0]?.id ?? '';
    for (const client of [anonymous, clients.outsider, clients.neighbour]) {
      const shown = await client.show_article({ settlement, article });
      const listed = await client.list_articles({ settlement });
      const found = await client.list_articles({ settlement, q: 'Полили' });
      assert.doesNotMatch(JSON.stringify([shown, listed, found]), /бани|bani/, 'neither name nor slug');
    }
    const owner = await clients.resident.show_article({ settlement, article });
    assert.match(JSON.stringify(owner.data.mentions), /Грядка у бани/, 'who lives there reads its name');
    const visitor = openBrowser(actors.service, undefined, 'ru');
    const page = (await visitor.get(done.location ?? '')).html;
    assert.match(page, /Полили объект вечером/);
    assert.doesNotMatch(page, /\[object:/);
    for (const address of [done.location ?? '', `/settlements/${settlement}/articles`, feed])
      assert.doesNotMatch(
        (await openBrowser(actors.service, undefined, 'ru').get(address)).html,
        /бани|bani/,
      );
    // The subject of an email about it is made from the same title.
    await clients.editor.edit_article({ settlement, article, visibility: 'residents', reason: 'Адрес' });
    const letters = await actors.service.db<{ key: string; title: string }[]>`
      select key, replacements->>'title' as title from letter_item where key like 'notifications.article_%'`;
    assert.deepEqual([...letters], [{ key: 'notifications.article_hidden', title: 'Полили вечером' }]);
    await clients.editor.edit_article({ settlement, article, visibility: 'public' });
  });

  it('keeps a draft and its photographs private', async () => {
    const resident = await signIn('resident');
    const done = await send(
      resident,
      await resident.get(write),
      { title: 'Потом допишу', body: 'Начало', do: 'draft' },
      [{ name: 'a.jpg', bytes: await noise(81, 60).jpeg().toBuffer() }],
    );
    assert.equal(done.location, '/me/articles');
    const list = await resident.get('/me/articles');
    assert.match(list.html, /Черновики[\s\S]*Потом допишу[\s\S]*Опубликовано/, 'drafts first');
    assert.match(list.html, /Оставлено черновиком\./);
    const draft = (await mine()).find(({ title }) => title === 'Потом допишу');
    const [photo] = (await bodyOf(draft?.id ?? '')).photographs;
    assert.equal(photo?.visibility, 'private');
    const { media } = await actors.village.clients.neighbour.list_media({ settlement });
    assert.ok(!media.some(({ id }) => id === photo?.id));
    const published = await resident.submit(
      list,
      `/settlements/${draft?.settlement_id}/articles/${draft?.id}/publish`,
    );
    assert.equal(published.status, 303);
    const found = await resident.get(`/me/articles?${new URLSearchParams({ q: 'допишу' })}`);
    assert.match(found.html, /Потом допишу/);
    assert.doesNotMatch(found.html, /Сняли яблоки/);
  });

  it('saves the text when photographs are too large, broken, not pictures or too many', async () => {
    const resident = await signIn('resident');
    const good = await Promise.all(
      Array.from({ length: 21 }, (_, index) =>
        noise(30 + index, 30)
          .jpeg()
          .toBuffer(),
      ),
    );
    const done = await send(resident, await resident.get(write), { body: 'Текст цел', do: 'draft' }, [
      { name: 'большой.jpg', bytes: Buffer.concat([good[0] as Buffer, Buffer.alloc(40_000_000)]) },
      { name: 'письмо.jpg', bytes: Buffer.from('это совсем не снимок, а письмо') },
      { name: 'обрыв.jpg', bytes: (good[1] as Buffer).subarray(0, 300) },
      { name: 'хороший.jpg', bytes: good[2] as Buffer },
    ]);
    assert.equal(done.status, 303);
    const list = await resident.get('/me/articles');
    assert.match(
      list.html,
      /большой\.jpg[^<]*40 МБ[^<]*письмо\.jpg[^<]*не является[^<]*обрыв\.jpg[^<]*повреждён/,
    );
    const [entry] = await mine();
    assert.deepEqual([entry?.title, entry?.photos_count], ['Текст цел', 1]);
    const many = await send(
      resident,
      await resident.get(write),
      { body: 'Двадцать один', do: 'draft' },
      good.map((bytes, index) => ({ name: `${index}.jpg`, bytes })),
    );
    assert.equal(many.status, 303);
    assert.equal((await mine())[0]?.photos_count, 20);
    assert.match((await resident.get('/me/articles')).html, /20\.jpg[^<]*не больше 20/);
  });

  it('saves one entry with one photograph when the form is submitted twice', async () => {
    const resident = await signIn('resident');
    const page = await resident.get(write);
    const files = [{ name: 'b.jpg', bytes: await noise(70, 71).jpeg().toBuffer() }];
    const count = (await mine()).length;
    for (const _ of [1, 2])
      assert.equal((await send(resident, page, { body: 'Дважды', do: 'publish' }, files)).status, 303);
    assert.equal((await mine()).length, count + 1);
    const { media } = await actors.village.clients.resident.list_media({ settlement, limit: 100 });
    assert.equal(media.filter(({ width, height }) => width === 70 && height === 71).length, 1);
  });

  it('previews the text, appends a chosen mention, and removes a photograph, keeping the form', async () => {
    const resident = await signIn('resident');
    const files = [{ name: 'c.jpg', bytes: await noise(72, 71).jpeg().toBuffer() }];
    const first = await send(
      resident,
      await resident.get(write),
      { body: '**Важно**', do: 'preview', visibility: 'public' },
      files,
    );
    assert.equal(first.status, 200);
    assert.match(first.html, /data-region="preview"[\s\S]*<strong>Важно<\/strong>/);
    assert.doesNotMatch(first.html, /<title>Ошибка/);
    const form = readForm(first);
    assert.equal(form.fields.find(([name]) => name === 'visibility')?.[1], 'public', 'nothing is forgotten');
    assert.equal(form.fields.filter(([name]) => name === 'photo').length, 1, 'nor the photograph');
    const named = await send(resident, first, { mention: 'Антоновка у калитки' });
    assert.match(
      readForm(named).fields.find(([name]) => name === 'body')?.[1] ?? '',
      /^\*\*Важно\*\* @Антоновка у калитки/,
    );
    const photo = readForm(named).fields.find(([name]) => name === 'photo')?.[1] ?? '';
    const without = await send(resident, named, { remove_photo: photo });
    assert.equal(readForm(without).fields.filter(([name]) => name === 'photo').length, 0);
  });

  it('ignores photographs of other users, and stores no files without a CSRF token', async () => {
    const other = await things.photo({
      parcel: actors.village.plots.neighbour,
      owner: actors.village.accounts.neighbour,
      visibility: 'private',
    });
    const resident = await signIn('resident');
    const page = await resident.get(write);
    const done = await send(resident, page, { body: 'Чужое', photo: other, do: 'publish' });
    assert.equal(done.status, 303);
    const [entry] = await mine();
    assert.deepEqual((await bodyOf(entry?.id ?? '')).photographs, []);
    const { media } = await actors.village.clients.neighbour.list_media({ settlement, limit: 100 });
    assert.equal(media.find(({ id }) => id === other)?.visibility, 'private');
    const files = [{ name: 'd.jpg', bytes: await noise(73, 71).jpeg().toBuffer() }];
    const foreign = await send(resident, page, { body: 'Подделка', csrf: 'x', do: 'draft' }, files);
    assert.equal(foreign.status, 403);
    const all = await actors.village.clients.resident.list_media({ settlement, limit: 100 });
    assert.ok(!all.media.some(({ width, height }) => width === 73 && height === 71));
  });

  it('is for residents of a plot; the board writes articles', async () => {
    const newcomer = await signIn('newcomer');
    assert.match((await newcomer.get(write)).html, /Дневник ведут на участке/);
    const editor = await signIn('editor');
    const page = await editor.get(`${write}?kind=post`);
    const done = await send(editor, page, { title: 'Собрание', body: 'В субботу', do: 'publish' });
    assert.equal(done.status, 303, done.html.slice(0, 300));
    const { articles } = await actors.village.clients.resident.list_articles({ settlement, kind: 'post' });
    assert.equal(articles[0]?.title, 'Собрание');
  });
});

describe('editing an entry', () => {
  const draft = async (body: string, publish = false) => {
    const { resident } = actors.village.clients;
    const { data } = await resident.write_article({ settlement, parcel_id: '1', title: 'Запись', body });
    if (publish) await resident.publish_article({ settlement, article: data.id });
    return data.id;
  };
  const address = (article: string) => `/settlements/${settlement}/articles/${article}/edit`;

  it('shows labels in place of mention tokens and keeps every token', async () => {
    const tree = await things.object('Слива');
    const gone = await things.photo({
      owner: actors.village.accounts.neighbour,
      visibility: 'private',
      parcel: null,
    });
    const photo = await things.photo({ visibility: 'residents' });
    const body = `Под [object:${tree}] и [media:${gone}], \`[task:1]\`.\n\n[media:${photo}]`;
    const article = await draft(body, true);
    const resident = await signIn('resident');
    const page = await resident.get(address(article));
    const text = readForm(page).fields.find(([name]) => name === 'body')?.[1] ?? '';
    assert.equal(text, 'Под @Слива и @скрытое, `[task:1]`.');
    const done = await send(resident, page, { do: 'save' });
    assert.equal(done.status, 303, done.html.slice(0, 300));
    const after = await bodyOf(article);
    assert.deepEqual([after.body, after.status], [body, 'published'], 'changed in place, nothing lost');
  });

  it('shows both texts on a concurrent edit, and overwrites on a resubmit', async () => {
    const article = await draft('Общее начало');
    const [phone, tablet] = [await signIn('resident'), await signIn('resident')];
    const [onPhone, onTablet] = [await phone.get(address(article)), await tablet.get(address(article))];
    assert.equal((await send(phone, onPhone, { body: 'С телефона', do: 'draft' })).status, 303);
    const told = await send(tablet, onTablet, { body: 'С планшета', do: 'draft' });
    assert.equal(told.status, 422);
    assert.match(told.html, /Пока вы писали, текст изменили/);
    assert.match(told.html, /<del>[\s\S]*телефона[\s\S]*<ins>[\s\S]*планшета/);
    assert.equal(readForm(told).fields.find(([name]) => name === 'body')?.[1], 'С планшета');
    assert.equal((await bodyOf(article)).body, 'С телефона');
    assert.equal((await send(tablet, told, { do: 'draft' })).status, 303);
    assert.equal((await bodyOf(article)).body, 'С планшета');
  });

  it('is refused to neighbours; a former resident may only hide and remove', async () => {
    const article = await draft('Моё', true);
    const neighbour = await signIn('neighbour');
    assert.equal((await neighbour.get(address(article))).status, 403);
    assert.equal((await neighbour.get(`/settlements/${settlement}/articles/${article}/remove`)).status, 403);
    const { service, village } = actors;
    const state = (name: string) =>
      service.db`update membership set state = ${name} where parcel_id = ${village.plots.resident} and account_id = ${village.accounts.resident}`;
    await state('ended');
    const former = await signIn('resident');
    assert.equal((await former.get(address(article))).status, 403);
    const page = await former.get(`/settlements/${settlement}/articles/${article}`);
    assert.match(page.html, />\s*Убрать/);
    assert.doesNotMatch(page.html, />\s*Изменить/);
    await state('confirmed');
  });

  it('moves photographs that block removal, then removes the entry', async () => {
    const article = await draft('Уйдёт', true);
    const photo = await things.photo({ subject: ['article', article] });
    const resident = await signIn('resident');
    const { slug } = await bodyOf(article);
    const at = `/settlements/${settlement}/articles/${slug}`;
    const first = await resident.get(`${at}/remove`);
    assert.match(first.html, /Только в этой записи: 1 фотография/);
    assert.doesNotMatch(first.html, /Удалить навсегда<\/button>/);
    assert.equal((await resident.submit(first, `${at}/move-photos`)).location, `${at}/remove`);
    const second = await resident.get(`${at}/remove`);
    assert.match(second.html, /Фотографии перенесены/);
    const { media } = await actors.village.clients.resident.list_media({
      settlement,
      parcel: '1',
      limit: 100,
    });
    assert.equal(media.find(({ id }) => id === photo)?.subject.type, 'parcel');
    const hidden = await resident.submit(second, `${at}/hide`);
    assert.equal(hidden.location, at);
    assert.equal((await bodyOf(article)).visibility, 'private');
    const gone = await resident.submit(await resident.get(`${at}/remove`), `${at}/remove`);
    assert.equal(gone.location, '/me/articles');
    assert.equal((await resident.get(at)).status, 404);
  });
});

it('a preview has the limits of a text that is saved', async () => {
  const browser = await signIn('resident');
  const empty = await browser.get(write);
  const preview = (body: string) => send(browser, empty, { title: 'Опись', body, do: 'preview' });
  const mentions = (count: number) =>
    Array.from({ length: count }, (_, index) => `[object:${index + 1}]`).join(' ');
  const shown = await preview(mentions(1000));
  assert.equal(shown.status, 200);
  assert.match(shown.html, /data-region="preview"[^>]*><section/);
  for (const [body, why] of [
    [mentions(1001), /не больше 1000 упоминаний/],
    ['ы'.repeat(60_001), /не больше 60 000 знаков/],
  ] as const) {
    const refused = await preview(body);
    assert.equal(refused.status, 422);
    assert.match(refused.html, why);
    assert.match(refused.html, /data-region="preview"[^>]*><\/div>/, 'nothing is rendered');
    assert.ok(refused.html.includes(body.slice(0, 1000)), 'what was typed is kept');
  }
});

describe('mention labels in the editor', () => {
  const labels = assignLabels('@Яблоня стоит', [
    { key: 'object:1', title: 'Яблоня' },
    { key: 'object:2', title: 'Яблоня' },
    { key: 'object:3', title: 'Яблоня у [забора]' },
  ]);

  it('are unique and do not occur in the text', () => {
    assert.deepEqual(
      labels.map(({ label }) => label),
      ['Яблоня (2)', 'Яблоня (3)', 'Яблоня у забора'],
    );
  });

  it('round-trip to tokens, the longest label first', () => {
    const body = 'Под [object:1], [object:3] и (object:2) x@Яблоня (2)';
    assert.equal(replaceLabelsWithTokens(replaceTokensWithLabels(body, labels), labels), body);
    assert.equal(replaceLabelsWithTokens('@Яблоня у забора, @Яблоня', labels), '[object:3], @Яблоня');
    for (const glued of ['слово[object:1]', '[object:1]слово'])
      assert.equal(
        replaceTokensWithLabels(glued, labels),
        glued,
        'what could not be read back stays as it is',
      );
  });

  it('of many things with one name are numbered on, and found in a text of many signs', () => {
    const many = assignLabels(
      '@Яблоня (4)',
      Array.from({ length: 1000 }, (_, index) => ({ key: `object:${index + 1}`, title: 'Яблоня' })),
    );
    assert.deepEqual(
      many.map(({ label }) => label),
      ['Яблоня (2)', 'Яблоня (3)', ...many.slice(2).map((_, index) => `Яблоня (${index + 5})`)],
    );
    assert.equal(
      replaceLabelsWithTokens(`${'@'.repeat(1000)}Яблоня (1001), @Яблоня (2)`, many),
      `${'@'.repeat(999)}[object:999], [object:1]`,
    );
  });

  it('split off photographs at the end of the text', () => {
    assert.deepEqual(splitPhotographs('Текст [media:1]\n\n[media:2] [media:3]\n'), {
      text: 'Текст [media:1]',
      ids: ['2', '3'],
    });
    assert.deepEqual(splitPhotographs('[media:2]'), { text: '', ids: ['2'] });
    assert.equal(joinPhotographs('Текст [media:1]', ['1', '2', '2', 'x']), 'Текст [media:1]\n\n[media:2]');
  });

  it('derive a title from the first line', () => {
    assert.equal(deriveTitle('\n## Сняли **яблоки** у [object:12]\nещё'), 'Сняли яблоки');
    assert.equal(deriveTitle('Picked at [object:12] for [task:3]'), 'Picked');
    assert.equal(deriveTitle('Побелили [object:12], [object:13] и [object:14] утром'), 'Побелили утром');
    assert.equal(deriveTitle('У [object:12] созрели яблоки'), 'Созрели яблоки');
    assert.equal(deriveTitle('Снимок [media:5]: [object:12]'), 'Снимок');
    assert.equal(deriveTitle('[media:5], [object:12]!\nВот так'), 'Вот так');
    assert.equal(deriveTitle('[object:12]'), '');
    assert.equal(deriveTitle(' \n'), '');
    assert.ok(deriveTitle(`${'слово '.repeat(40)}`).length <= 81);
  });

  it('derive a title from the first sentence of a long paragraph', () => {
    const rest = 'Вышло ровно четыре ведра, на ведро больше прошлогоднего.';
    assert.equal(deriveTitle(`Сняли последние яблоки. ${rest}`), 'Сняли последние яблоки');
    assert.equal(deriveTitle(`Ура! Первый снег. ${rest}`), 'Ура!');
    assert.equal(deriveTitle(`Где ключ от насоса? ${rest}`), 'Где ключ от насоса?');
    assert.equal(deriveTitle(`На ул. Садовой починили свет. ${rest}`), 'На ул. Садовой починили свет');
    assert.equal(deriveTitle('В 14.30 приехал мастер. Сменил насос.'), 'В 14.30 приехал мастер');
    assert.equal(deriveTitle('Просто запись.'), 'Просто запись');
    assert.equal(deriveTitle('И тогда…'), 'И тогда…');
    const long = deriveTitle(`${'Снимали яблоки и складывали в вёдра '.repeat(6)}. ${rest}`);
    assert.ok(long.length <= 81);
    assert.match(long, / (Снимали|яблоки|и|складывали|в|вёдра)…$/, 'never cut inside a word');
  });
});
