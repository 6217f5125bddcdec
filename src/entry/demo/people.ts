import { randomBytes } from 'node:crypto';
import type { Db } from '../../base/db/connect.ts';
import { hashPassword } from '../../features/accounts/password.ts';
import { createPersonalToken } from '../../features/oauth/personal-tokens.ts';
import { insertAccount, setOperator, setPlatformRole } from '../../store/accounts/accounts.ts';
import { insertMembership } from '../../store/land/residents.ts';
import { insertSettlementRole } from '../../store/land/settlement-roles.ts';
import type { DemoSettlement } from './land.ts';
import { englishSlug, tverSlug } from './settlement-list.ts';
import { type Persona, personas } from './world.ts';

export interface DemoAccess {
  id: string;
  email: string;
  password: string;
  token: string;
  read_token: string;
}

const personaNames: Record<Persona, string> = {
  resident: 'Анна Петровна Соколова',
  neighbour: 'Виктор Ильич Громов',
  editor: 'Ольга Николаевна Кузнецова',
  moderator: 'Игорь Лебедев',
  newcomer: 'Мария Чижова',
  outsider: 'Пётр Алексеевич Зимин',
  company: 'Сергей Родников',
};

/** Residents without password and tokens. */
const furtherResidents: Record<string, string> = {
  galina: 'Галина Фёдоровна Белова',
  andrey: 'Андрей Муравьёв',
  tatiana: 'Татьяна Сергеевна Орлова',
  nikolay: 'Николай Иванович Щукин',
  elena: 'Елена Дроздова',
  kapitolina: 'Капитолина Сергеевна Власова',
  pavel: 'Павел Тимофеевич Рогов',
  darya: 'Дарья Ильина',
  // Without a plot: one is on the board's list of residents, the others have pending claims.
  boris: 'Борис Львович Ежов',
  svetlana: 'Светлана Ежова',
  zhanna: 'Жанна Авдеева',
  // Near Tver.
  lidiya: 'Лидия Павловна Смирнова',
};

const englishResidents: Record<string, string> = {
  margaret: 'Margaret Hollis',
  tom: 'Tom Ashby',
  priya: 'Priya Nair',
  harriet: 'Harriet Lowe',
};

type DemoMembership = readonly [
  account: string,
  slug: string,
  plot: string,
  role?: 'owner' | 'family' | 'tenant',
  isFurther?: 'further',
];
const mainSlug = 'berezovaya-roshcha';
const demoMemberships: readonly DemoMembership[] = [
  ['resident', mainSlug, '7'],
  ['resident', mainSlug, '8', 'family', 'further'],
  ['neighbour', mainSlug, '9'],
  ['editor', mainSlug, '15'],
  ['galina', mainSlug, '10'],
  ['andrey', mainSlug, '21'],
  ['tatiana', mainSlug, '34', 'tenant'],
  ['nikolay', mainSlug, '40'],
  ['elena', mainSlug, '52'],
  ['kapitolina', mainSlug, '3'],
  ['pavel', mainSlug, '31'],
  ['outsider', 'ozernyy-bereg', '3'],
  ['lidiya', tverSlug, '4'],
  ['margaret', englishSlug, '3'],
  ['tom', englishSlug, '6'],
  ['priya', englishSlug, '11', 'tenant'],
];
const boardMembers: readonly (readonly [
  slug: string,
  account: string,
  role: 'editor' | 'auditor',
  title: string,
])[] = [
  [mainSlug, 'editor', 'editor', 'председатель'],
  [mainSlug, 'kapitolina', 'editor', 'казначей'],
  [mainSlug, 'nikolay', 'auditor', ''],
  [tverSlug, 'lidiya', 'editor', ''],
  [englishSlug, 'margaret', 'editor', 'Chair'],
];

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
  const accounts: Record<string, string> = {};
  const access: Partial<DemoPeople['access']> = {};
  const everybody = { ...personaNames, ...furtherResidents, ...englishResidents };
  for (const [index, [key, displayName]] of Object.entries(everybody).entries()) {
    const id = newId();
    accounts[key] = id;
    const email = `${key}@demo.example`;
    const persona = personas.find((name) => name === key);
    const password = randomBytes(12).toString('base64url');
    // Accounts are created before any content.
    const createdAt = new Date(now.getTime() - (399 - index / 4) * 86_400_000);
    await insertAccount(db, {
      id,
      email,
      displayName,
      language: key in englishResidents ? 'en' : 'ru',
      emailConfirmedAt: createdAt,
      createdAt,
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
  // The moderator is also the operator, who assigns roles.
  await setOperator(db, accounts.moderator as string, true);

  const places = new Map(settlements.map((one) => [one.slug, one]));
  const joinedAt = new Date(now.getTime() - 385 * 86_400_000);
  for (const [account, slug, plot, role, isFurther] of demoMemberships)
    await insertMembership(db, {
      id: newId(),
      accountId: accounts[account] as string,
      parcelId: places.get(slug)?.plots[plot] as string,
      role: role ?? 'owner',
      state: 'confirmed',
      isPrimary: isFurther === undefined,
      decidedBy: accounts.editor as string,
      now: joinedAt,
    });
  for (const [slug, account, role, title] of boardMembers)
    await insertSettlementRole(
      db,
      places.get(slug)?.id as string,
      accounts[account] as string,
      role,
      joinedAt,
      title,
    );
  return { accounts: accounts as DemoPeople['accounts'], access: access as DemoPeople['access'] };
}
