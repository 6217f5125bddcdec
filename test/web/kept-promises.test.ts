import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { sensorAlertsWorker } from '../../src/background/jobs/sensor-alerts.ts';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { answer_board_invitation } from '../../src/features/actions/answer_board_invitation.ts';
import { ask_for_settlement } from '../../src/features/actions/ask_for_settlement.ts';
import { decide_settlement_request } from '../../src/features/actions/decide_settlement_request.ts';
import { importPeople } from '../../src/features/land-import/people-import.ts';
import { parsePeopleList } from '../../src/features/land-import/people-list-parser.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { drainQueue } from '../harness/jobs.ts';
import { runActionAs } from '../harness/page-actions.ts';
import { assertRefused } from '../harness/refusals.ts';
import { startService, type TestService } from '../harness/service.ts';
import type { Persona, Village } from '../harness/village.ts';
import { password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import {
  homeAssistantAt,
  makeDevice,
  makeReading,
  plantedSecret,
  recordReadings,
  thermometer,
} from '../operations/device/device-fixtures.ts';
import { signIn } from './sign-in.ts';

const settlement = 'berezka';

describe('what pages promise of a decision', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    ({ village } = await prepareOAuthTestClient(service));
  });
  beforeEach(async () => {
    await service.db`delete from membership where account_id = ${village.accounts.newcomer}`;
  });
  const clients = () => village.clients;
  const told = async (who: Persona, key: string) => {
    const { accounts } = village;
    const rows = await service.db<{ bell: boolean; email: boolean }[]>`
      select exists (select 1 from notification where account_id = ${accounts[who]} and key = ${`notifications.${key}`}) as bell,
             exists (select 1 from letter_item where account_id = ${accounts[who]} and key = ${`notifications.${key}`}) as email`;
    return rows[0];
  };
  const claim = async (role: 'owner' | 'family' = 'owner', parcel = '3') =>
    (await clients().newcomer.request_residency({ settlement, parcel, role })).data.id;
  const propose = async () => {
    const card = { settlement, name: `Печник ${service.newId()}`, category: 'trade' } as const;
    const { data } = await clients().editor.write_contact(card);
    const subject = { settlement, subject_type: 'contact', subject_id: data.id } as const;
    return (await clients().resident.propose_change({ ...subject, proposed: { hours: 'с 9' } })).data.id;
  };
  const report = async () => {
    const said = await clients().company.send_message({ to: 'board', settlement, body: 'Эй!' });
    const written = { kind: 'report', title: 'Грубость', message_id: said.data.id } as const;
    return (await clients().editor.write_task(written)).data.id;
  };
  const asked = { name: 'Ручьи', kind: 'snt', region: 'Тверская область', place: '', asker: 'resident' };

  const decisions: Record<string, { who: Persona; key: string; decide(): Promise<unknown> }> = {
    'a claim confirmed by the board': {
      who: 'newcomer',
      key: 'residency_confirmed',
      decide: async () => clients().editor.confirm_resident({ settlement, resident: await claim() }),
    },
    'a claim refused by the board': {
      who: 'newcomer',
      key: 'residency_refused',
      decide: async () =>
        clients().editor.remove_resident({ settlement, resident: await claim(), reason: 'Не знаем' }),
    },
    'a claim confirmed by the owner of the plot': {
      who: 'newcomer',
      key: 'residency_confirmed',
      decide: async () =>
        clients().resident.confirm_resident({ settlement, resident: await claim('family', '1') }),
    },
    'a claim confirmed by the list of residents': {
      who: 'newcomer',
      key: 'residency_confirmed',
      async decide() {
        await claim();
        const { lines: list } = parsePeopleList('plot,name,email\n3,Анна,newcomer@example.org\n');
        const context = { ...service.app.kernelDependencies, pool: service.pool };
        await importPeople(context, village.settlement.id, list);
      },
    },
    'an accepted correction': {
      who: 'resident',
      key: 'proposal_approved',
      decide: async () => clients().editor.approve_change_proposal({ settlement, proposal: await propose() }),
    },
    'a refused correction': {
      who: 'resident',
      key: 'proposal_refused',
      decide: async () =>
        clients().editor.reject_change_proposal({ settlement, proposal: await propose(), reason: 'Нет' }),
    },
    'a request that is done': {
      who: 'resident',
      key: 'task_done',
      async decide() {
        const { data } = await clients().resident.write_task({
          settlement,
          title: 'Фонарь',
          kind: 'request',
        });
        await clients().editor.edit_task({ task: data.id, status: 'done' });
      },
    },
    'a request that a neighbour declines': {
      who: 'neighbour',
      key: 'task_declined',
      async decide() {
        const offered = { addressee: 'neighbour', to_parcel: '1', title: 'Полейте' } as const;
        const { data } = await clients().neighbour.write_task({ settlement, ...offered });
        await clients().resident.edit_task({ task: data.id, accept: false });
      },
    },
    'a report that is decided': {
      who: 'editor',
      key: 'report_nothing',
      decide: async () => clients().moderator.edit_task({ task: await report(), outcome: 'nothing' }),
    },
    'a village that is returned': {
      who: 'resident',
      key: 'settlement_returned',
      async decide() {
        const { accounts } = village;
        const given = { ...asked, contact: '', note: '' };
        const { request } = await runActionAs(service, accounts.resident, ask_for_settlement, given);
        const input = { request, reason: 'Уже есть' };
        await runActionAs(service, accounts.moderator, decide_settlement_request, input, 'session', true);
      },
    },
  };
  for (const [name, { who, key, decide }] of Object.entries(decisions))
    it(`tells who asked at once, in the bell and by email: ${name}`, async () => {
      await service.db`delete from letter_item`;
      await service.db`delete from notification`;
      await decide();
      assert.deepEqual(await told(who, key), { bell: true, email: true }, key);
    });

  it('takes the rights of who is put off the board, keeps what they wrote, and they can be taken on again', async () => {
    const { accounts, settlement: place } = village;
    await insertSettlementRole(service.db, place.id, accounts.neighbour, 'editor', new Date());
    const card = { settlement, name: 'Сторож', category: 'trade' } as const;
    const { data: contact } = await clients().neighbour.write_contact(card);
    const resident = await claim();
    const editor = await signIn(service, 'editor', 'ru');
    const their = fillPath(paths.boardMember, { settlement, account: accounts.neighbour });
    await editor.submit(await editor.get(their), their, { reason: 'Уехал' });
    const neighbour = clients().neighbour;
    await assertRefused(neighbour.confirm_resident({ settlement, resident }), 403);
    await assertRefused(neighbour.list_residents({ settlement }), 403);
    const announced = {
      settlement,
      kind: 'announcement',
      title: 'Х',
      body: 'Х',
      visibility: 'residents',
    } as const;
    await assertRefused(neighbour.write_article(announced), 403);
    const { contacts } = await clients().resident.list_contacts({ settlement });
    assert.ok(contacts.some(({ id }) => id === contact.id));
    const asking = fillPath(paths.newBoardMember, { settlement });
    const again = { email: 'neighbour@example.org', role: 'editor', title: '', reason: 'Вернулся' };
    await editor.submit(await editor.get(asking), asking, again);
    const [asked] = await service.db<{ id: string }[]>`select id from board_invitation`;
    await runActionAs(service, village.accounts.neighbour, answer_board_invitation, {
      invitation: asked?.id,
      answer: 'accepted',
    });
    await neighbour.list_residents({ settlement });
  });

  it('keeps what was measured when a sensor is switched off, and tells of nothing after its device is disconnected', async () => {
    const { resident } = clients();
    const { data } = await resident.connect_device({
      parcel: village.plots.resident,
      name: 'Дом',
      ...homeAssistantAt('https://ha.example.org'),
      secret: plantedSecret,
    });
    const device = [makeDevice('d1', [thermometer])];
    const hear = (value: number) =>
      recordReadings(service, data.id, device, [makeReading('temperature', new Date(), value)]);
    await hear(20);
    const found = (await resident.list_my_devices({})).data.find(({ id }) => id === data.id);
    const sensor = found?.devices[0]?.sensors[0]?.id ?? '';
    const edit = (change: object) =>
      resident.edit_device_connection({ connection: data.id, sensors: [{ id: sensor, ...change }] } as never);
    await edit({ is_enabled: false });
    assert.equal((await resident.list_sensor_readings({ sensor })).data.readings.length, 1);
    await edit({ is_enabled: true, alerts: [{ kind: 'silent', minutes: 60 }] });
    await resident.disconnect_device({ connection: data.id });
    const [left] = await service.db`select secret from device_connection where id = ${data.id}`;
    assert.equal(left?.secret, null, 'the password is gone');
    assert.equal((await resident.list_sensor_readings({ sensor })).data.readings.length, 1);
    service.clock.offset = 3 * 3_600_000;
    await service.app.services.jobs.add(service.pool, { queue: 'sensor_alerts' });
    await drainQueue(
      service,
      sensorAlertsWorker(() => service.app.services),
    );
    service.clock.offset = 0;
    assert.deepEqual(await told('resident', 'sensor_silent'), { bell: false, email: false });
  });

  it('shows who is removed from a plot the reason and nothing of residents, and takes their next claim', async () => {
    const { newcomer, editor } = clients();
    const resident = await claim();
    await editor.confirm_resident({ settlement, resident });
    const text = {
      settlement,
      kind: 'announcement',
      title: 'Ворота',
      body: 'Код 12.',
      visibility: 'residents',
    } as const;
    const { data: article } = await editor.write_article(text);
    await editor.publish_article({ settlement, article: article.id });
    const seen = { settlement, article: article.id };
    await newcomer.show_article(seen);
    await editor.remove_resident({ settlement, resident, reason: 'Участок продан' });
    await assertRefused(newcomer.show_article(seen), 404);
    const { notifications } = await newcomer.list_notifications({});
    assert.match(notifications[0]?.text ?? '', /Участок продан/);
    assert.ok(await claim());
  });

  it('takes nobody out of the register by a list, and changes nothing by an empty cell', async () => {
    const context = { ...service.app.kernelDependencies, pool: service.pool };
    const enter = (lines: string) =>
      importPeople(context, village.settlement.id, parsePeopleList(`plot,name,phones\n${lines}\n`).lines);
    const listed = async () =>
      (
        await service.db<{ name: string; phones: string[] }[]>`
          select name, phones from recorded_person where name like 'Реестр %' order by name`
      ).map(({ name, phones }) => [name, ...phones]);
    await enter('12А,Реестр Первый,+79160000021\n12А,Реестр Второй,+79160000022');
    const before = await listed();
    assert.equal(before.length, 2);
    await enter('12А,Реестр Первый,');
    assert.deepEqual(await listed(), before);
  });

  it('keeps what a deleted account has published and sent, without its name', async () => {
    const { outsider, company, editor } = clients();
    const diary = { settlement: 'sosny', kind: 'diary', parcel_id: village.outsiderPlot } as const;
    const text = { title: 'Сосны в снегу', body: 'Снег.', visibility: 'public' } as const;
    const { data: entry } = await outsider.write_article({ ...diary, ...text });
    await outsider.publish_article({ settlement: 'sosny', article: entry.id });
    const { data: sent } = await company.send_message({ to: 'board', settlement, body: 'Бурим скважины' });
    for (const who of ['outsider', 'company'] as const) {
      const browser = await signIn(service, who, 'ru');
      const gone = await browser.submit(await browser.get(paths.accountData), paths.accountDelete, {
        password,
      });
      assert.equal(gone.location, paths.accountDeleted);
    }
    const { data } = await village.anonymous.show_article({ settlement: 'sosny', article: entry.id });
    assert.equal(data.title, 'Сосны в снегу');
    assert.doesNotMatch(data.author_name, /Outsider/);
    const { messages } = await editor.list_messages({ conversation: sent.conversation });
    const kept = messages.find(({ id }) => id === sent.id);
    assert.equal(kept?.body, 'Бурим скважины');
    assert.doesNotMatch(JSON.stringify(kept), /Company/);
  });
});
