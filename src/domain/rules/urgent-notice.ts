import type { Text } from '../../base/i18n/text.ts';

/** Hours after which an urgent notice is told again to households that have not acknowledged it. */
export const repetitionHours = [1, 6, 24] as const;
/** The limit on urgent notices of a settlement counts those of so many days. */
export const urgentLimitDays = 7;

/** What wakes everybody is an announcement that everybody may read. */
export function mayBeUrgent(article: { kind: string; visibility: string }): true | Text {
  if (article.kind !== 'announcement')
    return { en: 'Only an announcement can be urgent.', ru: 'Срочным бывает только объявление.' };
  return (
    article.visibility !== 'private' || {
      en: 'An urgent announcement has to be open to residents.',
      ru: 'Срочное объявление должны видеть все жители.',
    }
  );
}

export function mayTellUrgently(inLastDays: number, limit: number): true | Text {
  return (
    inLastDays < limit || {
      en: `${inLastDays} urgent announcements went out in the last ${urgentLimitDays} days; the limit is ${limit}. Send this one as an ordinary announcement, or ask the operator of the site to allow more.`,
      ru: `За ${urgentLimitDays} дней уже разослали срочных объявлений: ${inLastDays}, а можно не больше ${limit}. Отправьте это как обычное или попросите того, кто держит сайт, разрешить больше.`,
    }
  );
}

export const notUrgent: Text = {
  en: 'This announcement is not urgent, or not any more.',
  ru: 'Это объявление не срочное или уже не срочное.',
};

export const notOfPlot: Text = {
  en: 'Only members of a plot acknowledge an urgent announcement: there is nothing for you to do.',
  ru: 'Срочное объявление отмечают жители участков: вам ничего делать не нужно.',
};

export const urgentNeedsDelivery: Text = {
  en: 'It is published already: to make it urgent, tell it again (`tell_again`) in the same call.',
  ru: 'Оно уже опубликовано: чтобы сделать его срочным, сообщите о нём ещё раз (`tell_again`) тем же запросом.',
};
