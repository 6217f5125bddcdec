import { registerCalendarFeed } from './calendar-feed.ts';
import { editTaskPage } from './edit-task.tsx';
import { newTaskPage } from './new-task.tsx';
import { taskPage } from './task.tsx';
import { tasksPage } from './tasks.tsx';

export const tasksPages = [tasksPage, newTaskPage, taskPage, editTaskPage] as const;

/** Routes of this area that are no pages. */
export const tasksRoutes = [registerCalendarFeed] as const;
