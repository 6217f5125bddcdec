import { z } from 'zod';
import { id } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { omitSizes } from '../media/shapes.ts';
import { fullTask, showTaskAsItStands, taskPagePath } from './shapes.ts';

export const show_task = defineOperation({
  name: 'show_task',
  tag: 'Task',
  route: 'GET /tasks/{task}',
  success: 200,
  scope: 'mcp:read',
  audiences: ['resident', 'settlement', 'company'],
  summary: 'One task with its photographs, history and what the caller may do next.',
  input: z.object({ task: id.describe('From list_tasks.') }),
  output: z.object({ data: fullTask }),
  pagePath: taskPagePath,
  formatForTools: ({ data }) => ({ data: { ...data, photos: data.photos.map(omitSizes) } }),
  pictures: ({ data: { settlement_id, photos } }) =>
    photos.flatMap(({ id, path }) =>
      path === null ? [] : { address: path, uri: `settlements://settlements/${settlement_id}/media/${id}` },
    ),
  async show({ task }, context) {
    const reply = { data: await showTaskAsItStands(context, task) };
    context.services.notificationReads.record(context.caller.accountId, taskPagePath(reply));
    return reply;
  },
});
