import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { add_meter } from '../../src/features/actions/add_meter.ts';
import { list_meters } from '../../src/features/actions/list_meters.ts';
import { open_dial_photograph } from '../../src/features/actions/open_dial_photograph.ts';
import { share_meter } from '../../src/features/actions/share_meter.ts';
import { take_back_meter_reading } from '../../src/features/actions/take_back_meter_reading.ts';
import { type_meter_reading } from '../../src/features/actions/type_meter_reading.ts';
import { insertMembership } from '../../src/store/land/residents.ts';
import { deleteSettlementRole, insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService } from '../harness/service.ts';
import type { Persona } from '../harness/village.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { noise } from '../media/sample-pictures.ts';
import { type Browser, hiddenFields } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('the photograph of a dial', () => {
  let actors: OAuthTestClient;
  let meter: string;
  let at: string;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService({}, { jobs: true }));
    const { village } = actors;
    at = fillPath(paths.plotMeters, { plot: village.plots.resident });
    await village.clients.resident.connect_device({
      parcel: village.plots.resident,
      provider: 'manual',
      name: 'Hall',
      settings: {},
    });
    meter = (await own())?.id as string;
  });
  const as = (who: Persona) => actors.village.accounts[who];
  const own = async (who: Persona = 'resident') =>
    (await runActionAs(actors.service, as(who), list_meters, {}))[0];
  const files = async () =>
    (await actors.service.db<{ type: string }[]>`select subject_type as type from media order by id`).map(
      ({ type }) => type,
    );

  /** Submits the form of a reading with a picture, as a browser without JavaScript does. */
  async function send(
    browser: Browser,
    page: string,
    action: string,
    number: string,
    bytes: Uint8Array,
    more = {},
  ) {
    const data = new FormData();
    const { html } = await browser.get(page);
    for (const [name, value] of Object.entries({ ...hiddenFields(html, action), number, ...more }))
      data.append(name, value);
    data.append('photograph', new Blob([new Uint8Array(bytes)]), 'dial.jpg');
    const reply = await fetch(actors.service.url + action, {
      method: 'POST',
      body: data,
      redirect: 'manual',
      headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    return { status: reply.status, html: await reply.text() };
  }
  const picture = () => noise(80, 60).jpeg().toBuffer();
  const open = (who: Persona, of: string, reading: string) =>
    refusalKindOf(
      runActionAs(
        actors.service,
        as(who),
        open_dial_photograph,
        { meter: of, reading },
        'session',
        who === 'moderator',
      ),
    );
  const untilReady = () =>
    waitUntil(
      'all sizes are made',
      async () => (await actors.service.db`select 1 from media where state = 'processing'`).length === 0,
    );

  it('comes with the reading without JavaScript, and is kept while the number is asked about', async () => {
    const action = fillPath(paths.typeMeterReading, { plot: actors.village.plots.resident, meter });
    const browser = await signIn(actors.service, 'resident', 'ru');
    const text = await send(browser, at, action, '100', Buffer.from('no picture'));
    assert.equal(text.status, 422);
    assert.match(text.html, new RegExp(`id="typeReading-${meter}-photograph-error"`));
    assert.equal((await own())?.readings.length, 0);
    const done = await send(browser, at, action, '100', await picture());
    assert.equal(done.status, 303);
    // Below the last: asked about, and the picture stays with the form.
    const asked = await send(browser, at, action, '90', await picture());
    assert.equal(asked.status, 422);
    assert.match(asked.html, /<input[^>]*name="photo"[^>]*value="\d+"/);
    assert.deepEqual(await files(), ['meter_reading', 'message']);
    await untilReady();
    const { html } = await browser.get(at);
    const [reading] = (await own())?.readings ?? [];
    const address = fillPath(paths.meterPhotograph, { meter, reading: reading?.id as string });
    assert.match(html, new RegExp(`${address}\\?size=thumb`));
    const served = await fetch(actors.service.url + address, {
      headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    assert.equal(served.status, 200);
    assert.match(served.headers.get('content-type') ?? '', /^image\//);
    assert.equal(served.headers.get('cache-control'), 'private, no-cache');
  });

  it('is seen by exactly who sees the reading, and by no door of photographs', async () => {
    const { village, service } = actors;
    const [reading] = (await own())?.readings ?? [];
    const id = reading?.id as string;
    const strangers = ['neighbour', 'editor', 'moderator', 'newcomer', 'outsider', 'company'] as const;
    assert.equal(await open('resident', meter, id), '');
    for (const who of strangers) assert.equal(await open(who, meter, id), 'not_found', who);
    await runActionAs(service, as('resident'), share_meter, { meter, for_board: true });
    assert.equal(await open('editor', meter, id), '', 'let to the board');
    await runActionAs(service, as('resident'), share_meter, { meter, for_board: false });
    assert.equal(await open('editor', meter, id), 'not_found', 'no longer');
    const settlement = village.settlement.slug;
    for (const who of ['resident', 'neighbour', 'editor'] as const)
      assert.deepEqual((await village.clients[who].list_media({ settlement })).media, [], who);
    const [file] = await service.db<
      { id: string }[]
    >`select id from media where subject_type = 'meter_reading'`;
    const media = file?.id as string;
    for (const change of [
      () => village.clients.resident.remove_media({ media }),
      () => village.clients.resident.edit_media({ media, caption: 'x' }),
    ])
      await assert.rejects(change, { status: 404 });
    // Somebody else's picture, and one that is attached already, are no photograph of a reading.
    for (const who of ['resident', 'editor'] as const) {
      await runActionAs(service, as('resident'), share_meter, { meter, for_board: true });
      const typed = runActionAs(service, as(who), type_meter_reading, {
        meter,
        number: 120,
        photograph: media,
      });
      assert.equal(await refusalKindOf(typed), 'invalid', who);
    }
    await runActionAs(service, as('resident'), share_meter, { meter, for_board: false });
    await service.db`update membership set state = 'ended' where account_id = ${as('resident')}`;
    assert.equal(await open('resident', meter, id), 'not_found', 'a former member');
    await service.db`update membership set state = 'confirmed' where account_id = ${as('resident')}`;
  });

  it('of what the board typed for people on paper is seen by those who live there since', async () => {
    const { village, service } = actors;
    const given = { settlement: village.settlement.slug, parcel: '3', kind: 'water', name: 'Paper' };
    const { meter: kept } = await runActionAs(service, as('editor'), add_meter, given);
    const board = await signIn(service, 'editor');
    const page = `${fillPath(paths.boardMeters, { settlement: given.settlement })}?kind=water&meter=${kept}`;
    const action = fillPath(paths.boardMeterReading, { settlement: given.settlement, meter: kept });
    const on = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10);
    assert.equal((await send(board, page, action, '10', await picture(), { on })).status, 303);
    assert.equal((await send(board, page, action, '14', await picture())).status, 303);
    const rows = await service.db<{ id: string }[]>`
      select id from meter_reading where meter_id = ${kept} order by measured_at`;
    const [before, since] = rows.map(({ id }) => id) as [string, string];
    await insertMembership(service.db, {
      id: service.newId(),
      accountId: as('newcomer'),
      parcelId: village.plots.free,
      role: 'owner',
      state: 'confirmed',
      isPrimary: true,
      decidedBy: as('editor'),
      now: new Date(Date.now() - 20 * 86_400_000),
    });
    await untilReady();
    assert.equal(await open('newcomer', kept, before), 'not_found');
    assert.equal(await open('newcomer', kept, since), '');
    assert.equal(await open('editor', kept, before), '');
    assert.equal(await open('neighbour', kept, since), 'not_found');
    assert.match(visibleText((await board.get(page)).html), /14/);
  });

  it('is read by the auditor where the board reads it, from the table of the month, and changed by nobody but the board', async () => {
    const { village, service } = actors;
    const { settlement } = village;
    await insertSettlementRole(service.db, settlement.id, as('company'), 'auditor', new Date());
    const auditor = await signIn(service, 'company', 'ru');
    const [own_] = (await own())?.readings ?? [];
    const kept = await service.db<{ id: string; meter: string }[]>`
      select r.id, r.meter_id as meter from meter_reading r join meter m on m.id = r.meter_id where m.name = 'Paper' order by r.id`;
    const paper = kept[0] as { id: string; meter: string };
    const open_ = async (of: string, reading: string) => {
      const address = fillPath(paths.meterPhotograph, { meter: of, reading });
      const cookie = [...auditor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      return (await fetch(service.url + address, { headers: { cookie } })).status;
    };
    assert.equal(await open_(meter, own_?.id as string), 404, 'not what a household keeps to itself');
    assert.equal(await open_(paper.meter, paper.id), 200);
    const table = fillPath(paths.boardMeters, { settlement: settlement.slug });
    const month = await auditor.get(`${table}?kind=water`);
    const link = new RegExp(`href="(${table}[^"]*meter=${paper.meter})"`).exec(month.html)?.[1] ?? '';
    const { html } = await auditor.get(link.replaceAll('&amp;', '&'));
    assert.ok(html.includes(fillPath(paths.meterPhotograph, { meter: paper.meter, reading: paper.id })));
    assert.doesNotMatch(html, /<form[^>]*\/board\/meters/, 'with nothing to type or to take back');
    const typed = { meter: paper.meter, number: 20 };
    const change = { meter: paper.meter, reading: paper.id };
    assert.equal(
      await refusalKindOf(runActionAs(service, as('company'), type_meter_reading, typed)),
      'forbidden',
    );
    const taken = runActionAs(service, as('company'), take_back_meter_reading, change);
    assert.equal(await refusalKindOf(taken), 'forbidden');
    await deleteSettlementRole(service.db, settlement.id, as('company'), 'auditor');
    assert.equal(await open_(paper.meter, paper.id), 404, 'an auditor no more');
  });

  it('goes with the reading, and with the meter', async () => {
    const { service } = actors;
    const [reading] = (await own())?.readings ?? [];
    await runActionAs(service, as('resident'), take_back_meter_reading, {
      meter,
      reading: reading?.id as string,
    });
    assert.deepEqual(await files(), ['message', 'meter_reading', 'meter_reading']);
    await service.db`delete from meter where name = 'Paper'`;
    assert.deepEqual(await files(), ['message']);
  });
});
