import type { Language } from '../../../base/i18n/text.ts';
import { type Clock, formatRelativeTime } from '../words/format-time.ts';

const days = {
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }),
  ru: new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeZone: 'UTC' }),
};
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });

/**
 * A timestamp in the time zone of the user's settlement; without one in UTC, which is then shown, since the time
 * zone of the reader is unknown here.
 */
export function Timestamp(props: {
  at: string;
  language: Language;
  exact?: boolean | undefined;
  clock?: Clock | undefined;
}) {
  const time = new Date(props.at);
  if (Number.isNaN(time.getTime())) return <span>{props.at}</span>;
  if (props.clock && props.clock.timeZone !== 'UTC')
    return (
      <time dateTime={time.toISOString()}>
        {formatRelativeTime(props.at, {
          language: props.language,
          now: props.clock.now,
          timeZone: props.clock.timeZone,
        })}
      </time>
    );
  const day = days[props.language].format(time);
  return <time dateTime={time.toISOString()}>{props.exact ? `${day}, ${clock.format(time)} UTC` : day}</time>;
}
