import { formatNumber } from '../../../../base/i18n/format-number.ts';
import type { Language, Text } from '../../../../base/i18n/text.ts';
import type { MonthLoss } from '../../../../domain/rules/meter-months.ts';
import { formatUsed, type MeterKindName } from '../../words/meter-texts.ts';
import { type CountedNoun, formatCount } from '../../words/shared-texts.ts';

export const texts = {
  noMain: {
    en: 'The main meter has no reading for this month, so the loss is not known.',
    ru: 'У общего счётчика за этот месяц нет показаний, поэтому потери неизвестны.',
  },
  counted: { en: 'The plots counted {plots}.', ru: 'Участки насчитали {plots}.' },
  complete: {
    en: 'Main meter {main}, plots {plots}, loss {loss} ({share}\u00a0%). Nothing is missing: {counted} counted.',
    ru: 'Общий счётчик {main}, участки {plots}, потери {loss} ({share}\u00a0%). Учтены все: {counted}.',
  },
  partial: {
    en: 'Main meter {main}, plots {plots}. The difference of {loss} is not all loss, because {gaps}.',
    ru: 'Общий счётчик {main}, участки {plots}. Разница {loss} — не только потери: {gaps}.',
  },
  missing: { en: '{plots} without a reading', ru: 'без показаний {plots}' },
  unshared: { en: '{plots} without a meter open to the board', ru: 'без счётчика у правления {plots}' },
  estimated: {
    en: '{meters} estimated from readings far apart',
    ru: 'на глаз, по редким показаниям, {meters}',
  },
} as const satisfies Record<string, Text>;

export const plotsNoun: CountedNoun = {
  en: { one: 'plot', other: 'plots' },
  ru: { one: 'участок', few: 'участка', many: 'участков' },
};
const metersNoun: CountedNoun = {
  en: { one: 'meter', other: 'meters' },
  ru: { one: 'счётчик', few: 'счётчика', many: 'счётчиков' },
};

/** A loss is never a bare number: what it leaves out stands in the same sentence. */
export function formatLoss(month: MonthLoss, kind: MeterKindName, language: Language): string {
  const use = (number: number) => formatUsed(number, kind, language);
  const gaps = [
    month.missing > 0 &&
      texts.missing[language].replace('{plots}', formatCount(language, month.missing, plotsNoun)),
    month.unshared > 0 &&
      texts.unshared[language].replace('{plots}', formatCount(language, month.unshared, plotsNoun)),
    month.estimated > 0 &&
      texts.estimated[language].replace('{meters}', formatCount(language, month.estimated, metersNoun)),
  ].filter((gap) => gap !== false);
  if (month.main === null || month.loss === null)
    return [
      texts.noMain[language],
      month.counted > 0 && texts.counted[language].replace('{plots}', use(month.plots)),
    ]
      .filter(Boolean)
      .join(' ');
  const share = month.main > 0 ? (100 * month.loss) / month.main : 0;
  return (gaps.length === 0 ? texts.complete : texts.partial)[language]
    .replace('{main}', use(month.main))
    .replace('{plots}', use(month.plots))
    .replace('{loss}', use(month.loss))
    .replace('{share}', formatNumber(share, language, 1))
    .replace('{counted}', formatCount(language, month.counted, plotsNoun))
    .replace('{gaps}', gaps.join(', '));
}
