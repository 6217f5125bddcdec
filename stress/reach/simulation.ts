import assert from 'node:assert/strict';
import { deliverMail } from '../../src/features/mail/email-delivery.ts';
import { createMailEngine } from '../../src/features/mail/mail-worker.ts';
import { deliverAnnouncements } from '../../src/features/notify/announcement-delivery.ts';
import { deliverPushes } from '../../src/features/push/push-delivery.ts';
import { PushServers } from '../../src/features/push/push-servers.ts';
import { countPlotReach } from '../../src/store/land/plot-reach.ts';
import { buildLargeVillage } from '../../test/browser/large-village.ts';
import { runFileCleanup } from '../../test/harness/file-cleanup.ts';
import { openService, type TestService } from '../../test/harness/open-service.ts';
import { type MailServer, startMailServer } from '../../test/mail/smtp-test-server.ts';
import {
  accept,
  answerWith,
  createPushGuard,
  type PushServer,
  startPushServer,
} from '../../test/push/push-test-server.ts';
import type { StressTestOptions } from '../stress-test.ts';
import { type Household, settleHouseholds } from './households.ts';

const sizes = [74, 600] as const;
const [minute, hour] = [60_000, 3_600_000];

export async function simulateReach({ only }: Pick<StressTestOptions, 'only'>): Promise<boolean> {
  const mail = await startMailServer();
  const push = await startPushServer('push.example');
  try {
    for (const plots of sizes.filter((each) => only === '' || only === String(each))) {
      const { service, close } = await openService(
        { SMTP_URL: mail.url },
        { pushGuard: createPushGuard([push]) },
      );
      try {
        await simulate(service, plots, mail, push);
      } finally {
        await close();
      }
    }
  } finally {
    await runFileCleanup();
  }
  return true;
}

/** Publishes while both servers are down, lets them come back, and compares every count with what arrived. */
async function simulate(
  service: TestService,
  plots: number,
  mail: MailServer,
  push: PushServer,
): Promise<void> {
  mail.received.length = 0;
  push.received.length = 0;
  const village = await buildLargeVillage(service, plots);
  const { households, editor } = await settleHouseholds(service, village, push);
  const countOf = (...ways: Household['way'][]) => households.filter(({ way }) => ways.includes(way)).length;
  const send = createSenders(service);
  const client = await service.as(editor);
  const settlement = village.slug;
  const { data: draft } = await client.write_article({
    settlement,
    kind: 'announcement',
    urgent: true,
    title: 'Воды нет до 18:00',
    body: 'Прорвало трубу у третьей линии.',
    visibility: 'residents',
  });
  const article = draft.id;
  const show = async () => (await client.show_article({ settlement, article })).data;
  const before = (await show()).would_tell;
  console.log(`\n${plots} plots`, count(households.map(({ way }) => way)));
  console.log('before it goes out the board reads', before);
  const reached = ['app', 'push', 'gone', 'letter', 'refused'] as const;
  assert.equal(before?.households_in_all, plots);
  assert.equal(before?.households, countOf(...reached));
  assert.equal(before?.nobody, countOf('paper', 'nothing'));

  // Both servers are down: nothing counts as sent.
  mail.refuse.data = () => 451;
  push.answer = answerWith(503);
  await client.publish_article({ settlement, article });
  const rows: Record<string, unknown>[] = [];
  const note = async (when: string) => {
    const told = (await show()).told;
    rows.push({ when, ...told, lettersArrived: arrivedLetters(), pushesArrived: arrivedPushes().length });
    return told;
  };
  /** Households a letter arrived at, whatever the number of letters. */
  const arrivedLetters = () => new Set(mail.received.map(({ to }) => to)).size;
  const accepted = new Set<string>();
  const arrivedPushes = () => [...accepted];
  await send();
  const down = await note('servers down');
  assert.equal(down?.letters, 0);
  assert.equal(down?.pushes, 0);
  assert.equal(down?.households, countOf('app', 'push', 'gone'), 'those who see it on the site');

  // They come back; one address is refused for good, half of the endpoints of phones are gone.
  delete mail.refuse.data;
  mail.refuse.recipient = (address) => (address.startsWith('refused') ? 550 : undefined);
  const gone = new Set(
    households.flatMap(({ way, endpoint }) => (way === 'gone' && endpoint ? [endpoint] : [])),
  );
  push.answer = (path, reply) => {
    const endpoint = push.origin + path;
    if (gone.has(endpoint)) return answerWith(410)(path, reply);
    accepted.add(endpoint);
    accept(path, reply);
  };
  service.clock.offset = 20 * minute;
  await send();
  const up = await note('after 20 minutes, servers up');
  assert.equal(up?.letters, arrivedLetters(), 'a letter counts when it arrived');
  assert.equal(up?.pushes, arrivedPushes().length, 'a push counts when it was accepted');
  assert.equal(up?.pushes, countOf('push'));
  assert.equal(up?.households, countOf('app', 'push', 'gone', 'letter'), 'refused addresses are not counted');

  // Every second household that sees it acknowledges it before the first repetition.
  const answering = households.filter(({ way, index }) => ['app', 'push'].includes(way) && index % 2 === 0);
  for (const { account } of answering) {
    const member = await service.as(account ?? '');
    assert.equal((await member.list_notifications({})).notifications[0]?.key, 'notifications.urgent_notice');
    await service.db`
      insert into announcement_acknowledgement (article_id, parcel_id, acknowledged_at)
      select ${article}, parcel_id, now() from membership where account_id = ${account ?? ''} and state = 'confirmed'`;
  }
  const seen = async () =>
    (await service.db<{ count: number }[]>`select count(*)::int as count from notification`)[0]?.count ?? 0;
  const first = await seen();
  const waiting = countOf('app', 'push', 'gone') - answering.length;
  for (const [round, hours] of [1, 6, 24].entries()) {
    service.clock.offset = hours * hour + minute;
    await send();
    const told = await note(`after ${hours} h`);
    assert.equal(told?.acknowledged, answering.length);
    assert.equal(await seen(), first + waiting * (round + 1), 'only those who have not acknowledged it');
  }
  service.clock.offset = 100 * hour;
  await send();
  assert.equal(await seen(), first + waiting * 3, 'three repetitions and no more');

  // Nothing twice: at most one letter and one accepted push for each person and telling.
  const messageIds = mail.received.map(({ messageId }) => messageId);
  assert.equal(new Set(messageIds).size, messageIds.length, 'no letter twice');
  const perPerson = count(mail.received.map(({ to }) => to));
  assert.ok(
    Object.values(perPerson).every((letters) => letters <= 4),
    'one letter for each telling',
  );
  const left = await countPlotReach(service.db, {
    settlementId: village.settlement,
    topic: 'reminders',
    key: 'notifications.urgent_notice',
    sendsEmail: true,
    now: new Date(),
  });
  console.table(rows);
  console.log('by which way plots are reached from now on', left);
  assert.equal(
    left.paper + left.nothing,
    countOf('paper', 'nothing', 'refused'),
    'whom the board has to visit',
  );
}

function createSenders(service: TestService): () => Promise<void> {
  const { pool, newId, app } = service;
  const signal = new AbortController().signal;
  const now = () => new Date(Date.now() + service.clock.offset);
  const { guard, keys } = app.services.push;
  const smtpUrl = app.services.installation.smtpUrl;
  const { transport, unsubscribe, acknowledge } = createMailEngine(
    { smtpUrl, baseUrl: service.url },
    Buffer.alloc(32, 7),
  );
  return async () => {
    await deliverAnnouncements({ pool, signal, now, newId, sendsEmail: true });
    await deliverMail({
      pool,
      signal,
      now,
      newId,
      transport,
      baseUrl: service.url,
      unsubscribe,
      acknowledge,
    });
    await deliverPushes({
      pool,
      signal,
      now,
      guard,
      keys,
      servers: new PushServers(now),
      baseUrl: 'https://village.example',
      timeoutMs: 5000,
      report: () => {},
    });
  };
}

function count(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
