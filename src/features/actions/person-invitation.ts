import { quoteInRussian } from '../../base/i18n/quotes.ts';
import type { SignedInContext } from '../../domain/kernel/context.ts';
import type { ResidentRole } from '../../domain/rules/residency.ts';
import { enqueueAccountEmail } from '../mail/account-emails.ts';
import { buildJoinPath } from './person-code.ts';

/** The board's letter to a recorded person. The code is in the letter alone. */
export async function enqueueInvitation(
  { db, now, newId, language, services, origin }: SignedInContext,
  person: { settlementId: string; village: string; plotNumber: string; role: ResidentRole },
  letter: { id: string; to: string; code: string; expiresAt: Date; sendAt?: Date },
): Promise<void> {
  const { code, ...sent } = letter;
  const { village, plotNumber } = person;
  await enqueueAccountEmail(
    db,
    {
      ...sent,
      accountId: null,
      language,
      template: 'plot_invitation',
      introduction: {
        en: `The board of ${village} invites you to plot ${plotNumber}.`,
        ru: `Правление посёлка ${quoteInRussian(village)} приглашает вас на участок ${plotNumber}.`,
      },
      village,
      link: `${services.emailLinkOrigin(origin)}${buildJoinPath(person.settlementId, person, code)}&${new URLSearchParams({ email: letter.to })}`,
    },
    { now, newId },
  );
}
