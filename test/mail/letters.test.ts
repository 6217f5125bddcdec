import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { languages } from '../../src/base/i18n/text.ts';
import { accountEmails, enqueueAccountEmail } from '../../src/features/mail/account-emails.ts';
import { createMailEngine } from '../../src/features/mail/mail-worker.ts';
import { composeNotificationEmails } from '../../src/features/mail/notification-emails.ts';
import { deliverAnnouncements } from '../../src/features/notify/announcement-delivery.ts';
import type { ProductEvent } from '../../src/features/notify/events.ts';
import { publishEvent } from '../../src/features/notify/publish-event.ts';
import { deriveKey } from '../../src/secret-key.ts';
import { insertSanction } from '../../src/store/accounts/sanctions.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { listEventCases } from '../notify/event-cases.ts';

interface Letter {
  language: string;
  subject: string;
  text: string;
  html: string;
}
const name = 'СНТ «Берёзовая роща»';
const nested = 'СНТ „Берёзовая роща“';

/** LETTERS names a folder in which they can be looked at. */
const { LETTERS } = process.env;

describe('letters', () => {
  let service: TestService;
  let village: Village;
  let task: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    await service.db`update settlement set name = ${name}`;
    await service.db`update account set email_confirmed_at = now()`;
    const settlementId = village.settlement.id;
    await service.db`
      insert into conversation (id, settlement_id, kind, member_key, created_at) values (1101, ${settlementId}, 'person', 'two', now())`;
    await insertSanction(service.db, {
      id: '1301',
      accountId: village.accounts.resident,
      settlementId,
      kind: 'warning',
      office: 'board',
      reportId: null,
      reason: 'Грубость',
      imposedBy: village.accounts.editor,
      imposedAt: new Date(),
      until: null,
    } as never);
    const { data } = await village.clients.resident.write_task({ settlement: 'berezka', title: 'Ворота' });
    task = data.id;
  });
  /** With the plot and the task that there are; the cases name none. */
  const findReal = (event: ProductEvent): ProductEvent =>
    JSON.parse(
      JSON.stringify(event)
        .replaceAll('"parcelId":"3"', `"parcelId":"${village.plots.resident}"`)
        .replaceAll(/"taskId":"\d+"/g, `"taskId":"${task}"`),
    );

  const tell = (event: ProductEvent) =>
    service.pool.begin((db) =>
      publishEvent({ ...service.app.kernelDependencies, db, services: service.app.services }, event),
    );
  const read = async (what: string) => {
    const letters = await service.db<Letter[]>`
      select coalesce(a.language, case when l.subject ~ '[а-я]' then 'ru' else 'en' end) as language, subject, body_text as text, body_html as html
        from letter l left join account a on a.id = l.account_id order by l.id`;
    if (LETTERS !== undefined) {
      mkdirSync(LETTERS, { recursive: true });
      for (const { language, subject, text, html } of letters) {
        writeFileSync(join(LETTERS, `${what}-${language}.html`), html);
        writeFileSync(join(LETTERS, `${what}-${language}.txt`), `${subject}\n\n${text}`);
      }
    }
    return letters;
  };
  /** Those of what was told, in each language. */
  const compose = async (what: string, say: () => Promise<unknown>): Promise<Letter[]> => {
    const found: Letter[] = [];
    const { unsubscribe, acknowledge } = createMailEngine(
      { smtpUrl: undefined, baseUrl: service.url },
      deriveKey('a secret key only for the tests, 32+ characters', 'unsubscribe'),
    );
    const parts = { baseUrl: service.url, unsubscribe, acknowledge, newId: service.newId };
    for (const language of languages) {
      await service.db`update account set language = ${language}`;
      for (const table of [
        'letter_item',
        'letter_announcement',
        'letter',
        'notification',
        'notification_counter',
      ])
        await service.db.unsafe(`delete from ${table}`);
      await say();
      const later = new Date(Date.now() + 48 * 3_600_000);
      await service.pool.begin((db) => composeNotificationEmails(db, parts, later));
      found.push(...(await read(what)));
    }
    return found;
  };
  const namesVillage = ({ subject, text }: Letter) =>
    [name, nested].some((each) => subject.includes(each) && text.includes(each));

  /** Nothing of a village, or what leads to the list of one's own requests, which is of all villages. */
  const ofNone = [
    'board_invitation',
    'company_asks_again',
    'company_claimed',
    'company_decided',
    'company_joined',
    'company_orders_ended',
    'device_trouble',
    'knowledge_decided',
    'knowledge_waiting',
    'proposal_decided',
    'representative_decided',
    'representatives_changed',
    'residency_decided',
    'review_posted',
    'settlement_asked',
    'settlement_decided',
  ];

  it('name the village of what they tell in subject and text, and quote as the language does', async () => {
    const unnamed = new Set<string>();
    for (const [type, cases] of Object.entries(listEventCases(village)))
      for (const [index, [event]] of cases.entries()) {
        const letters = await compose(`${type}-${index}`, () => tell(findReal(event)));
        for (const letter of letters) {
          assert.ok(letter.subject.length <= 120, letter.subject);
          assert.doesNotMatch(letter.subject + letter.text, /«[^»]*«|[^.]\.\.(?!\.)/, type);
          assert.equal(letter.subject.split(name).length <= 2, true, `once: ${letter.subject}`);
          if (!namesVillage(letter)) unnamed.add(type);
        }
      }
    assert.deepEqual([...unnamed].sort(), ofNone);
  });

  it('carry the text of an urgent announcement', async () => {
    const write = (title: string) =>
      village.clients.editor.write_article({
        settlement: 'berezka',
        kind: 'announcement',
        title,
        body: 'Прорвало трубу у **третьей** линии.\n\nВоду привезут в 12:00.',
        visibility: 'residents',
        urgent: true,
      });
    const deliver = () =>
      deliverAnnouncements({
        pool: service.pool,
        signal: new AbortController().signal,
        now: () => new Date(),
        newId: service.newId,
        sendsEmail: true,
      });
    const publish = async (title: string) => {
      const { data } = await write(title);
      await village.clients.editor.publish_article({ settlement: 'berezka', article: data.id });
    };
    const letters = await compose('urgent', async () => {
      await publish('Воды нет до 18:00');
      await deliver();
    });
    const two = await compose('urgent-two', async () => {
      await publish('Воды нет до 18:00');
      await publish('Света нет до 20:00');
      await deliver();
    });
    assert.ok(two.some(({ text }) => text.split('Воду привезут в 12:00.').length === 3));
    assert.ok(letters.length > 0);
    for (const { subject, text } of letters) {
      assert.ok(subject.startsWith(`${name}: `), subject);
      assert.match(text, /Прорвало трубу у третьей линии\.[\s\S]*Воду привезут в 12:00\./);
    }
  });

  it('about an account say in the subject what they are about', async () => {
    for (const language of languages)
      for (const template of Object.keys(accountEmails) as (keyof typeof accountEmails)[]) {
        await service.db`delete from letter`;
        const isInvitation = template.endsWith('_invitation');
        await service.pool.begin((db) =>
          enqueueAccountEmail(
            db,
            {
              accountId: isInvitation ? null : village.accounts.resident,
              to: 'a@example.org',
              language,
              template,
              link: `${service.url}/x?token=${'a'.repeat(43)}`,
              ...(isInvitation && { village: name }),
            },
            { now: () => new Date(), newId: service.newId },
          ),
        );
        const [letter] = await read(`account-${template}-${language}`);
        assert.ok(letter);
        assert.ok(letter.text.includes(letter.subject));
        assert.equal(letter.subject.includes(name), isInvitation);
      }
  });
});
