import type { Language } from '../../i18n/text.ts';

const days = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
  ru: new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeZone: 'UTC' }),
};
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });

/** A timestamp as people say it. The clock is shown with its zone, since the reader's own is not known here. */
export function Moment(props: { at: string; language: Language; exact?: boolean }) {
  const time = new Date(props.at);
  if (Number.isNaN(time.getTime())) return <span>{props.at}</span>;
  const day = days[props.language].format(time);
  return <time dateTime={time.toISOString()}>{props.exact ? `${day}, ${clock.format(time)} UTC` : day}</time>;
}
