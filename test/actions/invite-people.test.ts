import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { invite_people } from '../../src/features/actions/invite_people.ts';
import { invite_person } from '../../src/features/actions/invite_person.ts';
import { list_invitations } from '../../src/features/actions/list_invitations.ts';
import { print_people_letters } from '../../src/features/actions/print_people_letters.ts';
import { createAcknowledgeTokens } from '../../src/features/mail/acknowledge-token.ts';
import { deliverMail } from '../../src/features/mail/email-delivery.ts';
import { createMailTransport, type MailTransport } from '../../src/features/mail/mail-transport.ts';
import { createUnsubscribeTokens } from '../../src/features/mail/unsubscribe-token.ts';
import { insertParcels } from '../../src/store/land/parcels.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { sweepExpired } from '../../src/store/system/expiry.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, personas, squarePlot, type Village } from '../harness/village.ts';
import { type MailServer, startMailServer } from '../mail/smtp-test-server.ts';

const hour = 3_600_000;

describe('inviting everybody', () => {
  let service: TestService;
  let village: Village;
  let mail: MailServer;
  let transport: MailTransport | null;
  let offset = 0;
  const now = () => new Date(Date.now() + offset);
  const settlement = 'berezka';
  const people: { id: string; parcelId: string; number: string; email: string | null }[] = [];
  after(() => transport?.close());
  before(async () => {
    mail = await startMailServer();
    // The service plans letters; this file sends them, by its own clock.
    service = await startService({ SMTP_URL: 'smtp://127.0.0.1:1' });
    village = await buildVillage(service);
    transport = createMailTransport({
      smtpUrl: mail.url,
      baseUrl: service.url,
      console: { write: () => {} },
    });
    for (let index = 0; index < 400; index += 1)
      people.push({
        id: service.newId(),
        parcelId: service.newId(),
        number: String(100 + index),
        email: index < 130 ? `person${index}@example.org` : null,
      });
    await insertParcels(
      service.db,
      people.map(({ parcelId, number }, index) => ({
        id: parcelId,
        settlementId: village.settlement.id,
        number,
        cadastralNumber: null,
        address: '',
        ...squarePlot(1 + Math.floor(index / 20), index % 20),
      })),
      new Date(),
    );
    for (const { id, parcelId, number, email } of people)
      await service.db`
        insert into recorded_person (id, parcel_id, name, email_key, created_at, updated_at)
        values (${id}, ${parcelId}, ${`Житель ${number}`}, ${email}, now(), now())`;
    await insertSettlementRole(
      service.db,
      village.settlement.id,
      village.accounts.neighbour,
      'editor',
      new Date(),
    );
  });
  const invite = (by = village.accounts.editor) => runActionAs(service, by, invite_people, { settlement });
  const list = (input: object = {}) =>
    runActionAs(service, village.accounts.editor, list_invitations, { settlement, ...input });
  const counts = async () => (await list()).counts;
  const deliver = () =>
    deliverMail({
      pool: service.pool,
      transport,
      baseUrl: service.url,
      unsubscribe: createUnsubscribeTokens(Buffer.alloc(32, 7)),
      acknowledge: createAcknowledgeTokens(Buffer.alloc(32, 7)),
      signal: new AbortController().signal,
      now,
      newId: service.newId,
    });
  const codeIn = (raw: string) =>
    /code=(?:3D)?([2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5})/.exec(raw.replaceAll(/=\r\n/g, ''))?.[1] as string;

  it('is for the present board alone', async () => {
    const others = personas.filter((each) => each !== 'editor' && each !== 'neighbour');
    for (const action of [invite_people, list_invitations, print_people_letters]) {
      for (const persona of others)
        assert.equal(
          await refusalKindOf(
            runActionAs(service, village.accounts[persona], action as never, { settlement }),
          ),
          'forbidden',
          `${persona} ${action.name}`,
        );
      const nobody = runActionAs(service, null, action as never, { settlement });
      assert.equal(await refusalKindOf(nobody), 'unauthenticated');
    }
    await service.db`delete from settlement_role where account_id = ${village.accounts.editor}`;
    assert.equal(await refusalKindOf(invite()), 'forbidden', 'a former editor');
    await insertSettlementRole(
      service.db,
      village.settlement.id,
      village.accounts.editor,
      'editor',
      new Date(),
    );
  });

  it('says before whom it reaches how, and sends once when two editors press at once', async () => {
    const before = await counts();
    assert.deepEqual(before, { letter: 130, sheet: 270, invited: 0, account: 2, gone: 0, limited: 0 });
    const both = await Promise.all([invite(), invite(village.accounts.neighbour)]);
    assert.deepEqual(both.map(({ sent }) => sent).sort(), [0, 130]);
    assert.deepEqual(
      both.map(({ left }) => left),
      [0, 0],
    );
    const letters = await service.db<{ at: Date }[]>`select send_at as at from letter order by send_at`;
    assert.equal(letters.length, 130);
    const gaps = letters.slice(1).map(({ at }, index) => at.getTime() - (letters[index]?.at.getTime() ?? 0));
    assert.deepEqual([...new Set(gaps)], [3_000], 'twenty a minute');
    assert.deepEqual(await counts(), { ...before, letter: 0, invited: 130 });
    const { codes, next } = await list();
    assert.ok(next);
    assert.ok(codes.every(({ state, isByLetter }) => state === 'waiting' && isByLetter));
    const audited = await service.db<{ after: unknown }[]>`
      select after from audit_entry where action = 'invite_people'`;
    assert.deepEqual(
      audited.map(({ after: said }) => said),
      [{ letters: 130 }],
    );
  });

  it('sends at its pace what is still wanted, and again only to whom it did not reach', async () => {
    const { db } = service;
    const [joining, refused] = [people[129], people[5]];
    // Joins while letters go out: the record belongs to an account, and the code is withdrawn.
    await db`update plot_code set used_at = now() where person_id = ${joining?.id as string}`;
    await db`
      update recorded_person set membership_id = (select id from membership where account_id = ${village.accounts.resident})
       where id = ${joining?.id as string}`;
    mail.refuse = { recipient: (address) => (address === refused?.email ? 550 : undefined) };
    await deliver();
    const first = mail.received.length;
    assert.ok(first < 129, `${first} at once`);
    offset = hour;
    await deliver();
    assert.equal(mail.received.length, 128);
    assert.equal(new Set(mail.received.map(({ to }) => to)).size, 128);
    assert.ok(!mail.received.some(({ to }) => to === joining?.email));
    const { codes } = await list({ state: 'refused' });
    assert.deepEqual(
      codes.map(({ personId }) => personId),
      [refused?.id],
    );
    const stored = JSON.stringify(await db`select body_text, body_html from letter where state <> 'waiting'`);
    assert.doesNotMatch(stored, /code=/, 'no code stays in a letter that was sent');

    assert.equal((await counts()).letter, 1);
    mail.refuse = {};
    assert.deepEqual(await invite(), { sent: 1, left: 0 });
    offset += hour;
    await deliver();
    assert.equal(mail.received.at(-1)?.to, refused?.email);
    assert.deepEqual(await invite(), { sent: 0, left: 0 });

    const over = people[7];
    await db`update plot_code set expires_at = now() - interval '1 day' where person_id = ${over?.id as string}`;
    assert.deepEqual(await invite(), { sent: 1, left: 0 }, 'whose invitation is over');
    const alone = { settlement, person: people[8]?.id };
    await runActionAs(service, village.accounts.editor, invite_person, alone);
    await runActionAs(service, village.accounts.editor, invite_person, alone);
    assert.deepEqual(await invite(), { sent: 0, left: 0 }, 'who was invited alone');
    await db`update plot_code set expires_at = now() - interval '1 day' where person_id = ${people[8]?.id as string}`;
    assert.equal((await counts()).limited, 1, 'an address has three letters a day, and that is said');
    await db`delete from plot_code where person_id = ${people[8]?.id as string}`;
  });

  it('joins who uses the code of a letter, and remembers what became of it when the letter is gone', async () => {
    const { db } = service;
    const letter = mail.received.find(({ to }) => to === people[0]?.email);
    const code = codeIn(letter?.raw ?? '');
    await village.clients.newcomer.request_residency({
      ...{ settlement, parcel: people[0]?.number, role: 'owner', code },
    } as never);
    const used = await list({ state: 'used' });
    assert.deepEqual(
      used.codes.map(({ personId }) => personId),
      [people[0]?.id],
    );
    const [sent] = (await list({ state: 'sent' })).codes;
    await sweepExpired(db, new Date(Date.now() + 40 * 24 * hour));
    assert.equal((await db`select 1 from letter where state = 'sent'`).length, 0);
    assert.equal((await list({ state: 'sent' })).codes[0]?.id, sent?.id);
    assert.doesNotMatch(JSON.stringify(await list()), new RegExp(code));
  });

  it('prints sheets for the rest in parts, each person once', async () => {
    const seen = new Set<string>();
    for (const expected of [170, 70, 0]) {
      const { letters, left } = await runActionAs(service, village.accounts.editor, print_people_letters, {
        settlement,
      });
      assert.equal(left, expected);
      for (const { name, code } of letters) {
        assert.ok(!seen.has(name), name);
        seen.add(name);
        assert.match(code, /^[2-9A-HJKMNP-Z]{5}-/);
      }
    }
    assert.equal(seen.size, 270);
    assert.equal((await counts()).sheet, 0);
    assert.ok((await list({ state: 'paper' })).codes.length > 0);
  });
});
