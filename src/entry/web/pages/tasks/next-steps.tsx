import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { edit_task } from '../../../../features/operations/task/edit_task.ts';
import { describeTaskUndo, refuseLateTransition } from '../../loaders/task-status.ts';
import { form } from '../../page/form.tsx';
import type { ButtonFormProps } from '../../ui/button-form.tsx';
import * as labels from '../../words/labels.ts';
import { taskPath } from './task-fields.ts';
import type { FullTask } from './task-history.ts';

export const texts = {
  confirm: { en: 'Yes, it is done', ru: 'Подтвердить: сделано' },
  in_progress: { en: 'Start', ru: 'Взять в работу' },
  wait: { en: 'Put off', ru: 'Отложить' },
  open: { en: 'Open again', ru: 'Открыть снова' },
  cancelled: { en: 'Cancel the task', ru: 'Отменить задачу' },
  withdraw: labels.withdraw,
  accept: { en: 'I will do it', ru: 'Принять' },
  decline: { en: 'I cannot', ru: 'Отказаться' },
  giveBack: { en: 'Give it back', ru: 'Вернуть' },
  moved: { en: 'Saved.', ru: 'Записано.' },
  accepted: { en: 'It is yours now.', ru: 'Теперь это ваша задача.' },
  declined: { en: 'Declined. Whoever asked will be told.', ru: 'Вы отказались. Тому, кто просил, сообщим.' },
} as const satisfies Record<string, Text>;

export const move = form(edit_task, {
  path: paths.moveTask,
  hidden: ['status'],
  isButton: true,
  refused: refuseLateTransition,
  done({ data }, { task }, { session }) {
    const isClosed = data.status === 'done' || data.status === 'cancelled';
    return {
      to: taskPath(data.next_task_id ?? task),
      notice: data.status === 'done' ? labels.done : texts.moved,
      undo: isClosed ? describeTaskUndo(data, session.accountId, taskPath(task)) : undefined,
    };
  },
});

const isAccepted = (posted: URLSearchParams) => posted.get('accept') === 'true';

export const answer = form(edit_task, {
  path: paths.answerTask,
  isButton: true,
  given: (_, request) => ({ accept: isAccepted(request.form) }),
  // After declining, a task that was addressed to the plot only is not visible any more.
  done: (_, { task }, request) =>
    isAccepted(request.form)
      ? { to: taskPath(task), notice: texts.accepted }
      : { to: paths.tasks, notice: texts.declined },
});

type Step = Pick<ButtonFormProps, 'kind' | 'hidden'> & {
  readonly text: Text;
  readonly Button: typeof move.Button;
};

/** Transitions the user may make now; the first one is the primary button. */
function listNextSteps(task: FullTask, me: string): Step[] {
  const to = (status: string, text: Text, kind: Step['kind']): Step => ({
    text,
    kind,
    Button: move.Button,
    hidden: { status },
  });
  const reply = (accept: boolean, text: Text, kind: Step['kind']): Step => ({
    text,
    kind,
    Button: answer.Button,
    hidden: { accept: String(accept) },
  });
  const may = (status: FullTask['status']) => task.next_statuses.includes(status);
  const isMine = task.assignees.some(({ id }) => id === me);
  const isOffer =
    task.addressee === 'neighbour' &&
    task.accepted_at === null &&
    task.author_user_id !== me &&
    may('in_progress');
  const steps: Step[] = [];
  if (isOffer) {
    steps.push(reply(true, texts.accept, 'primary'), to('done', labels.done, 'quiet'));
    steps.push(reply(false, texts.decline, 'quiet'));
    return steps;
  }
  if (may('done')) steps.push(to('done', task.status === 'done' ? texts.confirm : labels.done, 'primary'));
  // A reminder to oneself is done or not: nobody else waits for it to be begun.
  const isOwnReminder = task.kind === 'reminder' && task.addressee === 'self';
  if (may('in_progress') && !isOwnReminder) steps.push(to('in_progress', texts.in_progress, 'quiet'));
  if (may('open')) steps.push(to('open', task.status === 'in_progress' ? texts.wait : texts.open, 'quiet'));
  if (task.addressee === 'neighbour' && isMine && task.closed_at === null)
    steps.push(reply(false, texts.giveBack, 'quiet'));
  if (may('cancelled'))
    steps.push(to('cancelled', task.kind === 'report' ? texts.withdraw : texts.cancelled, 'quiet-danger'));
  return steps;
}

export function NextSteps({ task, me }: { task: FullTask; me: string }) {
  const steps = listNextSteps(task, me);
  if (steps.length === 0) return null;
  return (
    <div class="buttons steps-now">
      {steps.map(({ text, Button, ...step }) => (
        <Button key={text.en} at={{ task: task.id }} {...step}>
          {text}
        </Button>
      ))}
    </div>
  );
}
