import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Pool } from '../../src/base/db/connect.ts';
import { boardRoles } from '../../src/domain/rules/board.ts';
import { delete_account } from '../../src/features/accounts/delete_account.ts';
import { add_plots } from '../../src/features/actions/add_plots.ts';
import { answer_board_invitation } from '../../src/features/actions/answer_board_invitation.ts';
import { create_first_operator } from '../../src/features/actions/create_first_operator.ts';
import { dismiss_editor } from '../../src/features/actions/dismiss_editor.ts';
import { invite_to_board } from '../../src/features/actions/invite_to_board.ts';
import { issue_plot_codes } from '../../src/features/actions/issue_plot_codes.ts';
import { withdraw_board_invitation } from '../../src/features/actions/withdraw_board_invitation.ts';
import { createSetupLink } from '../../src/features/installation/setup.ts';
import { insertAccount } from '../../src/store/accounts/accounts.ts';
import { insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import { openWatch, type Pair, statusOf, tryEverySchedule } from '../harness/every-schedule.ts';
import { runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { password } from '../oauth/oauth-test-client.ts';
import { quickHash } from '../oauth/quick-hash.ts';

const settlement = 'berezka';

let service: TestService;
let village: Village;
let watch: Pool;
let hash: string;
before(async () => {
  service = await startService();
  village = await buildVillage(service);
  watch = await openWatch(service);
  hash = await quickHash(password);
});

const count = async (rows: Promise<readonly { n: number }[]>) => (await rows)[0]?.n ?? 0;

/** Somebody who is signed in. */
async function createPerson(): Promise<string> {
  const id = service.newId();
  await insertAccount(service.db, {
    id,
    email: `p${id}@example.org`,
    displayName: 'Анна',
    language: 'ru',
    passwordHash: hash,
    emailConfirmedAt: new Date(),
    createdAt: new Date(),
  });
  return id;
}

async function makeBoard(people: readonly string[]): Promise<void> {
  await service.db`delete from settlement_role where settlement_id = ${village.settlement.id}`;
  for (const each of people)
    await insertSettlementRole(service.db, village.settlement.id, each, boardRoles[0], new Date());
}

const boardSize = () =>
  count(service.db<{ n: number }[]>`
    select count(*)::int as n from settlement_role
     where settlement_id = ${village.settlement.id} and role = 'editor'`);

const leave = (account: string) => () =>
  statusOf(runActionAs(service, account, dismiss_editor, { settlement, account, reason: 'Ухожу.' }));

const endAccount = (account: string) => async () => {
  const sessionId = service.newId();
  await service.db`
    insert into session (id, token_hash, account_id, host, user_agent, address, created_at, last_used_at, expires_at)
    values (${sessionId}, ${Buffer.from(sessionId.padStart(32, '0'))}, ${account}, '', '', '', now(), now(),
            now() + interval '1 day')`;
  const caller = {
    accountId: account,
    isModerator: false,
    scopes: new Set<never>(),
    via: 'session',
    sessionId,
  };
  const call = {
    ...{ surface: 'page', bearer: undefined, origin: service.url, address: '127.0.0.1', language: 'en' },
    signal: new AbortController().signal,
  };
  return statusOf(service.app.kernel.perform(delete_account, { password }, call as never, caller as never));
};

const pairs: readonly Pair[] = [
  {
    name: 'the last two members of a board who both leave',
    anomaly: 'write skew',
    async make() {
      const people = [await createPerson(), await createPerson()] as const;
      await makeBoard(people);
      return { calls: [leave(people[0]), leave(people[1])], stands: boardSize };
    },
  },
  {
    name: 'the last two members of a board, of whom one leaves and one deletes the account',
    anomaly: 'write skew',
    async make() {
      const people = [await createPerson(), await createPerson()] as const;
      await makeBoard(people);
      return { calls: [leave(people[0]), endAccount(people[1])], stands: boardSize };
    },
  },
  {
    name: 'the last two who speak for a company and both leave',
    anomaly: 'write skew',
    async make() {
      const [company, ...people] = [service.newId(), await createPerson(), await createPerson()];
      const { db } = service;
      await db`
        insert into company (id, inn, slug, name, trades, is_verified, created_at, updated_at)
        values (${company}, ${String(company).slice(-10)}, ${`c${company}`}, 'Печник', ${['wells']}, true, now(), now())`;
      for (const each of people)
        await db`insert into company_representative (company_id, account_id, state, created_at)
                 values (${company}, ${each}, 'confirmed', now())`;
      const end = async (account_id: string) => {
        const client = await service.as(account_id);
        return () =>
          statusOf(client.edit_company({ company, representatives: [{ account_id, state: 'ended' }] }));
      };
      const [one, two] = people as [string, string];
      return {
        calls: [await end(one), await end(two)],
        stands: () =>
          count(db<{ n: number }[]>`select count(*)::int as n from company_representative
                                     where company_id = ${company} and state = 'confirmed'`),
      };
    },
  },
  {
    name: 'a code of the board, used by two',
    anomaly: 'predicate',
    async make() {
      const { db } = service;
      await makeBoard([village.accounts.editor]);
      await db`delete from plot_code_try`;
      await db`delete from membership where parcel_id = ${village.plots.free}`;
      const { codes } = await runActionAs(service, village.accounts.editor, issue_plot_codes, {
        settlement,
        parcel: village.plots.free,
        replace: true,
      });
      const code = codes[0]?.code as string;
      const use = async () => {
        const client = await service.as(await createPerson());
        return () => statusOf(client.request_residency({ settlement, code, at_once: true }));
      };
      return {
        calls: [await use(), await use()],
        stands: () =>
          count(db<{ n: number }[]>`select count(*)::int as n from membership
                                     where parcel_id = ${village.plots.free} and state = 'confirmed'`),
      };
    },
  },
  {
    name: 'a claim to a plot, sent twice by one person',
    anomaly: 'predicate',
    async make() {
      const account = await createPerson();
      const client = await service.as(account);
      const claim = () => statusOf(client.request_residency({ settlement, parcel: '12А' }));
      return {
        calls: [claim, claim],
        stands: () =>
          count(
            service.db<
              { n: number }[]
            >`select count(*)::int as n from membership where account_id = ${account}`,
          ),
      };
    },
  },
  {
    name: 'an invitation to the board, accepted and withdrawn',
    anomaly: 'lost update',
    async make() {
      await makeBoard([village.accounts.editor]);
      const account = await createPerson();
      const { invitation } = await runActionAs(service, village.accounts.editor, invite_to_board, {
        settlement,
        email: `p${account}@example.org`,
        reason: 'Ведёт кассу',
      });
      return {
        calls: [
          () =>
            statusOf(
              runActionAs(service, account, answer_board_invitation, { invitation, answer: 'accepted' }),
            ),
          () =>
            statusOf(
              runActionAs(service, village.accounts.editor, withdraw_board_invitation, {
                settlement,
                invitation,
              }),
            ),
        ],
        stands: boardSize,
      };
    },
  },
  {
    name: 'the same plot number, added twice',
    anomaly: 'predicate',
    async make() {
      await makeBoard([village.accounts.editor]);
      const numbers = `П${String(service.newId()).slice(-9)}`;
      const add = () =>
        statusOf(runActionAs(service, village.accounts.editor, add_plots, { settlement, numbers }));
      return {
        calls: [add, add],
        stands: () =>
          count(service.db<{ n: number }[]>`select count(*)::int as n from parcel where number = ${numbers}`),
      };
    },
  },
  {
    name: 'the same company, registered by two',
    anomaly: 'predicate',
    async make() {
      const inn = makeInn();
      const register = async () => {
        const client = await service.as(await createPerson());
        return () => statusOf(client.register_company({ inn, name: 'Печник' }));
      };
      return {
        calls: [await register(), await register()],
        stands: () =>
          count(service.db<{ n: number }[]>`select count(*)::int as n from company where inn = ${inn}`),
      };
    },
  },
  {
    name: 'the link of the first operator, used twice',
    anomaly: 'predicate',
    async make() {
      await service.db`update account set is_operator = false`;
      const link = await createSetupLink(service.pool, new Date());
      const token = new URL(String(link), 'http://localhost').searchParams.get('token');
      const use = () => {
        const email = `o${service.newId()}@example.org`;
        const person = { token, email, display_name: 'Первый', password };
        const browser = { user_agent: '', address: '127.0.0.1' };
        return statusOf(runActionAs(service, null, create_first_operator, { ...person, browser }));
      };
      return {
        calls: [use, use],
        stands: () =>
          count(service.db<{ n: number }[]>`select count(*)::int as n from account where is_operator`),
      };
    },
  },
];

let companies = 0;
/** With its check digit. */
function makeInn(): string {
  companies += 1;
  const digits = `77${String(3_000_000 + companies)}`.split('').map(Number);
  const weights = [2, 4, 10, 3, 5, 9, 4, 6, 8];
  const sum = digits.reduce((total, digit, index) => total + digit * (weights[index] ?? 0), 0);
  return `${digits.join('')}${(sum % 11) % 10}`;
}

describe('two calls at once that could together pass a bound', () => {
  for (const { name, anomaly, make } of pairs)
    it(`${name}: no ${anomaly}, what happened is what one after the other could do`, async (context) => {
      const schedules = await tryEverySchedule(make, watch);
      context.diagnostic(`${schedules} schedules`);
      assert.ok(schedules > 2, `${schedules} schedules`);
    });
});
