import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createSnowflakes } from '../../src/domain/kernel/snowflake.ts';
import { createAcknowledgeTokens } from '../../src/features/mail/acknowledge-token.ts';
import { deliverMail } from '../../src/features/mail/email-delivery.ts';
import { createMailTransport, type MailTransport } from '../../src/features/mail/mail-transport.ts';
import { createUnsubscribeTokens } from '../../src/features/mail/unsubscribe-token.ts';
import { deliverAnnouncements } from '../../src/features/notify/announcement-delivery.ts';
import { readCalendarPart, readOccurrences } from '../harness/calendar-reader.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { type MailServer, startMailServer } from './smtp-test-server.ts';

const settlement = 'berezka';
let offset = 0;
const now = () => new Date(Date.now() + offset);
const ids = createSnowflakes(
  () => 1001,
  () => now().getTime(),
);
const newId = () => ids.next();
const { signal } = new AbortController();

describe('letters of announcements with a day', () => {
  let service: TestService;
  let village: Village;
  let mail: MailServer;
  let transport: MailTransport | null;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    mail = await startMailServer();
    const quiet = { write: () => {} };
    transport = createMailTransport({ smtpUrl: mail.url, baseUrl: service.url, console: quiet });
  });
  after(() => transport?.close());

  const deliver = async () => {
    mail.received.length = 0;
    await deliverAnnouncements({ pool: service.pool, signal, now, newId, sendsEmail: true });
    await deliverMail({
      pool: service.pool,
      transport,
      baseUrl: service.url,
      unsubscribe: createUnsubscribeTokens(Buffer.alloc(32, 7)),
      acknowledge: createAcknowledgeTokens(Buffer.alloc(32, 7)),
      signal,
      now,
      newId,
    });
    return mail.received.find(({ to }) => to.startsWith('resident'));
  };

  it('carry the event, then that it is called off with a later sequence; others carry none', async () => {
    const { editor } = village.clients;
    const text = { settlement, kind: 'announcement', body: 'Приходите', visibility: 'residents' } as const;
    const starts_at = new Date(Date.now() + 5 * 86_400_000).toISOString();
    const { data } = await editor.write_article({ ...text, title: 'Собрание', starts_at, place: 'Клуб' });
    await editor.publish_article({ settlement, article: data.id });
    const first = await deliver();
    assert.ok(first);
    const [event] = readOccurrences(readCalendarPart(first) ?? '');
    assert.deepEqual([event?.title, event?.place, event?.status], ['Собрание', 'Клуб', 'CONFIRMED']);
    const file = await fetch(`${service.url}/settlements/${settlement}/articles/${data.slug}/day.ics`);
    assert.equal(file.status, 404, 'not for strangers');

    offset += 3 * 3_600_000;
    await service.db`update announcement_event set happened_at = happened_at - interval '2 hours'`;
    await service.db`update article set published_at = published_at - interval '1 minute'`;
    await editor.edit_article({ settlement, article: data.id, cancelled: true, tell_again: true });
    const second = await deliver();
    assert.ok(second);
    const [off] = readOccurrences(readCalendarPart(second) ?? '');
    assert.deepEqual([off?.uid, off?.status, off?.sequence], [event?.uid, 'CANCELLED', 1]);
    const bell = await village.clients.resident.list_notifications({});
    assert.match(JSON.stringify(bell), /notifications\.announcement_cancelled|Отменяется|Called off/);

    offset += 3 * 3_600_000;
    const plain = await editor.write_article({ ...text, title: 'Без дня' });
    await editor.publish_article({ settlement, article: plain.data.id });
    const third = await deliver();
    assert.ok(third);
    assert.equal(readCalendarPart(third), null);
  });

  it('carry no event that its reader may not see any more when the letter leaves', async () => {
    offset += 3 * 3_600_000;
    const { editor } = village.clients;
    const starts_at = new Date(Date.now() + 5 * 86_400_000).toISOString();
    const { data } = await editor.write_article({
      settlement,
      kind: 'announcement',
      title: 'Совет',
      body: 'Текст',
      visibility: 'residents',
      starts_at,
    });
    await editor.publish_article({ settlement, article: data.id });
    mail.refuse.data = () => 451;
    await deliver();
    mail.refuse = {};
    offset += 3_600_000;
    await editor.edit_article({ settlement, article: data.id, visibility: 'private' });
    const letter = await deliver();
    assert.ok(letter);
    assert.equal(readCalendarPart(letter), null);
  });
});
