import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createSnowflakes } from '../../src/domain/kernel/snowflake.ts';
import { createAcknowledgeTokens } from '../../src/features/mail/acknowledge-token.ts';
import { deliverMail } from '../../src/features/mail/email-delivery.ts';
import { createMailTransport, type MailTransport } from '../../src/features/mail/mail-transport.ts';
import { createUnsubscribeTokens } from '../../src/features/mail/unsubscribe-token.ts';
import { deliverAnnouncements } from '../../src/features/notify/announcement-delivery.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { type MailServer, startMailServer } from './smtp-test-server.ts';

const minute = 60_000;
const settlement = 'berezka';

/** It begins at noon in Moscow: an email that waits for the next morning is not due within the hours the tests let pass. */
const noon = new Date();
noon.setUTCHours(24 + 9, 0, 0, 0);
let offset = noon.getTime() - Date.now();
const now = () => new Date(Date.now() + offset);
const ids = createSnowflakes(
  () => 1000,
  () => now().getTime(),
);
const newId = () => ids.next();
const { signal } = new AbortController();

describe('emails that were composed before what they tell of ended', () => {
  let service: TestService;
  let village: Village;
  let mail: MailServer;
  let transport: MailTransport | null;
  before(async () => {
    service = await startService();
    service.clock.offset = offset;
    village = await buildVillage(service);
    mail = await startMailServer();
    transport = createMailTransport({
      smtpUrl: mail.url,
      baseUrl: service.url,
      console: { write: () => {} },
    });
  });
  after(() => transport?.close());
  beforeEach(async () => {
    mail.received.length = 0;
    mail.refuse = {};
    await service.db`delete from letter`;
    await service.db`delete from letter_item`;
    await service.db`delete from notification_preference`;
    await service.db`delete from membership where account_id in (${village.accounts.newcomer}, ${village.accounts.company})`;
  });

  const deliver = () =>
    deliverMail({
      pool: service.pool,
      transport,
      baseUrl: service.url,
      unsubscribe: createUnsubscribeTokens(Buffer.alloc(32, 7)),
      acknowledge: createAcknowledgeTokens(Buffer.alloc(32, 7)),
      signal,
      now,
      newId,
    });
  /** Composes what is due, and leaves it in the outbox. */
  const compose = async () => {
    mail.refuse.data = () => 451;
    await deliver();
    mail.refuse = {};
    offset += 5 * minute;
  };
  const claim = async (who: 'newcomer' | 'company', parcel: string) =>
    (await village.clients[who].request_residency({ settlement, parcel, role: 'owner' })).data.id;
  const outbox = async () => [
    ...(await service.db<{ state: string; error: string | null; messageId: string; subject: string }[]>`
      select state, last_error as error, message_id as "messageId", subject from letter order by id`),
  ];

  for (const bell of [true, false])
    it(`are not sent when nothing is left to tell, with the bell ${bell ? 'on' : 'off'}`, async () => {
      await village.clients.editor.set_notification_preferences({ channels: { in_app: bell } });
      const resident = await claim('newcomer', '3');
      await compose();
      assert.deepEqual(
        (await outbox()).map(({ state }) => state),
        ['waiting'],
      );
      await village.clients.newcomer.remove_resident({ settlement, resident });
      await deliver();
      assert.equal(mail.received.length, 0);
      const [letter] = await outbox();
      assert.deepEqual([letter?.state, letter?.error], ['failed', 'no longer wanted']);
    });

  it('are composed again with what is left, under the same Message-ID', async () => {
    await claim('newcomer', '3');
    const ended = await claim('company', '12А');
    await compose();
    const [before] = await outbox();
    assert.match(before?.subject ?? '', /\(2\)/);
    await village.clients.company.remove_resident({ settlement, resident: ended });
    await deliver();
    assert.equal(mail.received.length, 1);
    const [letter] = await outbox();
    assert.deepEqual([letter?.state, letter?.messageId], ['sent', before?.messageId]);
    assert.equal(mail.received[0]?.messageId, before?.messageId);
    assert.match(letter?.subject ?? '', /plot 3/i);
    assert.doesNotMatch(mail.received[0]?.raw ?? '', /12А|12=D0=90/);
  });

  it('leave out what was read in the bell since', async () => {
    await claim('newcomer', '3');
    await compose();
    const { notifications } = await village.clients.editor.list_notifications({});
    await village.clients.editor.read_notification({ notification: notifications[0]?.id ?? '' });
    await deliver();
    assert.equal(mail.received.length, 0);
  });

  it('of a request go on for the others when one of the plot declines', async () => {
    const { resident, company, editor, neighbour } = village.clients;
    const { data: family } = await company.request_residency({ settlement, parcel: '1', role: 'family' });
    await editor.confirm_resident({ settlement, resident: family.id });
    await deliver();
    mail.received.length = 0;
    offset += 61 * minute;
    await resident.set_notification_preferences({ channels: { in_app: false } });
    const offered = { addressee: 'neighbour', to_parcel: '1', title: 'Полейте теплицу' } as const;
    const { data: task } = await neighbour.write_task({ settlement, ...offered });
    await compose();
    await resident.edit_task({ task: task.id, accept: false });
    await deliver();
    assert.deepEqual(
      mail.received.map(({ to }) => to),
      ['company@example.org'],
    );
  });

  it('of an announcement are not sent once it is removed, be they composed or not', async () => {
    const { editor, neighbour } = village.clients;
    await neighbour.set_notification_preferences({ digest: 'daily' });
    const text = { settlement, kind: 'announcement', body: 'Завтра.', visibility: 'residents' } as const;
    const { data } = await editor.write_article({ ...text, title: 'Воды не будет' });
    await editor.publish_article({ settlement, article: data.id });
    await deliverAnnouncements({ pool: service.pool, signal, now, newId, sendsEmail: true });
    await compose();
    assert.deepEqual(
      (await outbox()).map(({ state }) => state),
      ['waiting'],
      'the neighbour’s waits for the morning',
    );
    await editor.remove_article({ settlement, article: data.id });
    await deliver();
    offset += 24 * 60 * minute;
    await deliver();
    assert.equal(mail.received.length, 0);
  });
});
