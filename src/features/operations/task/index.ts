import { edit_task } from './edit_task.ts';
import { list_tasks } from './list_tasks.ts';
import { show_task } from './show_task.ts';
import { write_task } from './write_task.ts';

export const taskOperations = [edit_task, list_tasks, show_task, write_task] as const;
