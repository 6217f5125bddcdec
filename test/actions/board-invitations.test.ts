import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { AnyDefinition } from '../../src/domain/kernel/operation.ts';
import { answer_board_invitation } from '../../src/features/actions/answer_board_invitation.ts';
import { dismiss_editor } from '../../src/features/actions/dismiss_editor.ts';
import { invite_to_board } from '../../src/features/actions/invite_to_board.ts';
import { list_board } from '../../src/features/actions/list_board.ts';
import { set_board_title } from '../../src/features/actions/set_board_title.ts';
import { show_board_invitation } from '../../src/features/actions/show_board_invitation.ts';
import { withdraw_board_invitation } from '../../src/features/actions/withdraw_board_invitation.ts';
import { deleteAccount } from '../../src/store/accounts/credentials.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { waitForLockWaiters } from '../db/lock-waiters.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Persona, personas, type Village } from '../harness/village.ts';

const settlement = 'berezka';

describe('invitations to the board', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });
  beforeEach(async () => {
    await service.db`delete from board_invitation`;
    await service.db`delete from settlement_role`;
    await service.db`delete from notification`;
    await service.db`delete from letter`;
    await insertSettlementRole(
      service.db,
      village.settlement.id,
      village.accounts.editor,
      'editor',
      new Date(),
    );
  });
  const run = <Reply>(who: Persona | null, action: AnyDefinition<Reply>, input: object) =>
    runActionAs(service, who && village.accounts[who], action, { ...input }, 'session', who === 'moderator');
  const invite = async (who: Persona | null, input: object) => {
    const wanted = { settlement, reason: 'Так решило собрание', ...input };
    return (await run(who, invite_to_board, wanted)).invitation;
  };
  const answer = (who: Persona, invitation: string, given: 'accepted' | 'declined') =>
    refusalKindOf(run(who, answer_board_invitation, { invitation, answer: given }));
  const roles = () =>
    service.db<{ account: string; role: string; title: string }[]>`
      select account_id as account, role, title from settlement_role order by created_at`;
  const toldOf = (who: Persona) =>
    service.db<{ key: string; ended: boolean }[]>`
      select key, ended_at is not null as ended from notification where account_id = ${village.accounts[who]} order by id`;

  it('are sent by the board and moderators alone', async () => {
    for (const who of personas.filter((each) => !['editor', 'moderator'].includes(each)))
      assert.equal(await refusalKindOf(invite(who, { email: 'resident@example.org' })), 'forbidden', who);
    assert.equal(await refusalKindOf(invite(null, { email: 'resident@example.org' })), 'unauthenticated');
    await insertSettlementRole(
      service.db,
      village.settlement.id,
      village.accounts.neighbour,
      'auditor',
      new Date(),
    );
    assert.equal(await refusalKindOf(invite('neighbour', { email: 'resident@example.org' })), 'forbidden');
    assert.ok(await invite('moderator', { email: 'resident@example.org' }));
  });

  it('give the role once the person has agreed, and end their notification', async () => {
    const invitation = await invite('editor', { email: 'Resident@example.org', title: 'казначей' });
    assert.deepEqual(await toldOf('resident'), [{ key: 'notifications.board_invited', ended: false }]);
    assert.equal((await roles()).length, 1, 'not before');
    const shown = await run('resident', show_board_invitation, { invitation });
    assert.deepEqual(
      [shown.settlementName, shown.inviter, shown.role, shown.title, shown.reason],
      ['СНТ Берёзка', 'Editor I.', 'editor', 'казначей', 'Так решило собрание'],
    );
    for (const who of personas.filter((each) => each !== 'resident')) {
      assert.equal(await refusalKindOf(run(who, show_board_invitation, { invitation })), 'not_found', who);
      assert.equal(await answer(who, invitation, 'accepted'), 'not_found', who);
    }
    assert.equal(await answer('resident', invitation, 'accepted'), '');
    assert.deepEqual(
      (await roles()).map(({ account, role, title }) => [account, role, title]),
      [
        [village.accounts.editor, 'editor', ''],
        [village.accounts.resident, 'editor', 'казначей'],
      ],
    );
    assert.deepEqual(await toldOf('resident'), [{ key: 'notifications.board_invited', ended: true }]);
    assert.deepEqual(await toldOf('editor'), [{ key: 'notifications.board_member_taken', ended: false }]);
    assert.equal(await answer('resident', invitation, 'declined'), 'invalid', 'answered already');
    assert.equal(
      await refusalKindOf(invite('editor', { email: 'resident@example.org' })),
      'invalid',
      'is there',
    );
    const { data } = await village.clients.neighbour.show_settlement({ settlement });
    assert.deepEqual(data.board?.at(-1), {
      id: village.accounts.resident,
      name: 'Resident I.',
      title: 'казначей',
    });
  });

  it('answer alike whether or not a strange address has an account, and go there by a letter', async () => {
    const known = await invite('editor', { email: 'outsider@example.org' });
    const unknown = await invite('editor', { email: 'nobody@example.org' });
    assert.deepEqual(await toldOf('outsider'), []);
    const letters = await service.db<{ to: string; body: string }[]>`
      select to_address as to, body_text as body from letter order by id`;
    assert.deepEqual(
      letters.map(({ to }) => to),
      ['outsider@example.org', 'nobody@example.org'],
    );
    assert.match(letters[0]?.body ?? '', new RegExp(`/board-invitations/${known}`));
    const { invitations } = await run('editor', list_board, { settlement });
    assert.deepEqual(
      invitations.map(({ invitee }) => invitee),
      ['outsider@example.org', 'nobody@example.org'],
    );
    assert.equal(await answer('outsider', unknown, 'accepted'), 'not_found', 'of another address');
    await service.db`update account set email_confirmed_at = null where id = ${village.accounts.outsider}`;
    assert.equal(await answer('outsider', known, 'accepted'), 'not_found', 'not confirmed');
    await service.db`update account set email_confirmed_at = now() where id = ${village.accounts.outsider}`;
    assert.equal(await answer('outsider', known, 'declined'), '');
    assert.deepEqual(await toldOf('editor'), [
      { key: 'notifications.board_invitation_declined', ended: false },
    ]);
    assert.equal((await roles()).length, 1);
  });

  it('take somebody of the register', async () => {
    const { residents } = await village.clients.editor.list_residents({ settlement, state: 'confirmed' });
    const member = residents.find(({ account }) => account.id === village.accounts.neighbour);
    const invitation = await invite('editor', { resident: member?.id, role: 'auditor' });
    assert.equal(await answer('neighbour', invitation, 'accepted'), '');
    assert.deepEqual((await roles()).at(-1), {
      account: village.accounts.neighbour,
      role: 'auditor',
      title: '',
    });
    const { data } = await village.clients.resident.show_settlement({ settlement });
    assert.equal(data.board?.length, 1, 'an auditor is not on the board');
    const elsewhere = { settlement: 'sosny', resident: member?.id };
    await insertSettlementRole(service.db, village.other.id, village.accounts.editor, 'editor', new Date());
    assert.equal(await refusalKindOf(invite('editor', elsewhere)), 'not_found', 'of another settlement');
  });

  it('are cancelled, expire and are sent once', async () => {
    const invitation = await invite('editor', { email: 'resident@example.org' });
    assert.equal(await refusalKindOf(invite('editor', { email: 'resident@example.org' })), 'invalid');
    const other = { settlement: 'sosny', invitation };
    await insertSettlementRole(service.db, village.other.id, village.accounts.outsider, 'editor', new Date());
    assert.equal(await refusalKindOf(run('outsider', withdraw_board_invitation, other)), 'invalid');
    assert.equal(
      await refusalKindOf(run('editor', withdraw_board_invitation, { settlement, invitation })),
      '',
    );
    assert.equal(await answer('resident', invitation, 'accepted'), 'invalid');
    const late = await invite('editor', { email: 'resident@example.org' });
    await service.db`update board_invitation set expires_at = now() - interval '1 second' where id = ${late}`;
    assert.equal(await answer('resident', late, 'accepted'), 'invalid');
    assert.ok(await invite('editor', { email: 'resident@example.org' }), 'an expired one makes room');
    assert.equal((await roles()).filter(({ role }) => role !== 'editor').length, 0);
  });

  it('are limited for one address and day', async () => {
    for (let sent = 0; sent < 3; sent += 1) {
      const invitation = await invite('editor', { email: 'often@example.org' });
      await run('editor', withdraw_board_invitation, { settlement, invitation });
    }
    assert.equal(await refusalKindOf(invite('editor', { email: 'often@example.org' })), 'invalid');
  });

  it('let an auditor leave, and the board name and dismiss one', async () => {
    const { neighbour, resident } = village.accounts;
    const put = (account: string) =>
      insertSettlementRole(service.db, village.settlement.id, account, 'auditor', new Date());
    await put(neighbour);
    await put(resident);
    assert.equal(
      await refusalKindOf(
        run('neighbour', set_board_title, { settlement, account: neighbour, title: 'царь' }),
      ),
      'forbidden',
    );
    await run('editor', set_board_title, { settlement, account: neighbour, title: 'ревизор участка 3' });
    assert.equal((await roles()).find(({ account }) => account === neighbour)?.title, 'ревизор участка 3');
    const dismissal = { settlement, account: resident, reason: 'Хватит' };
    assert.equal(await refusalKindOf(run('neighbour', dismiss_editor, dismissal)), 'forbidden');
    assert.equal(await refusalKindOf(run('editor', dismiss_editor, dismissal)), '');
    assert.equal(
      await refusalKindOf(run('neighbour', dismiss_editor, { settlement, account: neighbour })),
      '',
    );
    assert.deepEqual(
      (await roles()).map(({ role }) => role),
      ['editor'],
    );
  });

  it('give no role to an account that is being deleted', async () => {
    const account = service.newId();
    await service.db`
      insert into account (id, email, email_key, display_name, language, email_confirmed_at, created_at)
      values (${account}, 'leaving@example.org', 'leaving@example.org', 'Leaving Ivanova', 'en', now(), now())`;
    const invitation = await invite('editor', { email: 'leaving@example.org' });
    let answered: Promise<string> | undefined;
    await service.pool.begin(async (db) => {
      await deleteAccount(db, account, new Date());
      answered = refusalKindOf(
        runActionAs(service, account, answer_board_invitation, { invitation, answer: 'accepted' }),
      );
      await waitForLockWaiters(db);
    });
    assert.equal(await answered, 'not_found');
    assert.equal((await roles()).length, 1);
  });
});
