import { quoteInRussian } from '../../base/i18n/quotes.ts';
import type { Text } from '../../base/i18n/text.ts';
import type { ResidentRole } from './residency.ts';

/**
 * What the letter says to somebody without an account. A display name is chosen freely, so only one that can be nothing
 * but a name is repeated to strangers: no addresses, numbers or sentences.
 */
export function describeInvitation({
  inviter,
  plot,
  village,
  role,
}: {
  inviter: string;
  plot: string;
  village: string;
  role: ResidentRole;
}): Text {
  const name = isPersonName(inviter) ? inviter : null;
  return {
    en: `${name ?? 'The owner'} invites you to plot ${plot} in ${village}, as ${role === 'tenant' ? 'a tenant' : 'family'}.`,
    ru: `${name ?? 'Собственник'} приглашает вас на участок ${plot}, посёлок ${quoteInRussian(village)}. ${role === 'tenant' ? 'Вас запишут как арендатора.' : 'Вас запишут как члена семьи.'}`,
  };
}

/** At most four words of letters, each perhaps shortened to an initial. */
export function isPersonName(name: string): boolean {
  return name.length <= 60 && /^\p{L}[\p{L}\p{M}’'-]*\.?(?: \p{L}[\p{L}\p{M}’'-]*\.?){0,3}$/u.test(name);
}
