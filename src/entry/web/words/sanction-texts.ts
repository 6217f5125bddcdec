import type { Text } from '../../../base/i18n/text.ts';
import type { SanctionKind } from '../../../domain/rules/sanctions.ts';
import type { DescribedSanction } from '../../../features/actions/sanction-description.ts';
import { type Clock, formatShortDate, formatTime } from './format-time.ts';
import * as labels from './labels.ts';

export const sanctionKindTexts: Readonly<Record<SanctionKind, Text>> = {
  warning: { en: 'A warning', ru: 'Предупреждение' },
  silence: { en: 'Stopped from writing', ru: 'Запрет писать' },
  exclusion: { en: 'Rights in the village ended', ru: 'Лишение прав в посёлке' },
};

const words = {
  everywhere: { en: 'the whole site', ru: 'весь сайт' },
  board: { en: 'the board', ru: 'правление' },
  platform: { en: 'the moderators of the site', ru: 'модераторы сайта' },
  until: labels.until,
  over: { en: 'ended', ru: 'срок кончился' },
  lifted: { en: 'lifted', ru: 'отменено' },
  appealed: { en: 'under appeal', ru: 'обжалуется' },
} as const satisfies Record<string, Text>;

/** "21 November, 12:00" where the settlement is. */
export const formatMoment = (at: Date, clock: Clock) =>
  `${formatShortDate(at.getTime(), clock)}, ${formatTime(at.getTime(), clock)}`;

/** A warning that concerns no village is one wherever the person is. */
export const formatPlace = ({ settlement, kind }: DescribedSanction, { language }: Clock) =>
  settlement?.name ?? (kind === 'warning' ? null : words.everywhere[language]);

export const formatOffice = ({ office }: DescribedSanction, { language }: Clock) => words[office][language];

/** What has become of it: holds until, is over, was taken back, waits for the answer to an appeal. */
export function formatState(sanction: DescribedSanction, clock: Clock): string {
  const { language } = clock;
  const { kind, until, isStanding, endReason, appealedAt, appealOutcome } = sanction;
  const state = isStanding
    ? until && `${words.until[language]} ${formatMoment(until, clock)}`
    : endReason === null
      ? words.over[language]
      : words.lifted[language];
  const isAppealed = appealedAt !== null && appealOutcome === null;
  return [kind === 'warning' && isStanding ? null : state, isAppealed && words.appealed[language]]
    .filter(Boolean)
    .join(' · ');
}
