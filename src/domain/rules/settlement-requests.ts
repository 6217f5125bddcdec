import type { Permission } from '../kernel/refusal.ts';

/** Who somebody says they are in the settlement they ask for. */
export const settlementAskers = ['board', 'resident', 'developer'] as const;
export type SettlementAsker = (typeof settlementAskers)[number];

/** Of one account: so many may wait, and so many may be sent within a day. */
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
