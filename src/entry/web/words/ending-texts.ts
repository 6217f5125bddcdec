import type { Language, Text } from '../../../base/i18n/text.ts';
import type { ResidentRole } from '../../../domain/rules/residency.ts';
import type { EndingKind } from '../../../domain/rules/residency-ending.ts';
import { type Clock, formatFullDate } from './format-time.ts';
import { formatDay } from './person-texts.ts';

/** Why somebody is no longer recorded, after their name. */
export const endingKindTexts = {
  sold: { en: 'the plot was sold', ru: 'участок продан' },
  died: { en: 'died', ru: 'человек умер' },
  moved: { en: 'moved away', ru: 'переезд' },
  mistake: { en: 'recorded by mistake', ru: 'записали по ошибке' },
  other: { en: 'no longer here', ru: 'больше здесь не числится' },
} as const satisfies Record<EndingKind, Text>;

const ownTexts = {
  owner: {
    en: 'Ownership of plot {plot} ended on {day}',
    ru: 'Собственность на участок {plot} закончилась {day}',
  },
  family: {
    en: 'Your record on plot {plot} ended on {day}',
    ru: 'Запись на участке {plot} закончилась {day}',
  },
  tenant: {
    en: 'Your stay on plot {plot} ended on {day}',
    ru: 'Проживание на участке {plot} закончилось {day}',
  },
} as const satisfies Record<ResidentRole, Text>;

/** To the person: what ended, when and why. */
export function formatOwnEnding(
  { kind, on, role, plot }: { kind: EndingKind; on: string; role: ResidentRole; plot: string },
  clock: Clock,
): string {
  const { language } = clock;
  const day = formatFullDate(Date.parse(on), { ...clock, timeZone: 'UTC' });
  const said = ownTexts[role][language].replace('{plot}', plot).replace('{day}', day);
  return kind === 'other' ? said : `${said}: ${endingKindTexts[kind][language]}`;
}

const until: Text = { en: 'until {end}', ru: 'до {end}' };
const fromTo: Text = { en: 'from {start} to {end}', ru: 'с {start} по {end}' };

/** “from 01/05/2019 to 03/05/2026”; without the first day where it is not known. */
export function formatStay(
  { since, endedOn }: { since: string | null; endedOn: string },
  language: Language,
): string {
  const end = formatDay(endedOn, language);
  if (since === null || since > endedOn) return until[language].replace('{end}', end);
  return fromTo[language].replace('{start}', formatDay(since, language)).replace('{end}', end);
}
