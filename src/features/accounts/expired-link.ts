import { isUniqueViolation } from '../../base/db/connect.ts';
import { refuse } from '../../domain/kernel/refusal.ts';

const linkExpired = {
  en: 'This link no longer works: it has already been used, or too much time has passed.',
  ru: 'Ссылка больше не действует: ею уже воспользовались или прошло слишком много времени.',
};

export const refuseExpiredLink = (): never => refuse.invalid('token', linkExpired);

/** For an address that another account has taken since the email was sent. */
export function refuseIfTaken(error: unknown): never {
  if (isUniqueViolation(error)) refuseExpiredLink();
  throw error;
}
