import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { ButtonForm } from '../../ui/button-form.tsx';
import * as labels from '../../words/labels.ts';
import type { FullTask } from './task-history.ts';

export const texts = {
  done: labels.done,
  confirm: { en: 'Yes, it is done', ru: 'Подтвердить: сделано' },
  in_progress: { en: 'Begin', ru: 'Взять в работу' },
  wait: { en: 'Put off', ru: 'Отложить' },
  open: { en: 'Open again', ru: 'Открыть снова' },
  cancelled: { en: 'Cancel the task', ru: 'Отменить задачу' },
  withdraw: { en: 'Take it back', ru: 'Отозвать' },
  accept: { en: 'I will do it', ru: 'Принять' },
  decline: { en: 'I cannot', ru: 'Отказаться' },
  giveBack: { en: 'Give it back', ru: 'Вернуть' },
} as const satisfies Record<string, Text>;

type Step = {
  readonly text: Text;
  readonly action: string;
  readonly hidden: Record<string, string>;
  readonly kind: 'primary' | 'quiet' | 'quiet-danger';
};

/** Transitions the user may make now; the first one is the primary button. */
export function listNextSteps(task: FullTask, me: string): Step[] {
  const path = { task: task.id };
  const move = (status: string, text: Text, kind: Step['kind']): Step => ({
    text,
    kind,
    action: fillPath(paths.moveTask, path),
    hidden: { status },
  });
  const answer = (accept: boolean, text: Text, kind: Step['kind']): Step => ({
    text,
    kind,
    action: fillPath(paths.answerTask, path),
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
    steps.push(answer(true, texts.accept, 'primary'), move('done', texts.done, 'quiet'));
    steps.push(answer(false, texts.decline, 'quiet'));
    return steps;
  }
  if (may('done')) steps.push(move('done', task.status === 'done' ? texts.confirm : texts.done, 'primary'));
  // A reminder to oneself is done or not: nobody else waits for it to be begun.
  const isOwnReminder = task.kind === 'reminder' && task.addressee === 'self';
  if (may('in_progress') && !isOwnReminder) steps.push(move('in_progress', texts.in_progress, 'quiet'));
  if (may('open')) steps.push(move('open', task.status === 'in_progress' ? texts.wait : texts.open, 'quiet'));
  if (task.addressee === 'neighbour' && isMine && task.closed_at === null)
    steps.push(answer(false, texts.giveBack, 'quiet'));
  if (may('cancelled'))
    steps.push(move('cancelled', task.kind === 'report' ? texts.withdraw : texts.cancelled, 'quiet-danger'));
  return steps;
}

export function NextSteps({ task, me }: { task: FullTask; me: string }) {
  const steps = listNextSteps(task, me);
  if (steps.length === 0) return null;
  return (
    <div class="buttons steps-now">
      {steps.map(({ text, action, hidden, kind }) => (
        <ButtonForm key={text.en} action={action} hidden={hidden} kind={kind}>
          {text}
        </ButtonForm>
      ))}
    </div>
  );
}
