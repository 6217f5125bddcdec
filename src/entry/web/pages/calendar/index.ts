import { calendarPage } from './calendar.tsx';
import { changeDayPage } from './change-day.tsx';
import { registerDayFile } from './day-file.ts';
import { printCalendarPage } from './print-calendar.tsx';

export const calendarPages = [calendarPage, printCalendarPage, changeDayPage] as const;

/** Routes of this area that are no pages. */
export const calendarRoutes = [registerDayFile] as const;
