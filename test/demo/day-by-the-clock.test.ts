import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { recurringJobs } from '../../src/background/jobs/workers.ts';
import { createGuard } from '../../src/engines/outbound/guard.ts';
import { routeEvent } from '../../src/features/notify/event-routing.ts';
import { publishEvent } from '../../src/features/notify/publish-event.ts';
import { startDemoService } from '../harness/demo.ts';
import type { TestService } from '../harness/service.ts';
import { type Persona, personas, type Village } from '../harness/village.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { type MailServer, startMailServer } from '../mail/smtp-test-server.ts';
import { listEventCases } from '../notify/event-cases.ts';
import { listWaitingCases, prepareWaitingCases } from '../notify/waiting-cases.ts';
import {
  homeAssistantAt,
  makeDevice,
  makeReading,
  plantedSecret,
  recordReadings,
  thermometer,
} from '../operations/device/device-fixtures.ts';
import { createPushGuard, startPushServer, type TestSubscription } from '../push/push-test-server.ts';
import { subscribeBrowser } from '../push/subscribed-browser.ts';
import { createMailReader, createPushReader, readLedger, sentenceOf, startLedger } from './told-ledger.ts';

const minute = 60_000;
const stepMinutes = 15;
/** From seven in the morning until after eight the next day, when what waited for the morning has gone out. */
const steps = (26 * 60) / stepMinutes;

/** What each of them chose; everything that is not named is on. */
const preferences: Partial<Record<Persona, Record<string, unknown>>> = {
  neighbour: { quiet: { from: 22, to: 7 } },
  editor: { digest: 'daily' },
  moderator: { channels: { in_app: false } },
  newcomer: { channels: { mail: false } },
  company: { topics: { reminders: { push: false } } },
};
const withPhone: readonly Persona[] = ['resident', 'neighbour', 'editor', 'moderator', 'company'];

describe('a day in the demonstration', () => {
  let service: TestService;
  let village: Village;
  let mail: MailServer;
  let readMail: ReturnType<typeof createMailReader>;
  let readPushes: ReturnType<typeof createPushReader>;
  const phones = new Map<Persona, TestSubscription>();
  const now = () => new Date(Date.now() + service.clock.offset);
  const mails: Awaited<ReturnType<typeof readMail>> = [];
  const pushes: ReturnType<typeof readPushes> = [];
  let ended: { url: string; sentence: string }[] = [];

  before(async () => {
    mail = await startMailServer();
    const server = await startPushServer('push.example');
    const nowhere = createGuard({ allowPrivate: false, lookup: () => Promise.reject(new Error('nowhere')) });
    const { service: demo, access } = await startDemoService(
      { SMTP_URL: mail.url },
      { pushGuard: createPushGuard([server]), deviceGuard: nowhere },
    );
    service = demo;
    const accounts = Object.fromEntries(personas.map((who) => [who, access.accounts[who].id]));
    const clients = Object.fromEntries(
      personas.map((who) => [who, service.client(access.accounts[who].token)]),
    );
    const plot = async (number: string) =>
      (
        await service.db<{ id: string }[]>`
          select id from parcel where settlement_id = ${access.settlement.id} and number = ${number}`
      )[0]?.id ?? '';
    const [company] = await service.db<{ id: string }[]>`
      select company_id as id from company_representative where account_id = ${accounts.company ?? ''}`;
    const [free] = await service.db<{ id: string; number: string }[]>`
      select p.id, p.number from parcel p
       where p.settlement_id = ${access.settlement.id} and p.kind = 'dwelling'
         and not exists (select 1 from membership m where m.parcel_id = p.id) order by p.id limit 1`;
    village = {
      accounts,
      clients,
      settlement: access.settlement,
      other: access.other_settlement,
      companyId: company?.id ?? '',
      plots: { resident: await plot('7'), empty: free?.id ?? '' },
    } as unknown as Village;
    for (const who of withPhone)
      phones.set(
        who,
        await subscribeBrowser(service, village.accounts[who], server, { now, newId: service.newId }),
      );
    for (const [who, chosen] of Object.entries(preferences))
      await village.clients[who as Persona].set_notification_preferences(chosen as never);
    readMail = createMailReader(service.db, mail, service.url);
    readPushes = createPushReader(server, [...phones.values()]);
    // Seven in the morning of the next day, in Moscow.
    const morning = new Date(now().getTime() + 86_400_000);
    morning.setUTCHours(4, 0, 0, 0);
    service.clock.offset = morning.getTime() - Date.now();
    service.app.jobs.start();
  });

  /** A letter about several villages names the village first. */
  const isSentence = (written: string, sentence: string) =>
    written === sentence || written.endsWith(`: ${sentence}`);
  /** Waits for what operations and jobs have added, and reads what arrived. */
  const settle = async () => {
    await waitUntil('the jobs of this moment are done', async () => {
      const [row] = await service.db<{ left: number }[]>`
        select count(*)::int as left from job where failed_at is null and run_at <= ${now()}`;
      return row?.left === 0;
    });
    const letters = await readMail();
    for (const { sentence, url } of letters)
      assert.ok(
        !ended.some((one) => isSentence(sentence, one.sentence) && one.url === url),
        `told by email after it had ended: ${sentence}`,
      );
    mails.push(...letters);
    pushes.push(...readPushes());
  };
  /** All recurring jobs, as their schedule starts them. */
  const runJobs = async () => {
    const { jobs } = service.app.services;
    for (const { queue } of recurringJobs) await jobs.add(service.pool, { queue, key: 'turn' });
    await settle();
  };
  const day = (ahead: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow' }).format(
      now().getTime() + ahead * 86_400_000,
    );

  it('tells everything once, nothing after it has ended, and leaves nothing untold', async () => {
    const { clients, accounts } = village;
    const settlement = village.settlement.slug;
    const [free] = await service.db<
      { number: string }[]
    >`select number from parcel where id = ${village.plots.empty}`;
    const place = await prepareWaitingCases(service, village, { free: free?.number ?? '', resident: '7' });
    await runJobs();
    await startLedger(service.db);

    /** Whom the acts of the day must have told of what. */
    const expected: { who: Persona; key: string }[] = [];
    const acts = new Map<number, (() => Promise<unknown>)[]>();
    const at = (step: number, act: () => Promise<unknown>) =>
      acts.set(step, [...(acts.get(step) ?? []), act]);

    const listWaiting = async () =>
      (await service.db<{ id: string }[]>`select event_id as id from waiting_event`).map(({ id }) => id);
    /** A claim that is made again, or a meter that is asked for again, has its former address. */
    const forgetAskedAgain = async () => {
      const waiting = await listWaiting();
      const anew = (await readLedger(service.db)).filter(({ eventId }) => waiting.includes(eventId));
      ended = ended.filter(({ url }) => !anew.some((row) => row.url === url));
    };
    // Everything that waits, decided before, while and after its emails and pushes go out.
    for (const [index, { ask, other }] of Object.values(listWaitingCases(place)).entries()) {
      const [asked, decided] = [2 + index * 4, 2 + index * 4 + ([0, 1, 3][index % 3] ?? 0)];
      let decide: () => Promise<unknown>;
      let waiting: string[] = [];
      at(asked, async () => {
        // Its email is composed, and the mail server takes it only after the decision.
        if (asked === decided) mail.refuse.data = () => 451;
        const before = await listWaiting();
        decide = await ask();
        await settle();
        waiting = (await listWaiting()).filter((id) => !before.includes(id));
        await forgetAskedAgain();
      });
      at(decided, async () => {
        await settle();
        await decide();
        mail.refuse = {};
        const left = await listWaiting();
        const over = waiting.filter((id) => !left.includes(id));
        assert.ok(over.length > 0 || other === 'neighbour' || other === 'resident');
        for (const row of await readLedger(service.db))
          if (over.includes(row.eventId)) ended.push({ url: row.url, sentence: sentenceOf(row) });
      });
    }
    // One event of every kind and outcome.
    const context = { ...service.app.kernelDependencies, services: service.app.services };
    const cases = Object.values(listEventCases(village)).flat();
    for (const [index, [event, told]] of cases.entries())
      at(1 + ((index * 7) % 88), async () => {
        await service.pool.begin((db) => publishEvent({ ...context, db }, event));
        await forgetAskedAgain();
        const { key, isSecurity, collapses } = routeEvent(event);
        if (isSecurity || collapses || event.type === 'sensor_alert') return;
        for (const who of told) if (who !== 'otherBoard') expected.push({ who, key });
      });
    // Announcements: one that stays, an urgent one, and one that is removed before the digests of the morning.
    const announce = async (title: string, isUrgent: boolean) => {
      const text = { settlement, kind: 'announcement', body: 'Завтра.', visibility: 'residents' } as const;
      const { data } = await clients.editor.write_article({ ...text, title, urgent: isUrgent });
      await clients.editor.publish_article({ settlement, article: data.id });
      const key = isUrgent ? 'notifications.urgent_notice' : 'notifications.announcement_published';
      for (const who of ['resident', 'neighbour'] as const) expected.push({ who, key });
      return data.id;
    };
    let removed = '';
    at(5, () => announce('Вывоз мусора в субботу', false));
    at(9, () => announce('Нет света', true));
    at(12, () => announce('Собрание', false).then((id) => (removed = id)));
    at(14, () => clients.editor.remove_article({ settlement, article: removed }));
    // A message in quiet hours, and one that is read before its email.
    const write = (body: string) =>
      clients.resident.send_message({ to: 'person', account: accounts.neighbour, body });
    at(66, async () => {
      await write('Ворота открыты');
      expected.push({ who: 'neighbour', key: 'notifications.message_received' });
    });
    // Reminders of the next day, of which one is done before.
    for (const title of ['Закрыть воду', 'Сдать показания'])
      at(20, async () => {
        const { data } = await clients.resident.write_task({
          settlement,
          kind: 'reminder',
          title,
          due_on: day(1),
        });
        if (title === 'Закрыть воду') expected.push({ who: 'resident', key: 'notifications.task_due' });
        else at(40, () => clients.resident.edit_task({ task: data.id, status: 'done' }));
      });
    // A sensor that crosses its limit, recovers, crosses it again and falls silent.
    const { data: house } = await clients.resident.connect_device({
      parcel: village.plots.resident,
      name: 'Дом',
      ...homeAssistantAt('https://ha.example.org'),
      secret: plantedSecret,
    });
    const hear = (value: number) =>
      recordReadings(
        service,
        house.id,
        [makeDevice('d1', [thermometer])],
        [makeReading('temperature', now(), value)],
      );
    await hear(20);
    const sensors = (await clients.resident.list_my_devices({})).data.find(({ id }) => id === house.id)
      ?.devices[0]?.sensors;
    const alerts = [
      { kind: 'below', value: 5 },
      { kind: 'silent', minutes: 120 },
    ];
    await clients.resident.edit_device_connection({
      connection: house.id,
      sensors: [{ id: sensors?.[0]?.id, alerts }],
    } as never);
    for (let step = 1; step < 70; step += 1) at(step, () => hear([16, 17, 40].includes(step) ? 4 : 20));
    for (const alert of ['below', 'silent'])
      expected.push({ who: 'resident', key: `notifications.sensor_${alert}` });
    // Somebody reads now and then.
    for (const step of [15, 50])
      at(step, async () => {
        const [newest] = (await clients.resident.list_notifications({})).notifications;
        await clients.resident.read_notification({ notification: newest?.id ?? '', and_older: true });
      });

    for (let step = 0; step < steps; step += 1) {
      for (const act of acts.get(step) ?? []) await act();
      await runJobs();
      service.clock.offset += stepMinutes * minute;
    }

    const ledger = await readLedger(service.db);
    const emails = new Map(
      (await service.db<{ id: string; email: string }[]>`select id, email from account`).map((row) => [
        row.id,
        row.email,
      ]),
    );
    const count = <Item>(items: readonly Item[], is: (item: Item) => boolean) => items.filter(is).length;
    const describeRow = (row: (typeof ledger)[number]) =>
      `${row.way} to ${emails.get(row.accountId)}: ${sentenceOf(row)} ${row.url}`;

    // Everybody who was to be told has a row on every way that is on.
    for (const { who, key } of expected) {
      const own = ledger.filter((row) => row.accountId === accounts[who] && row.key === key);
      const isOn = (way: string, topic = '') => {
        const { channels, topics } = (preferences[who] ?? {}) as Record<string, Record<string, never>>;
        return (
          channels?.[way] !== false && (topics?.[topic] as never as Record<string, boolean>)?.[way] !== false
        );
      };
      const topic = own[0]?.topic;
      assert.ok(own.length > 0, `${who} was not told: ${key}`);
      if (isOn('in_app'))
        assert.ok(
          own.some(({ way }) => way === 'bell'),
          `${who}, bell: ${key}`,
        );
      if (isOn('mail'))
        assert.ok(
          own.some(({ way }) => way === 'email'),
          `${who}, email: ${key}`,
        );
      if (withPhone.includes(who) && isOn('push', topic))
        assert.ok(
          own.some(({ way }) => way === 'push'),
          `${who}, push: ${key}`,
        );
    }
    for (const row of ledger) {
      if (row.way === 'email') {
        const isSame = (other: typeof row) =>
          other.way === 'email' &&
          other.accountId === row.accountId &&
          other.url === row.url &&
          sentenceOf(other) === sentenceOf(row);
        const sent = count(
          mails,
          ({ to, sentence, url }) =>
            to === emails.get(row.accountId) &&
            isSentence(sentence, sentenceOf(row)) &&
            (url === null || url === row.url),
        );
        assert.ok(sent <= count(ledger, isSame), `sent more often than told: ${describeRow(row)}`);
        const needed = count(ledger, (other) => isSame(other) && other.reason === null);
        assert.ok(sent >= needed, `not sent (${sent} of ${needed}): ${describeRow(row)}`);
      }
      if (row.way === 'push') {
        const arrived = pushes.filter(
          ({ endpoint, eventId }) => endpoint === row.endpoint && eventId === row.eventId,
        );
        const [plain, endings] = [
          count(arrived, ({ isEnding }) => !isEnding),
          count(arrived, ({ isEnding }) => isEnding),
        ];
        assert.ok(
          plain <= 1 && endings <= plain,
          `pushed ${plain} and ${endings} times: ${describeRow(row)}`,
        );
        if (row.reason === null) assert.equal(plain, 1, `not pushed: ${describeRow(row)}`);
      }
    }
    // A thing is told once on each way, unless it happened again: an alarm, a message, the repetitions of what is
    // urgent, a second person for one company, the reminder that was wished for before the day, and the made-up events.
    const again = new Set(
      ['urgent_notice', 'sensor_below', 'message_received', 'company_claimed'].map(
        (key) => `notifications.${key}`,
      ),
    );
    const madeUp = new Set(cases.map(([event]) => routeEvent(event).url));
    const early = await service.db<{ id: string }[]>`select id from task where remind_before is not null`;
    for (const { id } of early) madeUp.add(`/tasks/${id}`);
    const bells = ledger.filter(({ way, key, url }) => way === 'bell' && !again.has(key) && !madeUp.has(url));
    const doubles = bells.filter(
      (row, index) =>
        bells.findIndex(
          (other) =>
            other.accountId === row.accountId &&
            other.url === row.url &&
            sentenceOf(other) === sentenceOf(row),
        ) !== index,
    );
    assert.deepEqual(doubles.map(describeRow), []);
    const [left] = await service.db<{ items: number; letters: number; pushes: number }[]>`
      select (select count(*)::int from letter_item where due_at <= ${now()}) as items,
             (select count(*)::int from letter where state = 'waiting') as letters,
             (select count(*)::int from push_item where state = 'waiting' and due_at <= ${now()}) as pushes`;
    assert.deepEqual(left, { items: 0, letters: 0, pushes: 0 }, 'nothing is left');
    assert.deepEqual(
      service.log.filter((line) => /"level":(50|60)/.test(line)),
      [],
    );
    for (const reason of ['read', 'ended', 'withdrawn'] as const)
      assert.ok(
        ledger.some((row) => row.reason === reason),
        `something was ${reason}`,
      );
    assert.ok(ledger.length > 300 && mails.length > 50 && pushes.length > 50 && ended.length > 10);
  });
});
