import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { scopes } from '../../src/domain/kernel/caller.ts';
import { set_role } from '../../src/features/actions/set_role.ts';
import { setOperator, setPlatformRole } from '../../src/store/accounts/accounts.ts';
import { refusalKindOf } from '../harness/page-actions.ts';
import { startService } from '../harness/service.ts';
import type { Persona } from '../harness/village.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

const at = '/platform/roles';

describe('platform roles', () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
  });
  beforeEach(async () => {
    const { service, village } = actors;
    await service.db`update account set is_operator = false, platform_role = null`;
    await service.db`delete from notification`;
    await setOperator(service.db, village.accounts.editor, true);
    await setOperator(service.db, village.accounts.neighbour, true);
    await setPlatformRole(service.db, village.accounts.moderator, 'moderator');
  });
  const idOf = (who: Persona) => actors.village.accounts[who];
  /** A request in flight while roles change: the caller still has the flags from before. */
  const act = (who: Persona, input: object) =>
    refusalKindOf(
      actors.service.app.kernel.perform(
        set_role,
        { reason: 'Просит сам', ...input },
        {
          surface: 'api',
          bearer: undefined,
          origin: actors.service.url,
          address: '127.0.0.1',
          language: 'en',
          signal: new AbortController().signal,
        },
        {
          accountId: idOf(who),
          isModerator: false,
          isOperator: who === 'editor' || who === 'neighbour',
          scopes: new Set(scopes),
          via: 'session',
        },
      ),
    );
  const rolesOf = async (who: Persona) => {
    const { data } = await actors.village.clients[who].show_me({});
    return [data.platform_role, data.is_operator];
  };
  const told = async (who: Persona) =>
    (await actors.village.clients[who].list_notifications({})).notifications.map(
      ({ key }) => key.split('.')[1],
    );

  it('are listed for moderators and operators, and changed by operators only', async () => {
    for (const who of ['resident', 'newcomer', 'company'] as const) {
      const browser = await signIn(actors.service, who);
      assert.equal((await browser.get(at)).status, 403, who);
      assert.equal(
        await act(who, { email: 'resident@example.org', role: 'moderator', is_given: true }),
        'forbidden',
      );
    }
    const moderator = await signIn(actors.service, 'moderator');
    const seen = await moderator.get(at);
    assert.match(visibleText(seen.html), /Moderator Ivanova you .*Editor Ivanova/);
    assert.doesNotMatch(seen.html, /editor@example\.org|id="give"/);
    assert.equal((await moderator.get(`${at}/${idOf('editor')}`)).status, 403);
    const operator = await signIn(actors.service, 'editor');
    const own = await operator.get(at);
    assert.match(own.html, /moderator@example\.org/);
    // A moderator who submits the form of an operator is refused.
    const sent = { email: 'resident@example.org', role: 'moderator', reason: 'Просит сам', password };
    assert.equal((await moderator.post(at, sent)).status, 403);
    assert.deepEqual(await rolesOf('resident'), [null, false]);
  });

  it('require the password, a reason and another account', async () => {
    const browser = await signIn(actors.service, 'editor');
    const sent = {
      email: 'resident@example.org',
      role: 'moderator',
      reason: 'Помогает с текстами',
      password,
    };
    for (const [field, value] of [
      ['password', 'not this one at all'],
      ['password', ''],
      ['reason', ' '],
      ['email', 'nobody@example.org'],
      ['email', 'editor@example.org'],
    ] as const) {
      const refused = await browser.submit(await browser.get(at), at, { ...sent, [field]: value });
      assert.equal(refused.status, 422, field);
      assert.match(refused.html, new RegExp(`id="give-${field}-error"`), `${field} ${value}`);
      assert.doesNotMatch(refused.html, new RegExp(password));
    }
    assert.deepEqual(await rolesOf('resident'), [null, false]);
    assert.deepEqual(await rolesOf('editor'), [null, true], 'nobody gives themselves what they lack');
    assert.equal(
      await act('editor', { account: idOf('editor'), role: 'moderator', is_given: true }),
      'invalid',
    );
  });

  it('apply at once to existing tokens, are notified and audited', async () => {
    const { village, service } = actors;
    const isModerator = async () =>
      (await village.clients.resident.show_me({ waiting: true })).data.waiting?.texts !== null;
    const browser = await signIn(service, 'editor', 'ru');
    assert.equal(await isModerator(), false, 'remembered so');
    const sent = {
      email: 'Resident@example.org',
      role: 'moderator',
      reason: 'Помогает с текстами',
      password,
    };
    const given = await browser.submit(await browser.get(at), at, sent);
    assert.equal(given.location, at);
    assert.equal(await isModerator(), true);
    assert.match(
      visibleText((await browser.get(at)).html),
      /Роль дали.*Resident Ivanova.*Дали роль Editor I\./,
    );
    const again = await browser.submit(await browser.get(at), at, sent);
    assert.match(visibleText((await browser.get(again.location ?? '')).html), /уже есть/);
    assert.deepEqual(await told('resident'), ['role_moderator_given']);
    assert.deepEqual(await told('neighbour'), ['role_of_another_moderator_given']);
    assert.deepEqual(await told('editor'), []);
    const their = `${at}/${idOf('resident')}`;
    const wrong = await browser.submit(await browser.get(their), their, {
      role: 'moderator',
      reason: 'Уехал',
    });
    assert.match(wrong.html, /id="take-password-error"/);
    const taken = await browser.submit(wrong, their, { role: 'moderator', reason: 'Уехал', password });
    assert.equal(taken.location, at);
    assert.equal(await isModerator(), false, 'at once');
    assert.equal((await told('resident')).length, 2);
    assert.equal((await browser.get(their)).status, 404, 'nothing left to take');
    const rows = await service.db<{ account: string; after: object }[]>`
      select account_id as account, after from audit_entry where action = 'set_role' and of_installation order by id`;
    assert.deepEqual(rows, [
      {
        account: idOf('editor'),
        after: { role: 'moderator', isGiven: true, reason: 'Помогает с текстами' },
      },
      {
        account: idOf('editor'),
        after: { role: 'moderator', isGiven: false, reason: 'Уехал' },
      },
    ]);
  });

  it('are never removed from the last holder, also concurrently', async () => {
    const { service } = actors;
    const operator = await signIn(service, 'editor');
    const their = `${at}/${idOf('moderator')}`;
    const page = await operator.get(their);
    assert.match(visibleText(page.html), /the last one keeps the role/);
    assert.doesNotMatch(page.html, /id="take"/);
    assert.equal(
      await act('editor', { account: idOf('moderator'), role: 'moderator', is_given: false }),
      'invalid',
    );
    for (let round = 0; round < 5; round += 1) {
      for (const who of ['editor', 'neighbour'] as const) await setOperator(service.db, idOf(who), true);
      const outcomes = await Promise.all([
        act('editor', {
          account: idOf(round % 2 ? 'editor' : 'neighbour'),
          role: 'operator',
          is_given: false,
        }),
        act('neighbour', {
          account: idOf(round % 2 ? 'neighbour' : 'editor'),
          role: 'operator',
          is_given: false,
        }),
      ]);
      assert.equal(outcomes.filter((outcome) => outcome === '').length, 1, outcomes.join());
      const left = await service.db`select 1 from account where is_operator`;
      assert.equal(left.length, 1);
    }
  });

  it('redirect to an accessible page after removing the own role', async () => {
    const browser = await signIn(actors.service, 'neighbour');
    const own = `${at}/${idOf('neighbour')}`;
    const left = await browser.submit(await browser.get(own), own, {
      role: 'operator',
      reason: 'Ухожу',
      password,
    });
    assert.equal(left.location, '/more');
    assert.equal((await browser.get('/more')).status, 200);
    assert.equal((await browser.get(at)).status, 403);
    assert.deepEqual(await rolesOf('neighbour'), [null, false]);
    assert.deepEqual(await told('neighbour'), [], 'nobody is told what they did themselves');
    assert.equal((await told('editor')).length, 1);
  });

  it('are notified by account email and in the app, even with notifications switched off', async () => {
    const { service, village } = actors;
    await service.db`delete from letter`;
    await service.db`delete from letter_item`;
    for (const who of ['resident', 'neighbour'] as const)
      await village.clients[who].set_notification_preferences({
        channels: { in_app: false, mail: false },
        topics: { reminders: { in_app: false, mail: false } },
      });
    await service.db`update account set mail_paused_at = now() where id = ${idOf('resident')}`;
    const given = { email: 'resident@example.org', role: 'moderator', is_given: true, reason: 'Помогает' };
    assert.equal(await act('editor', given), '');
    assert.deepEqual(await told('resident'), ['role_moderator_given']);
    assert.deepEqual(await told('neighbour'), ['role_of_another_moderator_given']);
    const letters = await service.db<{ to: string; text: string; topic: string | null }[]>`
      select to_address as "to", body_text as text, topic from letter order by to_address`;
    assert.deepEqual(
      letters.map(({ to, topic }) => [to, topic]),
      [
        ['editor@example.org', null],
        ['neighbour@example.org', null],
        ['resident@example.org', null],
      ],
      'whoever did it, too: perhaps it was not them',
    );
    for (const { text } of letters) {
      assert.match(text, /Resident Ivanova: the role of moderator was given\. Reason: Помогает/);
      assert.match(text, /whatever you have turned off/);
    }
    assert.equal((await service.db`select 1 from letter_item`).length, 0, 'no second letter under a topic');
  });

  it('keep the last holder from deleting the account, also concurrently', async () => {
    const { service } = actors;
    const remove = async (who: Persona) => {
      const browser = await signIn(service, who, 'ru');
      const page = await browser.get('/account/data');
      return () => browser.submit(page, '/account/delete', { password });
    };
    const last = await (await remove('moderator'))();
    assert.equal(last.status, 422);
    assert.match(
      visibleText(last.html),
      /Вы последний модератор площадки\. Сначала попросите администратора назначить другого/,
    );
    const both = [await remove('editor'), await remove('neighbour')];
    await service.db`delete from settlement_role where account_id in (${idOf('editor')}, ${idOf('neighbour')})`;
    const replies = await Promise.all(both.map((send) => send()));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [303, 422]);
    const refused = replies.find(({ status }) => status === 422)?.html ?? '';
    assert.match(visibleText(refused), /Вы последний администратор площадки\. Сначала назначьте другого/);
    assert.equal(
      (await service.db`select 1 from account where is_operator and deleted_at is null`).length,
      1,
    );
  });
});
