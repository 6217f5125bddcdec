import type { Text } from '../../base/i18n/text.ts';
import { isInvitedRole, type ResidencyState, type ResidentRole } from './residency.ts';

export const endingKinds = ['sold', 'died', 'moved', 'mistake', 'other'] as const;
export type EndingKind = (typeof endingKinds)[number];

/** How long an ending can be taken back. */
export const takeBackDays = 7;
export const maxSuccessorLength = 200;

/**
 * The board ends every residency, and everybody their own. An owner ends that of family and tenants on their own plot,
 * whom they may invite without the board; what they only claim is left to the board.
 */
export function mayEndResidency(
  who: { isEditor: boolean; isOwner: boolean; isOwn: boolean },
  resident: { state: ResidencyState; role: ResidentRole },
): boolean {
  return who.isEditor || who.isOwn || mayEndAsOwner(who, resident);
}

const mayEndAsOwner = (
  who: { isOwner: boolean },
  { state, role }: { state: ResidencyState; role: ResidentRole },
) => who.isOwner && state !== 'claimed' && isInvitedRole(role);

/** Who may take an ending back: whoever might have made it, except the person themself. */
export const mayTakeBackEnding = (
  who: { isEditor: boolean; isOwner: boolean },
  ending: { role: ResidentRole },
): boolean => who.isEditor || (who.isOwner && isInvitedRole(ending.role));

/** What is wrong with the day of an ending; both are Y-m-d in the settlement. */
export function findDayFault(on: string, today: string): Text | null {
  const at = new Date(`${on}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(on) || on < '1900')
    return { en: 'There is no such day.', ru: 'Такого дня нет.' };
  return on <= today
    ? null
    : {
        en: 'This day is still to come: remove the person when it has come.',
        ru: 'Этот день ещё не наступил: снимите с учёта, когда наступит.',
      };
}

export interface EndingToTakeBack {
  endedAt: Date;
  takenBackAt: Date | null;
  /** The person left of their own will. */
  isOwnDecision: boolean;
  /** The account has been deleted since. */
  isAccountDeleted: boolean;
  /** What the account has on the plot now; null: nothing. */
  presentState: ResidencyState | null;
  /** Owner who came to the plot after it; null: nobody. */
  newOwner: string | null;
  role: ResidentRole;
}

export const isTimeToTakeBack = (endedAt: Date, now: Date) =>
  now.getTime() - endedAt.getTime() < takeBackDays * 86_400_000;

/** Why an ending cannot be taken back; null: it can. */
export function findTakeBackFault(ending: EndingToTakeBack, now: Date): Text | null {
  if (ending.takenBackAt !== null) {
    return { en: 'This has been taken back already.', ru: 'Это уже вернули.' };
  }
  if (ending.isAccountDeleted) {
    return {
      en: 'The person has deleted their account since: there is nobody to bring back.',
      ru: 'Человек с тех пор удалил учётную запись: возвращать некого.',
    };
  }
  if (ending.isOwnDecision) {
    return {
      en: 'The person left the plot of their own will. If they come back, they claim it again.',
      ru: 'Человек вышел сам. Если он вернётся, то подаст заявку на участок снова.',
    };
  }
  if (ending.presentState === 'confirmed') {
    return {
      en: 'The person has been recorded on this plot again already.',
      ru: 'Человека уже снова записали на этот участок.',
    };
  }
  if (ending.presentState === 'claimed') {
    return {
      en: 'The person has asked for the plot again: decide about that claim.',
      ru: 'Человек уже подал новую заявку на участок: решите по ней.',
    };
  }
  if (ending.role === 'owner' && ending.newOwner !== null) {
    return {
      en: `The plot has a new owner since: ${ending.newOwner}. Take them off first if that was wrong.`,
      ru: `У участка теперь другой собственник: ${ending.newOwner}. Если это ошибка, сначала снимите его.`,
    };
  }
  if (!isTimeToTakeBack(ending.endedAt, now)) {
    return {
      en: `More than ${takeBackDays} days have passed. Enter the person again.`,
      ru: 'Прошло больше недели. Впишите человека заново.',
    };
  }
  return null;
}
