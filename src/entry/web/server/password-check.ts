import { Refusal, refuse } from '../../../domain/kernel/refusal.ts';
import { check_password } from '../../../features/accounts/check_password.ts';
import type { FormRequest } from '../page/page.ts';

/** Refuses unless the field holds the account's password: a stolen session is not enough. */
export async function refuseWrongPassword(
  { call, form }: Pick<FormRequest<'signed-in'>, 'call' | 'form'>,
  field: string,
): Promise<void> {
  await call(check_password, { password: form.get(field) ?? '' }).catch((error: unknown) => {
    if (error instanceof Refusal && error.fields?.password)
      refuse.invalidFields({ [field]: error.fields.password });
    throw error;
  });
}
