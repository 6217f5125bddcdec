import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { startService } from '../harness/service.ts';
import { type Browser, hiddenFields, openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { addHouseholdMember } from '../operations/device/device-fixtures.ts';
import { makeRenditions, upload } from '../operations/media/uploads.ts';

let actors: OAuthTestClient;
let plot: string;
before(async () => {
  actors = await prepareOAuthTestClient(await startService());
  await addHouseholdMember(actors.service, actors.village);
  plot = actors.village.plots.resident;
});

async function signIn(who: string): Promise<Browser> {
  const browser = openBrowser(actors.service, actors.service.url, 'ru');
  const done = await browser.submit(await browser.get('/login'), '/login', {
    email: `${who}@example.org`,
    password,
  });
  assert.equal(done.status, 303);
  await browser.get('/today?lang=ru');
  return browser;
}

const follow = async (browser: Browser, shown: { location: string | null }) =>
  (await browser.get(shown.location ?? '')).html;
const write = async (title: string) =>
  (await actors.village.clients.resident.write_parcel_object({ parcel: plot, kind: 'tree', title })).data;
const objectPage = (object: string) => fillPath(paths.plotObject, { plot, object });
const objectsPage = () => fillPath(paths.plotObjects, { plot });
const photosPage = () => fillPath(paths.plotPhotos, { plot });

describe('pages of one’s own plot', () => {
  it('show the plot’s sections, and what happens when the owner changes', async () => {
    const browser = await signIn('resident');
    await write('Антоновка у калитки');
    const { html } = await browser.get(fillPath(paths.plot, { plot }));
    for (const said of [/Участок 1</, /Антоновка у калитки/, /Устройства/, /Фотографии/, /Записи/])
      assert.match(html, said);
    assert.match(html, /останется с участком и новым собственником/);
    assert.match(html, new RegExp(`href="${paths.connectDevice}"`));
  });

  it('are for residents of the plot, read-only for the board, and 404 for everybody else', async () => {
    const object = await write('Груша');
    const all = [fillPath(paths.plot, { plot }), objectsPage(), objectPage(object.id), photosPage()];
    const open = async (who: string) => {
      const browser = await signIn(who);
      return Promise.all(all.map(async (to) => (await browser.get(to)).status));
    };
    assert.deepEqual(await open('resident'), [200, 200, 200, 200]);
    assert.deepEqual(await open('company'), [200, 200, 200, 200], 'the family');
    assert.deepEqual(await open('editor'), [200, 200, 200, 200], 'the board');
    for (const who of ['neighbour', 'newcomer', 'outsider', 'moderator'])
      assert.deepEqual(await open(who), [404, 404, 404, 404], who);
    const board = await signIn('editor');
    const seen = (await board.get(objectPage(object.id))).html;
    assert.doesNotMatch(seen, /action="[^"]*(edit|archive|remove)"/, 'the board changes nothing');
    const csrf = hiddenFields((await board.get(paths.more)).html, '/logout').csrf ?? '';
    for (const path of [paths.editPlotObject, paths.archivePlotObject, paths.removePlotObject]) {
      const refused = await board.post(fillPath(path, { plot, object: object.id }), {
        csrf,
        title: 'x',
        kind: 'bed',
      });
      assert.equal(refused.status, 403, path);
    }
    await actors.service.db`
      update membership set state = 'ended' where account_id = ${actors.village.accounts.company}`;
    assert.deepEqual(await open('company'), [404, 404, 404, 404], 'whoever has left');
    await actors.service.db`
      update membership set state = 'confirmed' where account_id = ${actors.village.accounts.company}`;
  });

  it('list objects as tiles or as a table, stored with the account', async () => {
    const browser = await signIn('resident');
    await write('Яблоня');
    const page = await browser.get(objectsPage());
    assert.match(page.html, /class="tiles"/);
    const done = await browser.submit(page, fillPath(paths.objectsView, { plot }), { view: 'table' });
    assert.match(await follow(browser, done), /<table/);
    assert.match((await browser.get(fillPath(paths.plot, { plot }))).html, /<table/);
    const settings = await actors.village.clients.resident.show_interface_settings({});
    assert.equal(settings.objects_view, 'table');
    const stray = await browser.submit(
      await browser.get(objectsPage()),
      fillPath(paths.objectsView, { plot }),
      {
        view: 'tiles',
        to: 'https://evil.example',
      },
    );
    assert.equal(stray.location, objectsPage(), 'never to another host');
  });

  it('create and edit an object, report an edit conflict with both values, and save tags', async () => {
    const browser = await signIn('resident');
    const empty = await browser.submit(await browser.get(objectsPage()), objectsPage(), {
      kind: 'bed',
      title: ' ',
    });
    assert.equal(empty.status, 422);
    const made = await browser.submit(await browser.get(objectsPage()), objectsPage(), {
      kind: 'bed',
      title: 'Грядка под чеснок',
      begun_on: '2024-10-04',
      notes: '140 зубков',
      tags: 'чеснок; Озимые,, чеснок ',
    });
    const page = await browser.get(made.location ?? '');
    const tagsOf = async () => {
      const object = made.location?.split('/').at(-1) ?? '';
      return (await actors.village.clients.resident.show_parcel_object({ parcel: plot, object })).data.tags;
    };
    assert.deepEqual((await tagsOf()).sort(), ['Озимые', 'чеснок']);
    assert.match(page.html, /name="tags"[^>]* value="[^"]*чеснок/, 'to be changed');
    assert.match(page.html, /<h1>Грядка под чеснок<\/h1>/);
    assert.match(page.html, /4 октября 2024/);
    const edit = `${made.location}/edit`;
    const family = await signIn('company');
    const theirs = await family.get(made.location ?? '');
    // Timestamps have second precision.
    actors.service.clock.offset += 5000;
    await browser.submit(page, edit, { kind: 'bed', title: 'Чеснок', begun_on: '', notes: 'полили' });
    const late = await family.submit(theirs, edit, {
      kind: 'bed',
      title: 'Лук',
      begun_on: '',
      notes: 'сняли',
    });
    assert.equal(late.status, 422);
    assert.match(late.html, /изменил кто-то ещё/);
    assert.match(late.html, /<h1>Чеснок<\/h1>/, 'how it is now');
    assert.match(late.html, /value="Лук"/, 'and what was typed');
    const again = await family.submit(late, edit, {
      kind: 'bed',
      title: 'Лук',
      begun_on: '',
      notes: 'сняли',
    });
    assert.equal(again.status, 303);
    assert.match(await follow(family, again), /<h1>Лук<\/h1>/);
    assert.deepEqual((await tagsOf()).sort(), ['Озимые', 'чеснок'], 'a form without the field leaves them');
    await browser.submit(await browser.get(made.location ?? ''), edit, {
      kind: 'bed',
      title: 'Лук',
      tags: ' ',
    });
    assert.deepEqual(await tagsOf(), []);
  });

  it('archive, remove and restore an object', async () => {
    const browser = await signIn('resident');
    const object = await write('Старая груша');
    const to = (path: string) => fillPath(path as typeof paths.plotObject, { plot, object: object.id });
    const press = async (path: string, fields = {}) =>
      follow(browser, await browser.submit(await browser.get(objectPage(object.id)), to(path), fields));
    assert.match(await press(paths.archivePlotObject), /Убрали в архив/);
    assert.doesNotMatch((await browser.get(objectsPage())).html, /Старая груша/);
    assert.match((await browser.get(`${objectsPage()}?archived=1`)).html, /Старая груша/);
    assert.match(await press(paths.archivePlotObject), /Вернули/);
    assert.match(await press(paths.removePlotObject), /Удалили/);
    assert.equal((await browser.get(objectPage(object.id))).status, 404);
    const list = await browser.get(objectsPage());
    assert.match(list.html, /Удалено, можно вернуть[\s\S]*Старая груша/);
    const family = await signIn('company');
    assert.doesNotMatch((await family.get(objectsPage())).html, /Старая груша/, 'gone to everybody else');
    assert.match(
      await follow(browser, await browser.submit(list, to(paths.restorePlotObject))),
      /<h1>Старая груша<\/h1>/,
    );
  });

  it('group photographs by season and place, edit, remove and restore them', async () => {
    const { service, village } = actors;
    const { resident } = village.clients;
    const browser = await signIn('resident');
    const object = await write('Смородина');
    const sent = await upload(resident, { subject_type: 'parcel', subject_id: plot, caption: 'Сад' });
    await makeRenditions(service);
    const season = (await browser.get(photosPage())).html;
    assert.match(season, /(Зима|Весна|Лето|Осень) \d{4}/);
    const one = await browser.get(`${photosPage()}?photo=${sent.id}`);
    const to = (path: string) => fillPath(path as typeof paths.editPlotPhoto, { plot, photo: sent.id });
    const moved = await browser.submit(one, to(paths.editPlotPhoto), {
      caption: 'Ведро смородины',
      place: object.id,
      visibility: 'private',
    });
    assert.equal(moved.status, 303);
    const place = (await browser.get(`${photosPage()}?by=place`)).html;
    assert.match(place, /Смородина<\/h2>[\s\S]*alt="Ведро смородины"/);
    assert.match(
      (await browser.get(objectPage(object.id))).html,
      /alt="Ведро смородины"/,
      'with the thing itself',
    );
    const kept = await browser.submit(
      await browser.get(objectPage(object.id)),
      fillPath(paths.removePlotObject, { plot, object: object.id }),
    );
    assert.match(await follow(browser, kept), /относятся фотографии/, 'said in words why not');
    const family = await signIn('company');
    assert.equal(
      (await family.get(`${photosPage()}?photo=${sent.id}`)).status,
      404,
      'private to who added it',
    );

    const gone = await browser.submit(
      await browser.get(`${photosPage()}?photo=${sent.id}`),
      to(paths.removePlotPhoto),
    );
    const after = await follow(browser, gone);
    assert.match(after, /Удалено, можно вернуть[\s\S]*Ведро смородины/);
    const back = await browser.submit(await browser.get(photosPage()), to(paths.restorePlotPhoto));
    assert.match(await follow(browser, back), /Вернули/);
    assert.match((await browser.get(photosPage())).html, /alt="Ведро смородины"/);
  });

  it('open a photograph that is not among the newest sixty', async () => {
    const { service, village } = actors;
    const { db, newId } = service;
    const old = await upload(village.clients.resident, {
      subject_type: 'parcel',
      subject_id: plot,
      caption: 'Самая старая',
    });
    for (let index = 0; index < 61; index += 1)
      await db`
        insert into media select (jsonb_populate_record(m, jsonb_build_object('id', ${newId()}::bigint, 'caption', 'Новая'))).*
          from media m where id = ${old.id}`;
    const browser = await signIn('resident');
    assert.doesNotMatch((await browser.get(photosPage())).html, /Самая старая/);
    const page = await browser.get(`${photosPage()}?photo=${old.id}`);
    assert.equal(page.status, 200);
    assert.match(page.html, /value="Самая старая"|>Самая старая</);
    const edit = fillPath(paths.editPlotPhoto, { plot, photo: old.id });
    const saved = await browser.submit(page, edit, { caption: 'Подписана' });
    assert.equal(saved.status, 303);
    assert.match(await follow(browser, saved), /Подписана/);
    const elsewhere = fillPath(paths.plotPhotos, { plot: village.plots.neighbour });
    assert.equal((await browser.get(`${elsewhere}?photo=${old.id}`)).status, 404, 'of another plot');
  });
});
