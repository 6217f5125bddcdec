import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { texts as deletedTexts } from '../../src/entry/web/pages/account/account-deleted.tsx';
import { texts as codeTexts } from '../../src/entry/web/pages/board/plot-codes.tsx';
import { texts as createTexts } from '../../src/entry/web/pages/tasks/create-task.ts';
import { texts as taskTexts } from '../../src/entry/web/pages/tasks/new-task.tsx';
import { texts as joinTexts } from '../../src/entry/web/pages/village/join.tsx';
import { whoSeesTexts } from '../../src/entry/web/words/who-sees-texts.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { startService } from '../harness/service.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

const settlement = 'berezka';
const join = fillPath(paths.join, { settlement });

describe('what pages promise', () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
  });
  const clients = () => actors.village.clients;
  const issueCode = async (plot: string) => {
    const editor = await signIn(actors.service, 'editor', 'ru');
    const at = fillPath(paths.plotCodes, { settlement });
    const made = await editor.submit(await editor.get(at), at, { plot, count: '1', replace: 'true' });
    const code = /<b class="code">([^<]+)</.exec(made.html)?.[1] ?? '';
    assert.ok(code, visibleText(made.html).slice(-300));
    return { code, sheet: visibleText(made.html) };
  };
  const statesOf = async (persona: 'newcomer' | 'outsider') => {
    const { data } = await clients()[persona].show_me({});
    return data.parcels
      .filter(({ settlement_slug }) => settlement_slug === settlement)
      .map(({ plot_number, role, state }) => [plot_number, role, state]);
  };
  const forget = (persona: 'newcomer' | 'outsider') => actors.service.db`
    delete from membership m using parcel p
     where p.id = m.parcel_id and p.settlement_id = ${actors.village.settlement.id}
       and m.account_id = ${actors.village.accounts[persona]}`;

  it('who sees the name and the email address is said where they are asked for, and is so', async () => {
    const browser = await signIn(actors.service, 'resident', 'ru');
    const anonymous = await fetch(new URL(paths.register, actors.service.url), {
      headers: { 'accept-language': 'ru' },
    });
    const registering = visibleText(await anonymous.text());
    const security = visibleText((await browser.get(paths.accountSecurity)).html);
    const profile = visibleText((await browser.get(paths.account)).html);
    const plain = (text: string) => text.replaceAll('\u00a0', ' ');
    assert.ok(registering.includes(plain(whoSeesTexts.name.ru)), registering);
    assert.ok(registering.includes(plain(whoSeesTexts.email.ru)));
    assert.ok(security.includes(plain(whoSeesTexts.email.ru)));
    assert.ok(profile.includes(plain(whoSeesTexts.name.ru)));
    const newcomer = await signIn(actors.service, 'newcomer', 'ru');
    assert.ok(visibleText((await newcomer.get(join)).html).includes(plain(whoSeesTexts.claim.ru)));

    await clients().newcomer.request_residency({ settlement, parcel: '3' });
    const { residents } = await clients().editor.list_residents({ settlement, state: 'claimed' });
    assert.deepEqual(
      residents.map(({ account }) => [account.name, account.email]),
      [['Newcomer Ivanova', 'newcomer@example.org']],
    );
    const board = await signIn(actors.service, 'editor', 'ru');
    const claim = fillPath(paths.claim, { settlement, resident: residents[0]?.id ?? '' });
    assert.match((await board.get(claim)).html, /newcomer@example\.org/);
    const neighbour = await signIn(actors.service, 'neighbour', 'ru');
    for (const path of [fillPath(paths.settlement, { settlement }), paths.today, paths.search, claim]) {
      const { html } = await neighbour.get(path);
      assert.doesNotMatch(html, /newcomer@example\.org|Newcomer Ivanova/, path);
    }
    await forget('newcomer');
  });

  const codeCases = [
    { name: 'records the first owner at once', plot: '3', role: 'owner', state: 'confirmed', isTold: false },
    { name: 'records family at once', plot: '1', role: 'family', state: 'confirmed', isTold: true },
    { name: 'records a tenant at once', plot: '1', role: 'tenant', state: 'confirmed', isTold: true },
  ] as const;
  for (const { name, plot, role, state, isTold } of codeCases)
    it(`a code of the board ${name}`, async () => {
      const { code, sheet } = await issueCode(plot);
      assert.equal(sheet.includes(codeTexts.hasOwner.ru), isTold, 'the sheet says where another owner waits');
      const browser = await signIn(actors.service, 'newcomer', 'ru');
      const page = await browser.get(`${join}?${new URLSearchParams({ plot, code, role })}`);
      assert.match(page.html, new RegExp(`value="${role}"[^>]*checked`), 'the role of the code is chosen');
      const done = await browser.submit(page, join, { parcel: plot, role, code });
      assert.equal(done.status, 303);
      assert.deepEqual(await statesOf('newcomer'), [[plot, role, state]]);
      await forget('newcomer');
    });

  it('a code that does not suffice says so before anything is sent, and waits only when told to', async () => {
    const { code } = await issueCode('1');
    const browser = await signIn(actors.service, 'newcomer', 'ru');
    const page = await browser.get(`${join}?${new URLSearchParams({ plot: '1', code })}`);
    assert.ok(visibleText(page.html).includes(joinTexts.codeHint.ru));
    const typed = { parcel: '1', role: 'owner', code };
    const refused = await browser.submit(page, join, typed);
    assert.equal(refused.status, 422);
    assert.match(visibleText(refused.html), /Собственник этого участка уже записан/);
    assert.deepEqual(await statesOf('newcomer'), [], 'nothing waits unsaid');
    const sent = await browser.submit(refused, join, { ...typed, board_decides: 'true' });
    assert.equal(sent.location, paths.myRequests);
    assert.deepEqual(await statesOf('newcomer'), [['1', 'owner', 'claimed']]);
    await forget('newcomer');
  });

  it('somebody who waits for the board is offered what is possible, and nothing that is refused', async () => {
    await clients().newcomer.request_residency({ settlement, parcel: '3' });
    const browser = await signIn(actors.service, 'newcomer', 'ru');
    const { html } = await browser.get(paths.today);
    const offered = [...html.matchAll(/<a[^>]*href="(\/[^"]*)"/g)].map(([, href = '']) =>
      href.replaceAll('&amp;', '&'),
    );
    assert.equal(offered.filter((href) => href.startsWith(paths.newTask)).length, 0);
    const toBoard = `${paths.newMessage}?settlement=${settlement}&to=board`;
    assert.ok(offered.includes(toBoard), offered.join(' '));
    const task = await browser.get(`${paths.newTask}?kind=request`);
    assert.doesNotMatch(task.html, /id="write"/, 'no form that would be refused');
    assert.ok(visibleText(task.html).includes(taskTexts.waiting.ru));
    const { data } = await clients().newcomer.send_message({ to: 'board', settlement, body: 'Когда?' });
    assert.ok(data.id, 'the message to the board that is offered is taken');
    await forget('newcomer');
  });

  it('a reminder without a day promises none', async () => {
    const browser = await signIn(actors.service, 'resident', 'ru');
    for (const [other_day, said] of [
      ['', createTexts.keptWithoutDay],
      ['2099-05-01', createTexts.kept],
    ] as const) {
      const page = await browser.get(`${paths.newTask}?kind=reminder`);
      const done = await browser.submit(page, paths.newTask, {
        title: 'Полить',
        to: 'self',
        due_on: '',
        other_day,
        repeats: '',
      });
      assert.equal(done.status, 303, visibleText(done.html).slice(0, 400));
      assert.ok(visibleText((await browser.get(done.location ?? '')).html).includes(said.ru));
    }
  });

  it('board members taken on, put off and leaving are told, and so is the rest of the board', async () => {
    const { service, village } = actors;
    const { accounts } = village;
    await insertSettlementRole(service.db, village.settlement.id, accounts.neighbour, 'editor', new Date());
    const at = { settlement };
    const told = async (persona: 'resident' | 'neighbour' | 'editor') =>
      (
        await service.db<{ key: string; replacements: Record<string, string> }[]>`
          select key, replacements from notification
           where account_id = ${accounts[persona]} and key like 'notifications.board_%' order by id`
      ).map(({ key, replacements: { by = '', reason = '', name = '' } }) =>
        [key.slice('notifications.board_'.length), name, by, reason].filter(Boolean).join(', '),
      );
    const editor = await signIn(service, 'editor', 'ru');
    const asking = fillPath(paths.newBoardMember, at);
    const given = { email: 'resident@example.org', role: 'editor', title: '', reason: 'Ведёт кассу' };
    await editor.submit(await editor.get(asking), asking, given);
    const again = await editor.submit(await editor.get(asking), asking, given);
    assert.equal(again.status, 422, 'asked already');
    const [asked] = await service.db<{ id: string }[]>`select id from board_invitation`;
    const invitation = fillPath(paths.boardInvitation, { invitation: asked?.id ?? '' });
    const resident = await signIn(service, 'resident', 'ru');
    const agreed = await resident.submit(await resident.get(invitation), invitation, { answer: 'accepted' });
    assert.match((await resident.get(agreed.location ?? '')).html, /Вы согласились\. Правлению сообщили\./);
    const their = fillPath(paths.boardMember, { ...at, account: accounts.resident });
    const silent = await editor.submit(await editor.get(their), their, { reason: '' });
    assert.equal(silent.status, 422, 'a dismissal needs a reason');
    await editor.submit(silent, their, { reason: 'Уехал' });
    const own = fillPath(paths.boardMember, { ...at, account: accounts.neighbour });
    const neighbour = await signIn(service, 'neighbour', 'ru');
    await neighbour.submit(await neighbour.get(own), own, {});
    assert.deepEqual(await told('resident'), [
      'invited, Editor I., Ведёт кассу',
      'dismissed, Editor I., Уехал',
    ]);
    assert.deepEqual(await told('neighbour'), [
      'member_taken, Resident I., Editor I., Ведёт кассу',
      'member_dismissed, Resident I., Editor I., Уехал',
    ]);
    assert.deepEqual(await told('editor'), [
      'member_taken, Resident I., Editor I., Ведёт кассу',
      'member_left, Neighbour I.',
    ]);
    const letters = await service.db`
      select 1 from letter_item where account_id in (${accounts.resident}, ${accounts.neighbour}, ${accounts.editor})
         and key like 'notifications.board_%'`;
    assert.equal(letters.length, 5, 'and by email; that of the invitation ended with the answer');
  });

  it('deleting the account ends on a page that says it is done and what remains', async () => {
    const browser = await signIn(actors.service, 'outsider', 'ru');
    const gone = await browser.submit(await browser.get(paths.accountData), paths.accountDelete, {
      password,
    });
    assert.equal(gone.location, paths.accountDeleted);
    const words = visibleText((await browser.get(paths.accountDeleted)).html);
    assert.ok(words.includes(deletedTexts.title.ru), words);
    assert.match(words, /«бывший житель».*останутся у получателей/);
    assert.equal((await browser.get(paths.account)).status, 303, 'signed out');
    const { db } = actors.service;
    const left = await db`
      select 1 from session where account_id = ${actors.village.accounts.outsider}
      union all select 1 from account where email_key = 'outsider@example.org'`;
    assert.equal(left.length, 0, 'signed out everywhere, and the address is free');
  });
});
