import type { Language, Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { edit_task } from '../../../../features/operations/task/edit_task.ts';
import { show_task } from '../../../../features/operations/task/show_task.ts';
import { choice, date, line, paragraph } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage, Redirect } from '../../page/page.ts';
import { refusalAsFieldError } from '../../server/refusal-as-field-error.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import { Button } from '../../ui/button.tsx';
import { FactList } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { addDaysToToday, taskRepeatTexts } from '../../words/format-tasks.ts';
import { type Clock, formatDay } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { savedText } from '../../words/shared-texts.ts';
import { mayEdit, reminderLeadNames, taskPath } from './task-fields.ts';
import type { FullTask } from './task-history.ts';

export const texts = {
  title: { en: 'Change the task', ru: 'Изменить задачу' },
  what: labels.whatToDo,
  body: { en: 'More about it', ru: 'Подробнее' },
  day: { en: 'Day', ru: 'Срок' },
  remind: { en: 'Remind before', ru: 'Напомнить заранее' },
  onDay: { en: 'only on the day', ru: 'только в сам день' },
  repeats: { en: 'Repeat', ru: 'Повторять' },
  once: { en: 'once', ru: 'один раз' },
  noDay: { en: 'no day', ru: 'без срока' },
  conflict: { en: 'It was changed while you were writing', ru: 'Пока вы писали, задачу изменили' },
  conflictWhy: {
    en: 'Below is what you typed, and here is the current version. Save again to replace it with yours.',
    ru: 'Ниже\u00a0— то, что написали вы, а здесь\u00a0— как сейчас. Сохраните ещё раз, чтобы осталось ваше.',
  },
} as const satisfies Record<string, Text>;

const edit = form(edit_task, {
  path: paths.editTask,
  fields: {
    title: line(texts.what, { required: true }),
    body: paragraph(texts.body),
    due_on: date(texts.day),
    remind_before: choice(texts.remind, reminderLeadNames),
    repeats: choice(texts.repeats, taskRepeatTexts, { none: texts.once }),
  },
  hidden: ['seen_changes'],
  refused: (refusal) => refusalAsFieldError(Promise.reject(refusal), 'due_on'),
  done: (_, { task }) => ({ to: taskPath(task), notice: savedText }),
});

export const editTaskPage = definePage({
  path: paths.editTask,
  access: 'signed-in',
  texts,
  missing: {
    title: { en: 'Write what has to be done.', ru: 'Напишите, что нужно сделать.' },
  },
  async load({ task: id }, pageRequest) {
    if (!isId(id)) refuse.notFound('task');
    const { call, session } = pageRequest;
    const [{ data: task }, clock] = await Promise.all([
      call(show_task, { task: id }),
      loadClock(pageRequest),
    ]);
    if (!mayEdit(task, session.accountId) && pageRequest.form === null) return new Redirect(taskPath(id));
    return { task, clock, isAuthor: task.author_user_id === session.accountId };
  },
  actions: { edit },
  head: () => ({ width: 'narrow' }),
  render: ({ task, clock, isAuthor }, { language, forms }) => (
    <>
      <PageHead title={texts.title} parent={{ href: taskPath(task.id), text: task.title }} />
      <edit.Form
        at={{ task: task.id }}
        values={{ ...task, remind_before: task.remind_before ?? '', repeats: task.repeats ?? '' }}
        hidden={{ seen_changes: String(task.history_count) }}
        outbox=""
        draft
      >
        {hasConflict(task, forms?.edit?.values?.seen_changes) && (
          <div id="edit-seen_changes">
            <Notice tone="warn" title={texts.conflict}>
              {texts.conflictWhy}
            </Notice>
            <div class="gap-top">
              <FactList facts={listCurrentValues(task, clock, isAuthor)} />
            </div>
          </div>
        )}
        {isAuthor && (
          <>
            <edit.title />
            <edit.body />
          </>
        )}
        <edit.due_on min={addDaysToToday(clock, 0)} />
        <edit.remind_before choices={listReminderLeads(task.remind_before, language)} />
        {isAuthor && <edit.repeats />}
        <Button>{labels.save}</Button>
      </edit.Form>
    </>
  ),
});

/** Those that are offered, and the one that the task has. */
const listReminderLeads = (own: string | null, language: Language) =>
  [...new Set([null, ...Object.keys(reminderLeadNames), own])].map((lead) => ({
    value: lead ?? '',
    label: formatReminderLead(lead, language),
  }));

/** Whether the task itself was changed, not only commented, since the form was rendered. */
function hasConflict(task: FullTask, seen: unknown): boolean {
  const further = task.history_count - Number(seen ?? task.history_count);
  return further > 0 && task.history.slice(-further).some(({ changes }) => Object.keys(changes).length > 0);
}

/** Current values, shown beside the user's input. */
function listCurrentValues(task: FullTask, clock: Clock, isAuthor: boolean) {
  const all = [
    [texts.what, task.title],
    [texts.body, task.body || labels.empty],
    [texts.day, task.due_on ? formatDay(task.due_on, clock) : texts.noDay],
    [texts.remind, formatReminderLead(task.remind_before, clock.language)],
    [texts.repeats, task.repeats ? taskRepeatTexts[task.repeats] : texts.once],
  ] as const;
  return isAuthor ? all : all.slice(2, 4);
}

const leadUnits = {
  d: { en: 'days before', ru: 'дн. до срока' },
  h: { en: 'hours before', ru: 'ч до срока' },
};

function formatReminderLead(lead: string | null, language: Language): string {
  if (lead === null) return texts.onDay[language];
  const unit = leadUnits[lead.endsWith('h') ? 'h' : 'd'];
  return reminderLeadNames[lead]?.[language] ?? `${Number.parseInt(lead, 10)} ${unit[language]}`;
}
