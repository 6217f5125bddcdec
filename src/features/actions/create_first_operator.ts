import { z } from 'zod';
import { isUniqueViolation } from '../../base/db/connect.ts';
import { nameCommand } from '../../base/site/command.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { browser, displayName, email, linkToken, newPassword } from '../accounts/account-fields.ts';
import { startSession } from '../accounts/new-session.ts';
import { hashPassword } from '../accounts/password.ts';
import { createFirstOperator, maySetUp } from '../installation/setup.ts';

export const create_first_operator = defineOperation({
  name: 'create_first_operator',
  summary:
    'Create the account of the first operator by the link that the server has printed, and sign in. Returns the secret for the cookie.',
  scope: 'public',
  writesIn: 'nowhere',
  isUncounted: true,
  input: z.object({
    token: linkToken,
    email,
    display_name: displayName,
    password: newPassword,
    browser,
  }),
  async prepare({ token, password }, { db, now }) {
    if (!(await maySetUp(db, token, now()))) refuse.invalid('token', expired);
    return hashPassword(password);
  },
  async write({ token, email: address, display_name: name, browser: where }, context, _, passwordHash) {
    const { db, language } = context;
    const person = { email: address, displayName: name, language, passwordHash };
    const created = await createFirstOperator(db, token, person, context).catch((error: unknown) => {
      if (isUniqueViolation(error)) refuse.invalid('email', taken);
      throw error;
    });
    if (created === null) return refuse.invalid('token', expired);
    return { session: await startSession(context, { id: created.accountId }, where) };
  },
});

const expired = {
  en: 'This link no longer works: it has already been used, or an hour has passed.',
  ru: 'Ссылка больше не действует: ею уже воспользовались или прошёл час.',
};
const taken = {
  en: `There is an account with this address. Give it the role with “${nameCommand('account role EMAIL operator')}”.`,
  ru: `Учётная запись с этой почтой уже есть. Дайте ей роль командой «${nameCommand('account role EMAIL operator')}».`,
};
