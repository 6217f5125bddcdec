import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { invite_to_plot } from '../../src/features/actions/invite_to_plot.ts';
import { issue_plot_codes } from '../../src/features/actions/issue_plot_codes.ts';
import { list_household } from '../../src/features/actions/list_household.ts';
import { make_invitation_link } from '../../src/features/actions/make_invitation_link.ts';
import { withdraw_invitation } from '../../src/features/actions/withdraw_invitation.ts';
import { createPlotCodes } from '../../src/features/operations/settlement/plot-codes.ts';
import { insertAccount } from '../../src/store/accounts/accounts.ts';
import { insertParcels } from '../../src/store/land/parcels.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { listAudit } from '../../src/store/system/audit.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { assertRefused } from '../harness/refusals.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, personas, squarePlot, type Village } from '../harness/village.ts';

describe('plot codes', () => {
  let service: TestService;
  let village: Village;
  let settlement: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    settlement = village.settlement.slug;
  });
  beforeEach(async () => {
    await service.db`delete from plot_code_try`;
  });
  const issue = (input: object = {}) =>
    runActionAs(service, village.accounts.editor, issue_plot_codes, { settlement, replace: true, ...input });
  const issueOne = async (parcel: string) => (await issue({ parcel })).codes[0]?.code as string;
  const stranger = async () => {
    const id = service.newId();
    await insertAccount(service.db, {
      id,
      email: `s${id}@example.org`,
      displayName: 'Stranger',
      language: 'en',
      passwordHash: null,
      emailConfirmedAt: new Date(),
      createdAt: new Date(),
    });
    return { id, client: await service.as(id) };
  };
  const claim = async (input: object) => {
    const person = await stranger();
    return person.client.request_residency({ settlement, ...input } as never);
  };

  it('are valid on only one of two sheets issued concurrently', async () => {
    const parcel = village.plots.empty;
    await Promise.all(Array.from({ length: 6 }, () => issue({ parcel })));
    const good = await service.db`select 1 from plot_code where parcel_id = ${parcel} and used_at is null`;
    assert.equal(good.length, 1);
    await service.db`delete from plot_code where parcel_id = ${parcel}`;
  });

  it('are stored in batches, each once', async () => {
    const { db, newId } = service;
    const plots = Array.from({ length: 130 }, (_, index) => ({
      id: newId(),
      settlementId: village.other.id,
      number: String(index + 100),
      cadastralNumber: null,
      address: '',
      ...squarePlot(200 + Math.floor(index / 50), index % 50),
    }));
    await insertParcels(db, plots, new Date());
    await insertSettlementRole(db, village.other.id, village.accounts.editor, 'editor', new Date());
    const { codes } = await issue({ settlement: village.other.slug, count: '5' });
    assert.equal(codes.length, 131 * 5, 'more than one statement stores');
    assert.equal(new Set(codes.map(({ code }) => code)).size, codes.length);
    const kept = await db<{ count: number }[]>`
      select count(*)::int as count from plot_code c join parcel p on p.id = c.parcel_id
       where p.settlement_id = ${village.other.id} and c.used_at is null group by p.id`;
    assert.deepEqual(
      kept.map(({ count }) => count),
      Array.from({ length: 131 }, () => 5),
    );
    await db`delete from settlement_role where settlement_id = ${village.other.id}`;
  });

  it('are issued by the board only, on a page, for one plot or all', async () => {
    for (const persona of personas) {
      if (persona === 'editor') continue;
      const kind = await refusalKindOf(
        runActionAs(service, village.accounts[persona], issue_plot_codes, { settlement }),
      );
      assert.equal(kind, 'forbidden', persona);
    }
    assert.equal(
      await refusalKindOf(runActionAs(service, null, issue_plot_codes, { settlement })),
      'unauthenticated',
    );
    const byToken = runActionAs(
      service,
      village.accounts.editor,
      issue_plot_codes,
      { settlement },
      'personal',
    );
    assert.equal(await refusalKindOf(byToken), 'unauthenticated');
    assert.equal(await refusalKindOf(issue({ settlement: village.other.slug })), 'forbidden');
    assert.equal(await refusalKindOf(issue({ parcel: village.outsiderPlot })), 'not_found');
    assert.equal(await refusalKindOf(issue({ count: 6 })), 'invalid');
    assert.equal(await refusalKindOf(issue({ color: 'red' })), 'invalid');
    const { codes } = await issue({ count: 2 });
    assert.equal(codes.length, 8);
    assert.equal(new Set(codes.map(({ code }) => code)).size, 8);
    for (const { code } of codes) assert.match(code, /^[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}$/);
    const kept = JSON.stringify(await service.db`select * from plot_code`);
    for (const { code } of codes) assert.ok(!kept.includes(code), 'only a hash is kept');
    const [entry] = await listAudit(
      service.db,
      { kind: 'board', settlementId: village.settlement.id },
      { limit: 1 },
    );
    assert.deepEqual([entry?.action, entry?.after], ['issue_plot_codes', { plots: 4, codes: 8 }]);
  });

  it('confirm family and tenants at once, an owner only where none is recorded', async () => {
    const tenant = await claim({ parcel: '1', role: 'tenant', code: await issueOne(village.plots.resident) });
    assert.deepEqual(
      [tenant.data.state, tenant.data.role, tenant.data.decided_by],
      ['confirmed', 'tenant', village.accounts.editor],
    );
    const code = await issueOne(village.plots.resident);
    const second = await claim({ parcel: '1', role: 'owner', code });
    assert.equal(second.data.state, 'claimed', 'the plot has an owner: the board decides');
    const family = await claim({ parcel: '1', role: 'family', code });
    assert.equal(family.data.state, 'confirmed', 'the code was not used up');
    const first = await claim({ parcel: '3', code: await issueOne(village.plots.free) });
    assert.deepEqual([first.data.state, first.data.role], ['confirmed', 'owner']);
  });

  it('confirm a pending claim, and tolerate typing variants', async () => {
    const person = await stranger();
    const waiting = await person.client.request_residency({ settlement, parcel: '2', role: 'family' });
    assert.equal(waiting.data.state, 'claimed');
    const code = await issueOne(village.plots.neighbour);
    const typed = ` ${code.replace('-', ' – ').toLowerCase().replaceAll('a', 'а').replaceAll('p', 'р')} `;
    const { data } = await person.client.request_residency({ settlement, parcel: '2', code: typed });
    assert.deepEqual([data.id, data.state, data.role], [waiting.data.id, 'confirmed', 'family']);
  });

  it('are valid once, for their plot, for 90 days, until reissued or a resident is removed', async () => {
    const code = await issueOne(village.plots.neighbour);
    await assertRefused(claim({ parcel: '1', role: 'family', code }), 422, 'code');
    const { data } = await claim({ parcel: '2', role: 'family', code });
    await assertRefused(claim({ parcel: '2', role: 'family', code }), 422, 'code');
    const replaced = await issueOne(village.plots.neighbour);
    const current = await issueOne(village.plots.neighbour);
    await assertRefused(claim({ parcel: '2', role: 'family', code: replaced }), 422, 'code');
    await village.clients.editor.remove_resident({ settlement, resident: data.id, reason: 'переехал' });
    await assertRefused(claim({ parcel: '2', role: 'family', code: current }), 422, 'code');
    const old = await issueOne(village.plots.neighbour);
    service.clock.offset = 91 * 86_400_000;
    await assertRefused(claim({ parcel: '2', role: 'family', code: old }), 422, 'code');
    service.clock.offset = 0;
    for (const bad of ['', 'x', '0000000000', 'ABCDE-FGHJK', 'x'.repeat(41)])
      if (bad === '') assert.equal((await claim({ parcel: '2', code: bad })).data.state, 'claimed');
      else await assertRefused(claim({ parcel: '2', code: bad }), 422, 'code');
  });

  it('can be tried five times an hour, also concurrently, right or wrong', async () => {
    const code = await issueOne(village.plots.neighbour);
    const person = await stranger();
    const tryOne = (typed: string) =>
      person.client.request_residency({ settlement, parcel: '2', role: 'family', code: typed }).then(
        () => 201,
        (error: { status: number }) => error.status,
      );
    const statuses = await Promise.all(Array.from({ length: 12 }, () => tryOne('AAAAA-AAAAA')));
    assert.deepEqual(statuses.sort(), [422, 422, 422, 422, 422, 429, 429, 429, 429, 429, 429, 429]);
    assert.equal(await tryOne(code), 429, 'nor the right one');
    const rows = await service.db`select 1 from membership where account_id = ${person.id}`;
    assert.equal(rows.length, 0);
    service.clock.offset = 3_601_000;
    assert.equal(await tryOne(code), 201);
    service.clock.offset = 0;
  });

  it('confirm one of several concurrent users of a code, and one owner by different codes', async () => {
    const code = await issueOne(village.plots.neighbour);
    const same = await Promise.allSettled(
      Array.from({ length: 5 }, () => claim({ parcel: '2', role: 'family', code })),
    );
    assert.equal(same.filter(({ status }) => status === 'fulfilled').length, 1);
    const { codes } = await issue({ parcel: village.plots.empty, count: 5 });
    const owners = await Promise.all(codes.map((one) => claim({ parcel: '12А', code: one.code })));
    const states = owners.map(({ data }) => data.state).sort();
    assert.deepEqual(states, ['claimed', 'claimed', 'claimed', 'claimed', 'confirmed']);
  });

  it('stay valid after key rotation while the former key is configured', () => {
    const [former, present] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const { code, hash } = createPlotCodes([former]).create();
    assert.ok(
      createPlotCodes([present, former])
        .listPossibleHashes(code)
        .some((one) => one.equals(hash)),
    );
    assert.ok(
      !createPlotCodes([present])
        .listPossibleHashes(code)
        .some((one) => one.equals(hash)),
    );
  });

  describe('sent by an owner', () => {
    const invite = (accountId: string, input: object = {}) =>
      runActionAs(service, accountId, invite_to_plot, {
        parcel: village.plots.resident,
        email: `guest${service.newId()}@example.org`,
        role: 'family',
        ...input,
      });
    const lastCode = async () => {
      const [letter] = await service.db<
        { text: string }[]
      >`select body_text as text from letter order by id desc limit 1`;
      const link = /https?:\S+join\?\S+/.exec(letter?.text ?? '')?.[0];
      assert.ok(link, letter?.text);
      return new URL(link).searchParams.get('code') as string;
    };

    it('are sent once when the form is submitted twice', async () => {
      const input = { parcel: village.plots.resident, email: 'uncle@example.org', role: 'family' };
      const send = () =>
        runActionAs(service, village.accounts.resident, invite_to_plot, input, 'session', false, 'one-form');
      assert.deepEqual(await send(), await send());
      const letters = await service.db`select 1 from letter where to_address = 'uncle@example.org'`;
      assert.equal(letters.length, 1);
      await service.db`update plot_code set used_at = now() where role is not null`;
    });

    it('are sent only by owners of the plot, to an email address, within limits', async () => {
      for (const persona of personas) {
        if (persona === 'resident') continue;
        assert.equal(await refusalKindOf(invite(village.accounts[persona])), 'not_found', persona);
      }
      const owner = village.accounts.resident;
      assert.equal(await refusalKindOf(invite(owner, { role: 'owner' })), 'invalid');
      assert.equal(await refusalKindOf(invite(owner, { email: 'nobody' })), 'invalid');
      for (let index = 0; index < 3; index += 1) await invite(owner, { email: 'Aunt@example.org' });
      assert.equal(await refusalKindOf(invite(owner, { email: 'aunt@example.org' })), 'invalid');
      for (let index = 0; index < 7; index += 1) await invite(owner);
      assert.equal(await refusalKindOf(invite(owner)), 'invalid');
      await service.db`update plot_code set used_at = now() where role is not null`;
    });

    it('confirm the role they were sent for, notify the owner, and end with the ownership', async () => {
      const owner = village.accounts.resident;
      await invite(owner, { role: 'tenant' });
      const { data } = await claim({ parcel: '1', role: 'owner', code: await lastCode() });
      assert.deepEqual([data.state, data.role, data.decided_by], ['confirmed', 'tenant', owner]);
      const { notifications } = await village.clients.resident.list_notifications({});
      assert.deepEqual(
        [notifications[0]?.key, notifications[0]?.url],
        ['notifications.residency_joined', `/plots/${village.plots.resident}`],
      );
      await invite(owner);
      const code = await lastCode();
      await service.db`update membership set role = 'family' where account_id = ${owner}`;
      assert.equal(await refusalKindOf(invite(owner)), 'not_found');
      await assertRefused(claim({ parcel: '1', role: 'family', code }), 422, 'code');
      await service.db`update membership set role = 'owner' where account_id = ${owner}`;
      assert.equal((await claim({ parcel: '1', role: 'family', code })).data.state, 'confirmed');
    });
  });

  describe('as invitations that owners see and cancel', () => {
    const makeLink = (accountId: string, input: object = {}) =>
      runActionAs(service, accountId, make_invitation_link, {
        parcel: village.plots.resident,
        role: 'family',
        name: 'Миша',
        ...input,
      });
    const codeOf = ({ link }: { link: string }) => new URL(link).searchParams.get('code') as string;
    const household = (accountId: string) =>
      runActionAs(service, accountId, list_household, { parcel: village.plots.resident, invitations: true });
    const cancel = (accountId: string, invitation: string, parcel = village.plots.resident) =>
      runActionAs(service, accountId, withdraw_invitation, { parcel, invitation });

    it('are listed for owners alone, with whom they are for, until used', async () => {
      const owner = village.accounts.resident;
      for (const persona of personas) {
        if (persona === 'resident') continue;
        assert.equal(await refusalKindOf(makeLink(village.accounts[persona])), 'not_found', persona);
        assert.equal(await refusalKindOf(household(village.accounts[persona])), 'not_found', persona);
      }
      assert.equal(await refusalKindOf(makeLink(owner, { role: 'owner' })), 'invalid');
      const made = await makeLink(owner);
      const { invitations, isOwner } = await household(owner);
      assert.ok(isOwner);
      assert.deepEqual(
        invitations.map(({ invitee, role, isSent }) => [invitee, role, isSent]),
        [['Миша', 'family', false]],
      );
      assert.ok(!JSON.stringify(await service.db`select * from plot_code`).includes(codeOf(made)));
      const guest = await stranger();
      const joined = await guest.client.request_residency({ settlement, code: codeOf(made) });
      assert.deepEqual([joined.data.state, joined.data.role], ['confirmed', 'family']);
      const seen = await household(guest.id);
      assert.deepEqual([seen.isOwner, seen.invitations], [false, []]);
      assert.ok(seen.members.some(({ isSelf, role }) => isSelf && role === 'family'));
      assert.equal(await refusalKindOf(makeLink(guest.id)), 'not_found', 'family does not invite');
      assert.deepEqual((await household(owner)).invitations, []);
      const kept = await service.db`select 1 from plot_code where invitee = 'Миша'`;
      assert.equal(kept.length, 0, 'the name is gone with the invitation');
      await service.db`update membership set state = 'ended', decided_at = now() where account_id = ${guest.id}`;
      assert.equal(await refusalKindOf(household(guest.id)), 'not_found', 'a former member');
    });

    it('work no more once cancelled, by any owner and nobody else, and after 14 days', async () => {
      const owner = village.accounts.resident;
      const made = await makeLink(owner);
      const [open] = (await household(owner)).invitations;
      const id = open?.id as string;
      assert.equal(await refusalKindOf(cancel(village.accounts.neighbour, id)), 'not_found');
      assert.equal(
        await refusalKindOf(cancel(village.accounts.neighbour, id, village.plots.neighbour)),
        'invalid',
        'of another plot',
      );
      await cancel(owner, id);
      assert.equal(await refusalKindOf(cancel(owner, id)), 'invalid');
      await assertRefused(claim({ code: codeOf(made) }), 422, 'code');
      const late = await makeLink(owner);
      service.clock.offset = 15 * 86_400_000;
      await assertRefused(claim({ code: codeOf(late) }), 422, 'code');
      assert.deepEqual((await household(owner)).invitations, []);
      service.clock.offset = 0;
      const [entry] = await listAudit(
        service.db,
        { kind: 'board', settlementId: village.settlement.id },
        { limit: 10 },
      ).then((rows) => rows.filter(({ action }) => action === 'withdraw_invitation'));
      assert.deepEqual(entry?.after, { plot: '1' });
    });

    it('name inviter, plot and village in the letter, but no name that could be an address', async () => {
      const owner = village.accounts.resident;
      const send = async () => {
        await runActionAs(service, owner, invite_to_plot, {
          parcel: village.plots.resident,
          email: `guest${service.newId()}@example.org`,
          role: 'tenant',
        });
        const [letter] = await service.db<
          { text: string }[]
        >`select body_text as text from letter order by id desc limit 1`;
        return letter?.text ?? '';
      };
      await service.db`update account set display_name = 'Anna Petrova' where id = ${owner}`;
      const text = await send();
      assert.match(text, /Anna Petrova invites you to plot 1 in /);
      assert.ok(text.includes('СНТ Берёзка'), text);
      for (const name of ['Visit evil.example', 'http://evil.example/x', 'Call 8 900 000', 'a b c d e']) {
        await service.db`update account set display_name = ${name} where id = ${owner}`;
        assert.match(await send(), /The owner invites you to plot 1 in /, name);
      }
    });
  });

  it('claims after them: a note goes with a confirmation, and show_me shows a refusal until the next claim', async () => {
    const person = await stranger();
    const { data: first } = await person.client.request_residency({
      settlement,
      parcel: '2',
      role: 'tenant',
    });
    await village.clients.editor.remove_resident({ settlement, resident: first.id, reason: 'нет договора' });
    const { data: me } = await person.client.show_me({});
    assert.deepEqual(
      me.ended_parcels.map(({ plot_number, reason }) => [plot_number, reason]),
      [['2', 'нет договора']],
    );
    const { data: second } = await person.client.request_residency({
      settlement,
      parcel: '2',
      role: 'tenant',
    });
    assert.deepEqual((await person.client.show_me({})).data.ended_parcels, []);
    const input = { settlement, resident: second.id };
    await assertRefused(
      village.clients.editor.confirm_resident({ ...input, note: 'x'.repeat(1001) }),
      422,
      'note',
    );
    const { data } = await village.clients.editor.confirm_resident({ ...input, note: 'Ключи у сторожа' });
    assert.equal(data.decision_note, 'Ключи у сторожа');
    const writer = await service.as(village.accounts.editor, ['mcp:write']);
    assert.equal((await writer.confirm_resident(input)).data.decision_note, null, 'as the note itself');
    const { notifications } = await person.client.list_notifications({});
    assert.equal(notifications[0]?.key, 'notifications.residency_confirmed_with_note');
    assert.equal(notifications[0]?.replacements.note, 'Ключи у сторожа');
    await person.client.remove_resident({ settlement, resident: second.id });
    assert.deepEqual(
      (await person.client.show_me({})).data.ended_parcels,
      [],
      'what one left oneself is no news',
    );
  });

  it('are accepted without naming the plot, and replaced only after the board was told how many are valid', async () => {
    const parcel = village.plots.empty;
    await service.db`delete from plot_code`;
    const code = await issueOne(parcel);
    const bare = runActionAs(service, village.accounts.editor, issue_plot_codes, { settlement, parcel });
    assert.equal(await refusalKindOf(bare), 'invalid');
    const { data } = await claim({ code, role: 'family' });
    assert.deepEqual([data.state, data.parcel.number], ['confirmed', '12А']);
    await assertRefused(claim({ code }), 422, 'code');
    await assertRefused(claim({ code: 'AAAAA-AAAAA' }), 422, 'code');
    await assertRefused(claim({}), 422, 'parcel');
    const elsewhere = await issueOne(parcel);
    await assertRefused(claim({ settlement: village.other.slug, code: elsewhere }), 422, 'code');
  });
});
