import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { answer_board_invitation } from '../../src/features/actions/answer_board_invitation.ts';
import { invite_to_board } from '../../src/features/actions/invite_to_board.ts';
import { invite_to_plot } from '../../src/features/actions/invite_to_plot.ts';
import { propose_motion } from '../../src/features/actions/propose_motion.ts';
import { second_motion } from '../../src/features/actions/second_motion.ts';
import { set_second_member } from '../../src/features/actions/set_second_member.ts';
import { importPeople } from '../../src/features/land-import/people-import.ts';
import { parsePeopleList } from '../../src/features/land-import/people-list-parser.ts';
import { insertMembership } from '../../src/store/land/residents.ts';
import { runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { type Browser, openBrowser } from '../oauth/browser.ts';
import { quickHash } from '../oauth/quick-hash.ts';
import { waitForAccountRequests, waitForEmail } from './mailbox.ts';

const password = 'a long enough one';
const former = 'newcomer@example.org';
const email = 'zinaida.present@example.org';
const name = 'Zinaida Nezabudkina';
const word = 'xylographica';

/** Places where data of the person may stay, and why. */
const kept: Readonly<Record<string, string>> = {
  'notification.replacements': 'what others were told while it happened is theirs',
  'letter_item.replacements': 'likewise, on its way into a letter',
  'push_item.replacements': 'likewise, on its way to a browser',
  'letter.body_text': 'likewise, in letters to others; gone after 30 days',
  'letter.body_html': 'likewise',
  'message.body': 'words to others stay with those they were written to',
  'idempotency_reply.reply': 'what others were answered; gone after seven days',
};

describe('a deleted account', () => {
  let service: TestService;
  let village: Village;
  let person: Browser;
  before(async () => {
    service = await startService({}, { jobs: true });
    village = await buildVillage(service);
    await service.db`update account set password_hash = ${await quickHash(password)}`;
    await service.db`update account set is_operator = true where id = ${village.accounts.editor}`;
    person = openBrowser(service);
    const form = await person.get('/login');
    assert.equal((await person.submit(form, '/login', { email: former, password })).status, 303);
  });

  async function moveToPresentAddress(): Promise<void> {
    const asked = { email, current_password: password };
    await person.submit(await person.get('/account/security'), '/account/email', asked);
    const { link } = await waitForEmail(service, email, 2);
    assert.equal((await person.submit(await person.get(link), '/confirm')).status, 303);
  }

  /** All kinds of personal data, and what others do with them. */
  async function live(): Promise<void> {
    const settlement = village.settlement.slug;
    const { newcomer: client, neighbour, editor } = village.clients;
    const id = village.accounts.newcomer;
    await client.edit_profile({ display_name: name });
    // Somebody registered the address before it was hers, and never confirmed it.
    const stranger = openBrowser(service);
    const typed = { email, display_name: name, password };
    await stranger.submit(await stranger.get('/register'), '/register', typed);
    await waitForEmail(service, email, 1);
    await moveToPresentAddress();
    await importPeople(
      { ...service.app.kernelDependencies, pool: service.pool },
      village.settlement.id,
      parsePeopleList(`plot,name,email\n3,${name},${email}\n12А,${name},${former}\n`).lines,
    );
    await client.request_residency({ settlement, parcel: '3', note: `${word}: I have lived here` });
    const { data: waiting } = await client.request_residency({ settlement, parcel: '2', note: word });
    await editor.confirm_resident({ settlement, resident: waiting.id });
    const tokens = await person.get('/account/tokens');
    const made = await person.submit(tokens, '/account/tokens', {
      name: `${word} token`,
      scopes: 'mcp:read',
      days: '365',
    });
    assert.ok(made.status < 400, `${made.status}`);
    await person.submit(await person.get('/forgot'), '/forgot', { email });
    await waitForAccountRequests(service);
    const invitation = { parcel: village.plots.neighbour, email, role: 'family' };
    await runActionAs(service, village.accounts.neighbour, invite_to_plot, invitation);
    const asked = { settlement, email, reason: 'Helps' };
    const { invitation: seat } = await runActionAs(service, village.accounts.editor, invite_to_board, asked);
    await runActionAs(service, id, answer_board_invitation, { invitation: seat, answer: 'accepted' });
    await runActionAs(service, village.accounts.editor, invite_to_board, { ...asked, role: 'auditor' });
    await succeed(id);
    const operator = openBrowser(service);
    await operator.submit(await operator.get('/login'), '/login', { email: 'editor@example.org', password });
    const role = { email, role: 'moderator', reason: 'Helps', password };
    const given = await operator.submit(await operator.get('/platform/roles'), '/platform/roles', role);
    assert.equal(given.status, 303);
    await neighbour.send_message({ to: 'person', account: id, body: `${name}, good morning` });
    await service.db`
      insert into job (id, queue, payload, run_at, created_at, failed_at)
      values (${service.newId()}, 'account_requests', ${service.db.json({ kind: 'reset', email })}, now(), now(), now())`;
  }

  /** Named as who has the plot after somebody: once before the name was in the register, and by two of the board. */
  async function succeed(id: string): Promise<void> {
    const settlement = village.settlement.slug;
    const { editor, company, outsider } = village.accounts;
    const end = async (account: string, parcelId: string) => {
      const resident = service.newId();
      await insertMembership(service.db, {
        ...{ id: resident, accountId: account, parcelId, role: 'owner', isPrimary: false },
        ...{ state: 'confirmed', decidedBy: editor, now: new Date() },
      });
      return { settlement, resident, reason_kind: 'sold' as const, successor: name };
    };
    await village.clients.editor.remove_resident(await end(company, village.plots.empty));
    await village.clients.editor.remove_resident(await end(company, village.plots.resident));
    await runActionAs(service, editor, set_second_member, { settlement, wanted: true });
    for (const [account, isSeconded] of [
      [outsider, true],
      [company, false],
    ] as const) {
      const call = await end(account, village.plots.resident);
      const proposal = { settlement, kind: 'removal', call };
      const { motion } = await runActionAs(service, editor, propose_motion, proposal);
      if (isSeconded) await runActionAs(service, id, second_motion, { settlement, motion });
    }
  }

  /** Every column of the database that contains one of the words. */
  async function search(words: readonly string[]): Promise<string[]> {
    const columns = await service.db<{ table: string; column: string; type: string }[]>`
      select c.table_name as table, c.column_name as column, c.data_type as type
        from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
         and c.data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY')`;
    assert.ok(columns.length > 150);
    const found: string[] = [];
    for (const { table, column, type } of columns) {
      const { db } = service;
      const text = type === 'bytea' ? db`encode(${db(column)}, 'escape')` : db`${db(column)}::text`;
      const rows =
        await db`select 1 from ${db(table)} where ${text} ilike any(${words.map((each) => `%${each}%`)}) limit 1`;
      if (rows.length > 0) found.push(`${table}.${column}`);
    }
    return found.sort();
  }

  it('leaves neither its email address, nor its name, nor its personal texts', async () => {
    await live();
    const words = [email, former, name, word];
    const before = await search(words);
    for (const place of [
      'account.email',
      'membership.note',
      'personal_token.name',
      'recorded_person.email_key',
      'letter.to_address',
      'job.payload',
      'registration.email',
      'plot_code.email_key',
      'residency_ending.successor_name',
      'board_motion.shown',
      'board_motion.content',
      'account_former_address.address',
    ])
      assert.ok(before.includes(place), `${place} was to be filled: ${before}`);
    const gone = await person.submit(await person.get('/account/data'), '/account/delete', { password });
    assert.equal(gone.location, '/account/deleted');
    assert.deepEqual(
      (await search(words)).filter((place) => !(place in kept)),
      [],
    );
    const own = await service.db`select 1 from letter where account_id = ${village.accounts.newcomer}`;
    assert.equal(own.length, 0);
  });
});
