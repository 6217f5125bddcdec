import type { Permission } from '../kernel/refusal.ts';

/** The applicant's stated role in the settlement. */
export const settlementAskers = ['board', 'resident', 'developer'] as const;
export type SettlementAsker = (typeof settlementAskers)[number];

/** Per account: pending requests, and requests sent within a day. */
const mostWaiting = 3;
const mostInADay = 5;

export function mayAskForSettlement(sent: { waiting: number; lately: number }): Permission {
  return (
    (sent.waiting < mostWaiting && sent.lately < mostInADay) || {
      en: 'You have asked for several villages already. Wait until moderators have looked at them.',
      ru: 'Вы уже попросили добавить несколько посёлков. Дождитесь, пока модераторы их посмотрят.',
    }
  );
}

export function mayTakeSettlementsIn(who: { isModerator: boolean }): Permission {
  return (
    who.isModerator || {
      en: 'Only moderators take settlements into the register.',
      ru: 'Посёлки в реестр принимают только модераторы.',
    }
  );
}
