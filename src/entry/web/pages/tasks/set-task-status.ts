import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import { Refusal } from '../../../../domain/kernel/refusal.ts';
import { edit_task } from '../../../../features/operations/task/edit_task.ts';
import type { VisitorCall } from '../../server/visitor-calls.ts';

const texts = {
  moved: {
    en: 'The task has changed meanwhile: look at what can be done with it now.',
    ru: 'Задача за это время изменилась: посмотрите, что с ней можно сделать теперь.',
  },
} as const satisfies Record<string, Text>;

/** Refuses with its own text when a stale page offered a transition that is not allowed any more. */
export async function setTaskStatus(
  call: VisitorCall,
  task: string,
  status: string,
): Promise<z.output<typeof edit_task.output>['data']> {
  try {
    return (await call(edit_task, { task, status })).data;
  } catch (error) {
    const isLate =
      error instanceof Refusal &&
      (error.kind === 'forbidden' || (error.kind === 'invalid' && error.fields?.status !== undefined));
    throw isLate ? new Refusal({ kind: 'invalid', text: texts.moved }) : error;
  }
}
