import type { Text } from '../../base/i18n/text.ts';
import type { Permission } from '../kernel/refusal.ts';

/** Graded: a word, no writing for some days, no rights in the settlement. */
export const sanctionKinds = ['warning', 'silence', 'exclusion'] as const;
export type SanctionKind = (typeof sanctionKinds)[number];
/** In whose name: of the board in its settlement, or of the platform's moderators. */
export type SanctionOffice = 'board' | 'platform';
export const appealOutcomes = ['kept', 'lifted'] as const;
export type AppealOutcome = (typeof appealOutcomes)[number];

export const maxReasonLength = 500;
export const maxAppealLength = 2000;
export const maxSilenceDays: Readonly<Record<SanctionOffice, number>> = { board: 30, platform: 90 };
/** How long a sanction may be appealed against, and a warning is shown as new. */
export const appealDays = 30;

const day = 86_400_000;

export const endOfSilence = (from: Date, days: number) => new Date(from.getTime() + days * day);

export interface SanctionToJudge {
  kind: SanctionKind;
  office: SanctionOffice;
  accountId: string;
  imposedBy: string;
  imposedAt: Date;
  until: Date | null;
  endedAt: Date | null;
  appealedAt: Date | null;
  appealOutcome: AppealOutcome | null;
}

/** Whether it holds at this moment: a silence ends by the clock. A warning holds nobody back. */
export const isStanding = ({ endedAt, until }: Pick<SanctionToJudge, 'endedAt' | 'until'>, now: Date) =>
  endedAt === null && (until === null || until > now);

/** Why a sanction of this kind cannot be imposed on the person a report is about; by the field that explains it. */
export function findSanctionFault(
  wanted: { kind: SanctionKind; days: number | null; isEverywhere: boolean },
  report: {
    office: SanctionOffice;
    isInSettlement: boolean;
    /** Of the reported person, in the settlement of the report. */
    isDeleted: boolean;
    isOnBoard: boolean;
    isRelated: boolean;
  },
): { field: 'kind' | 'days' | 'everywhere'; text: Text } | null {
  const { kind, days, isEverywhere } = wanted;
  const fault = (field: 'kind' | 'days' | 'everywhere', en: string, ru: string) => ({
    field,
    text: { en, ru },
  });
  if (report.isDeleted)
    return fault('kind', 'The person has deleted their account.', 'Человек удалил свою учётную запись.');
  if (isEverywhere && report.office === 'board')
    return fault(
      'everywhere',
      'A board decides for its village alone; for the whole site only moderators do.',
      'Правление решает только за свой посёлок, а за весь сайт — модераторы.',
    );
  if (report.office === 'board' && report.isOnBoard)
    return fault(
      'kind',
      'The person is on the board: the moderators of the site decide about its members.',
      'Этот человек — член правления, о нём решают модераторы сайта.',
    );
  if (kind === 'silence') {
    const most = maxSilenceDays[report.office];
    if (days === null || days < 1 || days > most)
      return fault(
        'days',
        `Say for how many days: 1 to ${most}.`,
        `Укажите, на сколько дней: от 1 до ${most}.`,
      );
  }
  if (kind !== 'exclusion') return null;
  if (isEverywhere || !report.isInSettlement)
    return fault(
      'kind',
      'Rights can be ended in one village; elsewhere stop the person from writing.',
      'Прав лишают в одном посёлке, а на всём сайте можно запретить писать.',
    );
  if (report.isOnBoard)
    return fault(
      'kind',
      'The person is on the board: put them off the board first.',
      'Этот человек в правлении: сначала выведите его из правления.',
    );
  if (!report.isRelated)
    return fault(
      'kind',
      'The person has no plot and no claim in this village.',
      'У этого человека в посёлке нет ни участка, ни заявки.',
    );
  return null;
}

interface Judge {
  accountId: string;
  /** On the board of the settlement of the sanction. */
  isEditor: boolean;
  isModerator: boolean;
  /** There is a moderator who neither imposed the sanction nor is who it concerns. */
  hasOtherModerator: boolean;
}

/** The board takes back its own decisions, moderators all; nobody what concerns themself. */
export function mayLiftSanction(sanction: SanctionToJudge, who: Judge): Permission {
  if (sanction.accountId === who.accountId)
    return { en: 'It concerns you: somebody else decides.', ru: 'Это решение о вас, его отменяет не вы.' };
  return (
    who.isModerator ||
    (sanction.office === 'board' && who.isEditor) || {
      en: 'Those who decided can lift it: the board its own decisions, moderators any.',
      ru: 'Отменить может тот, кто решил: своё решение правление, любое — модераторы.',
    }
  );
}

/** One appeal, by the person, while it holds or within a month. */
export function findAppealFault(
  sanction: Pick<SanctionToJudge, 'imposedAt' | 'appealedAt' | 'endedAt' | 'until' | 'kind'>,
  now: Date,
): Text | null {
  if (sanction.appealedAt !== null)
    return {
      en: 'You have already appealed: it can be done only once.',
      ru: 'Вы уже обжаловали это решение: обжаловать можно один раз.',
    };
  if (sanction.endedAt !== null && sanction.kind !== 'warning')
    return { en: 'It has ended.', ru: 'Срок уже кончился или решение отменили.' };
  return now.getTime() - sanction.imposedAt.getTime() < appealDays * day ||
    (isStanding(sanction, now) && sanction.kind !== 'warning')
    ? null
    : { en: 'More than a month has passed.', ru: 'Прошло больше месяца.' };
}

/** Moderators decide about appeals: not who imposed it, where there is another, and nobody about themself. */
export function mayDecideAppeal(sanction: SanctionToJudge, who: Judge): Permission {
  if (!who.isModerator)
    return {
      en: 'The moderators of the site decide about appeals.',
      ru: 'По обжалованиям решают модераторы сайта.',
    };
  if (sanction.accountId === who.accountId)
    return {
      en: 'It concerns you: somebody else decides.',
      ru: 'Это решение о вас, решит другой модератор.',
    };
  return (
    sanction.imposedBy !== who.accountId ||
    !who.hasOtherModerator || {
      en: 'You imposed it yourself: another moderator decides.',
      ru: 'Вы сами это решили, обжалование рассмотрит другой модератор.',
    }
  );
}
