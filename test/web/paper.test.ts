import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import qrcode from 'qrcode-generator';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { insertParcels } from '../../src/store/land/parcels.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { startService } from '../harness/service.ts';
import type { Persona } from '../harness/village.ts';
import { type Browser, openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { listOpeningTags } from './html-parser.ts';
import { signIn, visibleText } from './sign-in.ts';

const day = 86_400_000;

describe('announcements on paper', () => {
  let actors: OAuthTestClient;
  let settlement: string;
  let editor: Browser;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    settlement = actors.village.settlement.slug;
    editor = await signIn(actors.service, 'editor', 'ru');
  });

  const write = async (given: { title?: string; body?: string; kind?: 'announcement' | 'post' } = {}) =>
    (
      await actors.village.clients.editor.write_article({
        settlement,
        kind: 'announcement',
        title: 'Вода',
        body: 'Во вторник воды **не будет**.',
        visibility: 'residents',
        ...given,
      })
    ).data;
  const publish = async (given: Parameters<typeof write>[0] = {}) => {
    const article = await write(given);
    await actors.village.clients.editor.publish_article({ settlement, article: article.id });
    return article;
  };
  const printed = [paths.printNotice, paths.printLetters, paths.visitList] as const;
  const open = (path: (typeof printed)[number], article: { slug: string }, query = '') =>
    editor.get(fillPath(path, { settlement, article: article.slug }) + query);
  const record = async (
    parcelId: string,
    person: { name: string; phones?: string[]; address?: string; until?: Date },
  ) => {
    await actors.service.db`
      insert into recorded_person (id, parcel_id, name, phones, postal_address, until, created_at, updated_at)
      values (${actors.service.newId()}, ${parcelId}, ${person.name}, ${person.phones ?? []}, ${person.address ?? ''},
              ${person.until ?? null}, now(), now())`;
  };
  const addPlots = async (numbers: readonly string[]) => {
    const plots = numbers.map((number) => ({ id: actors.service.newId(), number }));
    await insertParcels(
      actors.service.db,
      plots.map((plot) => ({
        ...plot,
        settlementId: actors.village.settlement.id,
        cadastralNumber: null,
        address: '',
        geometry: null,
        center: null,
        areaM2: 600,
      })),
      new Date(),
    );
    return plots;
  };

  it('are for the present board alone, drafts too', async () => {
    const { service, village } = actors;
    for (const article of [await publish(), await write()])
      for (const path of printed) {
        const address = fillPath(path, { settlement, article: article.slug });
        for (const persona of ['resident', 'neighbour', 'newcomer', 'outsider', 'company'] as Persona[]) {
          const { status } = await (await signIn(service, persona)).get(address);
          assert.equal(status, 403, `${address} ${persona}`);
        }
        const stranger = await openBrowser(service).get(address);
        assert.equal(stranger.location, `/login?${new URLSearchParams({ next: address })}`);
        assert.equal((await editor.get(address)).status, 200, address);
      }
    const { db } = service;
    const article = await publish();
    await db`delete from settlement_role where account_id = ${village.accounts.editor}`;
    for (const path of printed) assert.equal((await open(path, article)).status, 403, 'a former editor');
    await insertSettlementRole(db, village.settlement.id, village.accounts.editor, 'editor', new Date());
    const post = await write({ kind: 'post' });
    for (const path of printed) assert.equal((await open(path, post)).status, 404, 'only announcements');
  });

  it('carry the text, the address and a code of it', async () => {
    const article = await publish({ title: 'Чистка колодца' });
    const { html } = await open(paths.printNotice, article);
    const address = `${actors.service.url}/settlements/${settlement}/articles/${article.slug}`;
    const text = readPaper(html);
    assert.match(text, /СНТ Берёзка Чистка колодца Во вторник воды не будет/);
    assert.match(text, new RegExp(`Правление, .* откройте ${address}`));
    assert.deepEqual(readModules(html), modulesOf(address));
    const letters = (await open(paths.printLetters, article)).html;
    assert.deepEqual(readModules(letters), modulesOf(address));
    assert.equal(
      [...letters.matchAll(/<use href="#qr"/g)].length,
      [...letters.matchAll(/<article class="paper/g)].length,
      'drawn once, shown on each letter',
    );
    const long = await publish({ title: 'Общее собрание товарищества и смета на следующий год' });
    const typed = `${actors.service.url}/settlements/${settlement}/articles/${long.id}`;
    assert.ok(readPaper((await open(paths.printNotice, long)).html).includes(typed), 'short enough to type');
  });

  it('say of a draft that it is one, on the screen only', async () => {
    const { html } = await open(paths.printNotice, await write());
    assert.match(visibleText(html), /Ещё не опубликовано/);
    const [, paper = ''] = html.split('<article class="paper');
    assert.doesNotMatch(visibleText(paper), /опубликовано/);
    assert.doesNotMatch(
      visibleText((await open(paths.printNotice, await publish())).html),
      /Ещё не опубликовано/,
    );
  });

  it('are addressed to who lives there now, and to nobody who left', async () => {
    const { village } = actors;
    await record(village.plots.free, {
      name: 'Иванова Анна Павловна',
      phones: ['+79161234567'],
      address: '127055, Москва, Лесная, 5',
    });
    await record(village.plots.free, { name: 'Прежний Хозяин', until: new Date(Date.now() - 2 * day) });
    const article = await publish();
    const letters = visibleText((await open(paths.printLetters, article)).html);
    assert.match(letters, /Участок 3, СНТ Берёзка Иванова Анна Павловна 127055, Москва, Лесная, 5/);
    assert.match(letters, /Участок 12А, СНТ Берёзка Хозяевам участка/);
    assert.doesNotMatch(letters, /Прежний|Участок 1,|Участок 2,/, 'nor to whom it reaches otherwise');
    const doors = await open(paths.visitList, article);
    assert.match(visibleText(doors.html), /Участок 3 Иванова Анна Павловна \+7 916 123-45-67/);
    assert.match(doors.html, /href="tel:\+79161234567"/);
    assert.match(visibleText(doors.html), /Участок 12А никто не записан/);
    assert.doesNotMatch(visibleText(doors.html), /Прежний/);
    const calls = visibleText((await open(paths.visitList, article, '?phones=true')).html);
    assert.match(calls, /Участок 3 /);
    assert.doesNotMatch(calls, /Участок 12А/);
    const unread = visibleText((await open(paths.visitList, article, '?which=unread')).html);
    assert.match(unread, /Участок 1 Resident Ivanova/, 'reached, and not read yet');
  });

  it('stay words when names, numbers and texts are hostile', async () => {
    const [plot] = await addPlots(['"><b id=x>9']);
    const hostile = '"><img src=x onerror=alert(1)><script>alert(2)</script>';
    await record(plot?.id as string, {
      name: hostile,
      phones: [`javascript:alert(3)//${hostile}`],
      address: hostile,
    });
    const article = await publish({
      title: hostile,
      body: `${hostile}\n\n[x](javascript:alert(4)) <b onclick=a>b</b>`,
    });
    for (const path of printed) {
      const { html } = await open(path, article);
      const tags = listOpeningTags(html, 'img', 'script', 'b', 'a');
      for (const { name, attributes } of tags) {
        assert.notEqual(attributes.get('src'), 'x', path);
        assert.ok(name !== 'script' || attributes.has('src'), path);
        assert.notEqual(attributes.get('id'), 'x', path);
        for (const [attribute, value] of attributes) {
          assert.ok(!attribute.startsWith('on'), `${path} ${attribute}`);
          assert.ok(!value.startsWith('javascript:'), `${path} ${value}`);
        }
      }
      assert.match(visibleText(html), /alert\(1\)/, path);
    }
  });

  it('have every id once, although each letter repeats the text', async () => {
    const article = await publish({ body: '## Когда\n\nЗавтра[^1].\n\n[^1]: С утра.' });
    const { html } = await open(paths.printLetters, article);
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
    );
    assert.ok([...html.matchAll(/Когда<\/h/g)].length > 1);
  });

  it('come in parts of at most 300 letters, fewer of a long text', async () => {
    await addPlots(Array.from({ length: 310 }, (_, index) => String(1000 + index)));
    const count = (html: string) => [...html.matchAll(/<article class="paper/g)].length;
    const short = await publish({ title: 'Коротко' });
    const first = (await open(paths.printLetters, short)).html;
    assert.equal(count(first), 300);
    assert.match(visibleText(first), /1–300 301–\d+/);
    const rest = (await open(paths.printLetters, short, '?part=2')).html;
    assert.ok(count(rest) > 0 && count(rest) < 300);
    assert.match(visibleText(rest), /Участок 1309/);
    assert.equal(count((await open(paths.printLetters, short, '?part=9999')).html), 0);
    assert.equal(count((await open(paths.printLetters, short, '?part=-1')).html), 300);
    const long = await publish({ title: 'Длинно', body: 'Слово за словом. '.repeat(3400) });
    const { html, status } = await open(paths.printLetters, long);
    assert.equal(status, 200);
    assert.ok(count(html) < 100, `${count(html)} letters`);
    assert.ok(html.length < 8_000_000);
    assert.doesNotMatch(visibleText(html), /По два на листе/, 'too long for half a sheet');
    const doors = (await open(paths.visitList, short)).html;
    assert.equal([...doors.matchAll(/<tr>/g)].length, 301, 'with the head');
  });
});

/** Addresses may break where it is said. */
const readPaper = (html: string) => visibleText(html.replaceAll(/<wbr\/?>/g, ''));

/** Dark modules of the code in a page, as `x y`. */
function readModules(html: string): string[] {
  const [, path = ''] = /<path d="((?:M\d+ \d+h\d+v1h-\d+z)+)"/.exec(html) ?? [];
  return [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)].flatMap(([, x, y, width]) =>
    Array.from({ length: Number(width) }, (_, index) => `${Number(x) - 4 + index} ${Number(y) - 4}`),
  );
}

function modulesOf(text: string): string[] {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const places = Array.from({ length: code.getModuleCount() }, (_, index) => index);
  return places.flatMap((y) => places.filter((x) => code.isDark(y, x)).map((x) => `${x} ${y}`));
}
