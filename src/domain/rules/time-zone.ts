import { message, text } from '../kernel/fields.ts';

const notAZone = message({
  en: 'This must be a time zone, as Europe/Moscow.',
  ru: 'Здесь нужен часовой пояс, например Europe/Moscow.',
});

/** Where a settlement's days begin, as PostgreSQL and browsers name it. */
export const timeZoneName = text(60, 1).refine(isTimeZone, notAZone);

/** Zones the service can count days in. */
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
