import { randomBytes } from 'node:crypto';
import type { Db } from '../db/connect.ts';
import { hashPassword } from '../oauth/password.ts';
import { createPersonalToken } from '../oauth/personal-tokens.ts';
import { insertAccount, setPlatformRole } from '../store/accounts/accounts.ts';
import { insertMembership, insertSettlementRole } from '../store/land/register.ts';
import type { DemoSettlement } from './land.ts';
import { type Persona, personas } from './world.ts';

export interface DemoAccess {
  id: string;
  email: string;
  password: string;
  token: string;
  read_token: string;
}

const names: Record<Persona, string> = {
  resident: 'Анна Петровна Соколова',
  neighbour: 'Виктор Ильич Громов',
  editor: 'Ольга Николаевна Кузнецова',
  moderator: 'Игорь Лебедев',
  newcomer: 'Мария Чижова',
  outsider: 'Пётр Алексеевич Зимин',
  company: 'Сергей Родников',
};

/** Neighbours without a key of their own: they make the village lively. */
const furtherResidents: Record<string, string> = {
  galina: 'Галина Фёдоровна Белова',
  andrey: 'Андрей Муравьёв',
  tatiana: 'Татьяна Сергеевна Орлова',
  nikolay: 'Николай Иванович Щукин',
  elena: 'Елена Дроздова',
  // These two have no plot yet: one is on the board's list, the other waits.
  boris: 'Борис Львович Ежов',
  svetlana: 'Светлана Ежова',
};

export interface DemoPeople {
  accounts: Record<Persona, string> & Record<string, string>;
  access: Record<Persona, DemoAccess>;
}

export async function loadPeople(
  db: Db,
  settlements: readonly DemoSettlement[],
  newId: () => string,
  now: Date,
): Promise<DemoPeople> {
  const [main, other] = settlements as [DemoSettlement, DemoSettlement];
  const accounts: Record<string, string> = {};
  const access: Partial<DemoPeople['access']> = {};
  for (const [key, displayName] of Object.entries({ ...names, ...furtherResidents })) {
    const id = newId();
    accounts[key] = id;
    const email = `${key}@demo.example`;
    const persona = personas.find((name) => name === key);
    const password = randomBytes(12).toString('base64url');
    await insertAccount(db, {
      id,
      email,
      displayName,
      language: 'ru',
      emailConfirmedAt: now,
      createdAt: now,
      passwordHash: persona === undefined ? null : await hashPassword(password),
    });
    if (persona !== undefined) {
      const token = (name: string, scopes: readonly ('mcp:read' | 'mcp:write' | 'mcp:private')[]) =>
        createPersonalToken(db, { accountId: id, name, scopes, days: 365 }, newId(), now);
      access[persona] = {
        id,
        email,
        password,
        token: (await token('Демонстрация', ['mcp:read', 'mcp:write', 'mcp:private'])).token,
        read_token: (await token('Демонстрация, только чтение', ['mcp:read'])).token,
      };
    }
  }
  await setPlatformRole(db, accounts.moderator as string, 'moderator');

  const belong = (
    account: string,
    settlement: DemoSettlement,
    number: string,
    role: 'owner' | 'family' | 'tenant' = 'owner',
    isPrimary = true,
  ) =>
    insertMembership(db, {
      id: newId(),
      accountId: accounts[account] as string,
      parcelId: settlement.plots[number] as string,
      role,
      state: 'confirmed',
      isPrimary,
      decidedBy: accounts.editor as string,
      now,
    });
  await belong('resident', main, '7');
  await belong('resident', main, '8', 'family', false);
  await belong('neighbour', main, '9');
  await belong('editor', main, '15');
  await belong('galina', main, '10');
  await belong('andrey', main, '21');
  await belong('tatiana', main, '34', 'tenant');
  await belong('nikolay', main, '40');
  await belong('elena', main, '52');
  await belong('outsider', other, '3');
  await insertSettlementRole(db, main.id, accounts.editor as string, 'editor', now);
  return { accounts: accounts as DemoPeople['accounts'], access: access as DemoPeople['access'] };
}
