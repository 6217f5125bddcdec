import { errorText, text } from '../kernel/fields.ts';

const notAZone = errorText({
  en: 'This must be a time zone, as Europe/Moscow.',
  ru: 'Здесь нужен часовой пояс, например Europe/Moscow.',
});

/** An IANA time zone name, as PostgreSQL and browsers know it. */
export const timeZoneName = text(60, 1).refine(isTimeZone, notAZone);

/** Known to Intl; names without a slash, such as `EST`, are refused. */
function isTimeZone(name: string): boolean {
  try {
    return (
      new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '' &&
      name.includes('/')
    );
  } catch {
    return false;
  }
}
