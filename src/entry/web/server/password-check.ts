import type { Text } from '../../../base/i18n/text.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { checkOwnPassword } from '../../../features/oauth/sign-in.ts';
import type { FormRequest } from '../page/page.ts';
import { tooManyTriesText } from '../words/shared-texts.ts';

export const wrongPasswordText: Text = { en: 'This is not your password.', ru: 'Это не ваш пароль.' };

/** Refuses unless the field holds the account's password: a stolen session is not enough. */
export async function refuseWrongPassword(
  { form, session, dependencies }: Pick<FormRequest<'signed-in'>, 'form' | 'session' | 'dependencies'>,
  field: string,
): Promise<void> {
  const { id: sessionId, accountId } = session;
  const password = form.get(field) ?? '';
  const check = await checkOwnPassword(dependencies.pool, {
    accountId,
    sessionId,
    password,
    now: dependencies.now(),
  });
  if (check === 'right') return;
  refuse.invalid(field, check === 'wrong' ? wrongPasswordText : tooManyTriesText(check.wait));
}
