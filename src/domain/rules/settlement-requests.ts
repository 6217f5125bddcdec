import type { Permission } from '../kernel/refusal.ts';

/** The applicant's stated role in the settlement. */
export const applicantRoles = ['board', 'resident', 'developer'] as const;
export type ApplicantRole = (typeof applicantRoles)[number];

/** Per account: pending requests, and requests sent within a day. */
const maxPending = 3;
const maxPerDay = 5;

export function mayRequestSettlement(sent: { waiting: number; lately: number }): Permission {
  return (
    (sent.waiting < maxPending && sent.lately < maxPerDay) || {
      en: 'You have asked for several villages already. Wait until moderators have looked at them.',
      ru: 'Вы уже попросили добавить несколько посёлков. Дождитесь, пока модераторы их посмотрят.',
    }
  );
}

export function mayAddSettlements(who: { isModerator: boolean }): Permission {
  return (
    who.isModerator || {
      en: 'Only moderators take settlements into the register.',
      ru: 'Посёлки в реестр принимают только модераторы.',
    }
  );
}
