import type { Client } from '../../src/entry/client/client.ts';
import { insertAccount } from '../../src/store/accounts/accounts.ts';
import { deleteAccount } from '../../src/store/accounts/credentials.ts';
import { insertMembership } from '../../src/store/land/residents.ts';
import type { TestService } from './service.ts';
import type { Village } from './village.ts';

/** Those who have nearly a right: besides the seven people of the village, in its settlement and around its company. */
export const furtherPersonas = [
  'auditor',
  'formerResident',
  'formerEditor',
  'formerModerator',
  'formerRepresentative',
  'waitingResident',
  'waitingRepresentative',
  'blocked',
  'deleted',
] as const;
export type FurtherPersona = (typeof furtherPersonas)[number];

export interface FurtherPeople {
  accounts: Record<FurtherPersona, string>;
  clients: Record<FurtherPersona, Client>;
}

/** `blocked` and the resident and neighbour have blocked each other; `deleted` keeps a token from before. */
export async function addFurtherPeople(service: TestService, village: Village): Promise<FurtherPeople> {
  const { db, newId } = service;
  const now = new Date();
  const { settlement, plots, companyId } = village;
  const accounts = Object.fromEntries(
    furtherPersonas.map((persona) => [persona, newId()]),
  ) as FurtherPeople['accounts'];
  for (const persona of furtherPersonas)
    await insertAccount(db, {
      id: accounts[persona],
      email: `${persona.toLowerCase()}@example.org`,
      displayName: `${persona} Petrova`,
      language: 'en',
      passwordHash: null,
      emailConfirmedAt: now,
      createdAt: now,
    });
  const belong = (accountId: string, state: 'claimed' | 'confirmed') =>
    insertMembership(db, {
      ...{ id: newId(), accountId, parcelId: plots.free, role: 'family', state, isPrimary: false, now },
      decidedBy: state === 'claimed' ? null : village.accounts.editor,
    });
  for (const persona of ['auditor', 'formerResident', 'blocked', 'deleted'] as const)
    await belong(accounts[persona], 'confirmed');
  await belong(accounts.waitingResident, 'claimed');
  await db`update membership set state = 'ended' where account_id = ${accounts.formerResident}`;
  await db`
    insert into settlement_role (settlement_id, account_id, role, created_at)
    select ${settlement.id}, r.id, r.role, now()
      from unnest(${[accounts.auditor, accounts.formerEditor]}::bigint[], ${['auditor', 'editor']}::text[]) r (id, role)`;
  await db`delete from settlement_role where account_id = ${accounts.formerEditor}`;
  await db`update account set platform_role = 'moderator' where id = ${accounts.formerModerator}`;
  await db`
    insert into company_representative (company_id, account_id, state, created_at)
    select ${companyId}, r.id, r.state, now()
      from unnest(${[accounts.formerRepresentative, accounts.waitingRepresentative]}::bigint[], ${['ended', 'claimed']}::text[]) r (id, state)`;
  const { resident, neighbour } = village.accounts;
  for (const other of [resident, neighbour])
    await db`
      insert into account_block (account_id, blocked_id, created_at)
      values (${accounts.blocked}, ${other}, now()), (${other}, ${accounts.blocked}, now())`;
  const clients = {} as FurtherPeople['clients'];
  for (const persona of furtherPersonas) clients[persona] = await service.as(accounts[persona]);
  await db`update account set platform_role = null where id = ${accounts.formerModerator}`;
  await service.pool.begin((transaction) => deleteAccount(transaction, accounts.deleted, now));
  return { accounts, clients };
}
