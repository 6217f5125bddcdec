import type { Text } from '../../../../base/i18n/text.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { checkOwnPassword } from '../../../../features/oauth/sign-in.ts';
import type { Posted } from '../../page/page.ts';
import { waitText } from '../../words/names.ts';

export const wrongPassword: Text = { en: 'This is not your password.', ru: 'Это не ваш пароль.' };

/** Refuses unless the field holds the account's password: a stolen session is not enough. */
export async function refuseWrongPassword(
  { form, session, parts }: Pick<Posted<'signed-in'>, 'form' | 'session' | 'parts'>,
  field: string,
): Promise<void> {
  const { id: sessionId, accountId } = session;
  const password = form.get(field) ?? '';
  const check = await checkOwnPassword(parts.pool, { accountId, sessionId, password, now: parts.now() });
  if (check === 'right') return;
  refuse.invalid(field, check === 'wrong' ? wrongPassword : waitText(check.wait));
}
