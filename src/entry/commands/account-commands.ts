import { randomBytes } from 'node:crypto';
import type { Db, Transaction } from '../../base/db/connect.ts';
import { isUniqueViolation } from '../../base/db/connect.ts';
import { languages } from '../../base/i18n/text.ts';
import { nameCommand } from '../../base/site/command.ts';
import { paths } from '../../base/site/paths.ts';
import { anonymousCaller, type Scope, scopes } from '../../domain/kernel/caller.ts';
import { mayLeaveBoard } from '../../domain/rules/board.ts';
import { isEmail } from '../../domain/rules/email.ts';
import { mayRevokeRole, type PlatformRole } from '../../domain/rules/platform-roles.ts';
import { createPasswordResetLink } from '../../features/accounts/account-requests.ts';
import { hashPassword, maxPasswordLength, minPasswordLength } from '../../features/accounts/password.ts';
import { enqueueRoleEmails } from '../../features/mail/role-emails.ts';
import { createPersonalToken, defaultTokenDays, maxTokenDays } from '../../features/oauth/personal-tokens.ts';
import { type AccountRow, findAccountByEmail, insertAccount } from '../../store/accounts/accounts.ts';
import { lockRoleHolders, setRole } from '../../store/accounts/platform-roles.ts';
import { lockBoard } from '../../store/land/boards.ts';
import { deleteSettlementRole, insertSettlementRole } from '../../store/land/settlement-roles.ts';
import { findSettlementForAccount } from '../../store/land/settlements.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { type Command, CommandError, requirePositional, UsageError } from './command.ts';
import { withSession } from './command-session.ts';
import { findLinkOrigin } from './link-origin.ts';

export const accountCreateCommand: Command = {
  options: {
    name: { type: 'string', help: 'the name neighbours see' },
    password: { type: 'string', help: 'at least 10 characters; made up and printed when left out' },
    language: { type: 'string', help: 'ru or en', default: 'ru' },
  },
  async run(given) {
    const email = requirePositional(given, 0, 'EMAIL');
    if (!isEmail(email)) throw new UsageError(`${email} is not an address.`);
    const language = languages.find((known) => known === given.option('language'));
    if (!language) throw new UsageError(`--language must be ${languages.join(' or ')}.`);
    const password = given.option('password') ?? randomBytes(12).toString('base64url');
    if (password.length < minPasswordLength || password.length > maxPasswordLength) {
      throw new UsageError(`--password must have ${minPasswordLength} to ${maxPasswordLength} characters.`);
    }
    const displayName = (given.option('name') ?? email.split('@')[0] ?? '').trim().slice(0, 100);
    return withSession(async ({ database, newId }) => {
      const now = new Date();
      const id = newId();
      try {
        await insertAccount(database.pool, {
          id,
          email,
          displayName,
          language,
          passwordHash: await hashPassword(password),
          emailConfirmedAt: now,
          createdAt: now,
        });
      } catch (error) {
        if (isUniqueViolation(error)) throw new CommandError(`There is an account for ${email} already.`);
        throw error;
      }
      console.log(JSON.stringify({ id, email, ...(given.option('password') === undefined && { password }) }));
      return undefined;
    });
  },
};

export const accountRoleCommand: Command = {
  options: {
    settlement: { type: 'string', help: 'identifier or slug; needed for editor and staff' },
    remove: { type: 'boolean', help: 'take the role away' },
  },
  async run(given) {
    const email = requirePositional(given, 0, 'EMAIL');
    const role = requirePositional(given, 1, 'the role');
    if (role !== 'moderator' && role !== 'operator' && role !== 'editor' && role !== 'staff')
      throw new UsageError('The role must be moderator, operator, editor or staff.');
    const slug = given.option('settlement');
    const isOfPlatform = role === 'moderator' || role === 'operator';
    if (!isOfPlatform && slug === undefined) throw new UsageError(`--settlement is needed for ${role}.`);
    const isGiven = !given.flag('remove');
    return withSession(async ({ config, database: { pool }, now, newId }) => {
      const account = await findExistingAccount(pool, email);
      const command = {
        caller: anonymousCaller,
        now,
        newId,
        origin: await findLinkOrigin(pool, config),
      };
      await pool.begin(async (db) => {
        const change = { account, isGiven };
        const settlementId =
          role === 'moderator' || role === 'operator'
            ? await changePlatformRole({ ...command, db }, { ...change, role })
            : await changeSettlementRole({ ...command, db }, { ...change, role, slug: slug ?? '' });
        await recordDecision(
          { ...command, db },
          {
            action: 'account role',
            subject: { type: 'account', id: account.id },
            settlementId,
            isOfInstallation: isOfPlatform,
            after: { role, isGiven },
          },
        );
      });
      console.log(`${email}: ${role} ${given.flag('remove') ? 'taken away' : 'given'}.`);
      return undefined;
    });
  },
};

interface RoleChangeContext {
  db: Transaction;
  now(): Date;
  newId(): string;
  origin: string;
}

/** Same rules as the roles page: the last holder cannot be removed, and a change is sent by email. */
async function changePlatformRole(
  { db, origin, ...context }: RoleChangeContext,
  { account, role, isGiven }: { account: AccountRow; role: PlatformRole; isGiven: boolean },
): Promise<null> {
  const operators = await lockRoleHolders(db, 'operator');
  const holders = role === 'operator' ? operators : await lockRoleHolders(db, role);
  if (holders.includes(account.id) === isGiven) return null;
  const answer = isGiven || mayRevokeRole(holders, account.id);
  if (answer !== true) throw new CommandError(answer.en);
  await setRole(db, account.id, role, isGiven);
  const person = { id: account.id, name: account.displayName };
  const link = `${origin}${paths.accountSecurity}`;
  await enqueueRoleEmails(db, { person, role, isGiven, reason: commandLineReason, operators }, link, context);
  return null;
}

const commandLineReason = {
  en: 'changed at the command line of the server.',
  ru: 'изменено из командной строки сервера.',
};

async function changeSettlementRole(
  { db, now }: RoleChangeContext,
  {
    account,
    role,
    isGiven,
    slug,
  }: { account: AccountRow; role: 'editor' | 'staff'; isGiven: boolean; slug: string },
): Promise<string> {
  const { id } = (await findSettlementForAccount(db, slug, null)) ?? fail(`There is no settlement ${slug}.`);
  if (isGiven) {
    await insertSettlementRole(db, id, account.id, role, now());
    return id;
  }
  const board = role === 'editor' ? await lockBoard(db, id) : [];
  const refusal = mayLeaveBoard(board, account.id);
  if (refusal !== true) throw new CommandError(refusal.en);
  await deleteSettlementRole(db, id, account.id, role);
  return id;
}

function fail(message: string): never {
  throw new CommandError(message);
}

export const accountResetLinkCommand: Command = {
  async run(given) {
    const email = requirePositional(given, 0, 'EMAIL');
    return withSession(async ({ config, database: { pool }, now, newId }) => {
      const account = await findExistingAccount(pool, email);
      const context = { caller: anonymousCaller, now, newId };
      const { path } = await pool.begin(async (db) => {
        await recordDecision(
          { ...context, db },
          {
            action: 'account reset-link',
            subject: { type: 'account', id: account.id },
            settlementId: null,
            isOfInstallation: true,
          },
        );
        return createPasswordResetLink(db, account.id, context);
      });
      console.log((await findLinkOrigin(pool, config)) + path);
      return undefined;
    });
  },
};

export const tokenCreateCommand: Command = {
  options: {
    scopes: { type: 'string', help: 'comma list of mcp:read, mcp:write, mcp:private', default: 'mcp:read' },
    days: { type: 'string', help: `lifetime, 1 to ${maxTokenDays}`, default: String(defaultTokenDays) },
    name: { type: 'string', help: 'what it is for', default: 'command line' },
  },
  async run(given) {
    const email = requirePositional(given, 0, 'EMAIL');
    const wanted = (given.option('scopes') ?? '').split(',').map((scope) => scope.trim());
    const unknown = wanted.find((scope) => !(scopes as readonly string[]).includes(scope));
    if (unknown !== undefined)
      throw new UsageError(`There is no scope ${unknown}; there are ${scopes.join(', ')}.`);
    const days = Number(given.option('days'));
    if (!Number.isInteger(days) || days < 1 || days > maxTokenDays)
      throw new UsageError(`--days must be 1 to ${maxTokenDays}.`);
    return withSession(async ({ database: { pool }, newId }) => {
      const account = await findExistingAccount(pool, email);
      const name = (given.option('name') ?? '').slice(0, 100) || 'command line';
      const made = await createPersonalToken(
        pool,
        { accountId: account.id, name, scopes: wanted as Scope[], days },
        newId(),
        new Date(),
      );
      console.log(made.token);
      return undefined;
    });
  },
};

async function findExistingAccount(db: Db, email: string): Promise<AccountRow> {
  const account = await findAccountByEmail(db, email);
  if (account === undefined)
    throw new CommandError(
      `There is no account for ${email}. Create one with: ${nameCommand(`account create ${email}`)}`,
    );
  return account;
}
