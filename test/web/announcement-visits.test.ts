import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { list_plots_to_visit } from '../../src/features/actions/list_plots_to_visit.ts';
import { record_visit } from '../../src/features/actions/record_visit.ts';
import { deliverAnnouncements } from '../../src/features/notify/announcement-delivery.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService } from '../harness/service.ts';
import { personas } from '../harness/village.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('plots told at the door', () => {
  let actors: OAuthTestClient;
  let article: string;
  const settlement = 'berezka';
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    const { village, service } = actors;
    const { db, newId } = service;
    await db`update parcel set address = 'Лесная улица, уч. ' || number where id = ${village.plots.free}`;
    await db`update parcel set address = 'Лесная улица, 12А' where id = ${village.plots.empty}`;
    await db`
      insert into recorded_person (id, parcel_id, name, phones, created_at, updated_at)
      values (${newId()}, ${village.plots.free}, 'Бабушкина Нина', ${['+79160000001']}, now(), now())`;
    article = await announce();
  });
  const announce = async () => {
    const { editor } = actors.village.clients;
    const { data } = await editor.write_article({
      ...{ settlement, kind: 'announcement', title: 'Вода', body: 'Во вторник воды не будет.' },
      visibility: 'residents',
    } as never);
    await editor.publish_article({ settlement, article: data.id });
    await deliverAnnouncements({
      pool: actors.service.pool,
      signal: new AbortController().signal,
      now: () => new Date(),
      newId: actors.service.newId,
      sendsEmail: false,
    });
    return data.id;
  };
  const tick = (parcel: string, outcome: string, more: object = {}, by = actors.village.accounts.editor) =>
    runActionAs(actors.service, by, record_visit, { settlement, article, parcel, outcome, ...more });
  const list = (input: object = {}, by = actors.village.accounts.editor) =>
    runActionAs(actors.service, by, list_plots_to_visit, { settlement, article, ...input });
  const visitOf = async (parcel: string) =>
    (await list({ visited: true })).plots.find(({ id }) => id === parcel)?.visit ?? null;
  const told = async () =>
    (await actors.village.clients.editor.show_article({ settlement, article })).data.told;

  it('are for the present board alone, and of published announcements and dwellings alone', async () => {
    const { service, village } = actors;
    const { free } = village.plots;
    for (const persona of personas.filter((each) => each !== 'editor'))
      assert.equal(
        await refusalKindOf(tick(free, 'told', {}, village.accounts[persona])),
        'forbidden',
        persona,
      );
    assert.equal(await refusalKindOf(runActionAs(service, null, record_visit, {})), 'unauthenticated');
    assert.equal(await refusalKindOf(tick(village.outsiderPlot, 'told')), 'not_found', 'of another village');
    assert.equal(await refusalKindOf(tick(free, 'undo')), 'invalid', 'nothing was seen');
    const { data: draft } = await village.clients.editor.write_article({
      ...{ settlement, kind: 'announcement', title: 'Черновик', body: 'Свет' },
    } as never);
    assert.equal(await refusalKindOf(tick(free, 'told', { article: draft.id })), 'invalid', 'a draft');
    const browser = await signIn(service, 'editor', 'ru');
    assert.equal((await browser.get(`/settlements/${settlement}/board/visits/${draft.slug}`)).status, 404);
    await service.db`delete from settlement_role where account_id = ${village.accounts.editor}`;
    assert.equal(await refusalKindOf(tick(free, 'told')), 'forbidden', 'a former editor');
    await insertSettlementRole(
      service.db,
      village.settlement.id,
      village.accounts.editor,
      'editor',
      new Date(),
    );
    assert.equal((await told())?.doors, 0);
  });

  it('count as told once, by whom, in every place that counts', async () => {
    const { service, village } = actors;
    const { free, resident } = village.plots;
    const start = await told();
    assert.ok(start && start.households_in_all - start.households >= 2);
    await tick(free, 'told');
    // Told on the site before: one plot told, in two ways.
    await tick(resident, 'told');
    const now = await told();
    assert.equal(now?.doors, 2);
    assert.equal(now?.households, start.households + 1);
    assert.equal(now?.nobody, start.nobody - 1);
    const { plots = [] } = await village.clients.editor.list_residents({
      ...{ settlement, told_of: article, limit: 100 },
    });
    const isTold = (plot: (typeof plots)[number]) =>
      [plot.site_at, plot.letter_at, plot.push_at, plot.door_at, plot.acknowledged_at].some(Boolean);
    assert.equal(plots.filter(isTold).length, now?.households);
    assert.equal(plots.filter(({ nobody }) => nobody).length, now?.nobody);
    assert.equal(plots.filter(({ door_at }) => door_at).length, now?.doors);
    assert.equal(plots.find(({ parcel }) => parcel.id === free)?.door_by, 'Editor Ivanova');
    const browser = await signIn(service, 'editor', 'ru');
    const { data } = await village.clients.editor.show_article({ settlement, article });
    const page = visibleText(
      (await browser.get(`/settlements/${settlement}/articles/${data.slug}/told`)).html,
    );
    assert.match(page, new RegExp(`Сообщили ${now?.households} из ${now?.households_in_all} участков\\.`));
    assert.match(page, /Сказали лично 2 участка/);
    assert.match(page, /Сказали лично: [^·]*\(Editor I\.\)/);
    const door = await browser.get(`/settlements/${settlement}/board/visits/${data.slug}`);
    const { inAll, told: ticked, missed } = await list({ visited: true });
    assert.equal(ticked, 2);
    assert.match(
      visibleText(door.html),
      new RegExp(`Сказали: 2 · никого: ${missed} · осталось: ${inAll - 2 - missed}`),
    );
    assert.equal(
      (await list()).plots.some(({ id }) => id === free),
      false,
      'the printed list and the letters leave it out',
    );
  });

  it('stay told, whatever comes late, twice or from somebody else; only what was seen is taken back', async () => {
    const { service, village } = actors;
    const { empty } = village.plots;
    assert.deepEqual(await tick(empty, 'nobody'), { changed: true });
    const missed = await visitOf(empty);
    assert.equal(missed?.outcome, 'nobody');
    await insertSettlementRole(
      service.db,
      village.settlement.id,
      village.accounts.neighbour,
      'editor',
      new Date(),
    );
    const both = await Promise.all([
      tick(empty, 'told'),
      tick(empty, 'told', {}, village.accounts.neighbour),
      tick(empty, 'nobody'),
    ]);
    assert.equal((await visitOf(empty))?.outcome, 'told');
    assert.ok(both.filter(({ changed }) => changed).length <= 2, 'told by one of the two');
    assert.deepEqual(await tick(empty, 'nobody'), { changed: false });
    assert.deepEqual(await tick(empty, 'undo', { seen_at: missed?.at.toISOString() }), { changed: false });
    const standing = await visitOf(empty);
    assert.equal(standing?.outcome, 'told');
    assert.deepEqual(await tick(empty, 'undo', { seen_at: standing?.at.toISOString() }), { changed: true });
    assert.equal(await visitOf(empty), null);
    assert.deepEqual(await tick(empty, 'undo', { seen_at: standing?.at.toISOString() }), { changed: false });
  });

  it('are ticked off on a page street by street, without script, with names and without telephone numbers', async () => {
    const { service, village } = actors;
    const { empty, free } = village.plots;
    const browser = await signIn(service, 'editor', 'ru');
    const { data } = await village.clients.editor.show_article({ settlement, article });
    const path = `/settlements/${settlement}/board/visits/${data.slug}`;
    const page = await browser.get(path);
    assert.equal(page.status, 200);
    assert.ok(page.html.indexOf('Лесная улица') < page.html.indexOf(`plot-${empty}`));
    assert.equal(page.html.split('>Лесная улица<').length - 1, 1, 'one heading for the street');
    assert.match(page.html, /Бабушкина Нина/);
    assert.doesNotMatch(page.html, /9160000001/);
    const answer = await browser.submit(page, `${path}/${empty}`, { outcome: 'told' });
    assert.equal(answer.status, 303);
    const ticked = await browser.get(path);
    assert.match(visibleText(ticked.html), /Участок 12А никто не записан · сказали · Editor I\./);
    assert.equal((await visitOf(empty))?.outcome, 'told');
    const undone = await browser.submit(ticked, `${path}/${empty}`, { outcome: 'undo' });
    assert.equal(undone.status, 303);
    assert.equal(await visitOf(empty), null);
    const readings =
      await service.db`select 1 from register_reading where account_id = ${village.accounts.editor}`;
    assert.equal(readings.length, 1, 'names that are read are counted');
    await service.db`delete from announcement_visit where parcel_id = ${free}`;
  });
});
