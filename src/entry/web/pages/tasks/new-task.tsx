import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { write_task } from '../../../../features/operations/task/write_task.ts';
import { choice, line, paragraph } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField, ChoiceChips, RadioCards } from '../../ui/choice.tsx';
import { DateField, TextArea, TextField } from '../../ui/field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { say } from '../../ui/language-context.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PhotoField } from '../../ui/photo-field.tsx';
import { isAskedFirst, SaveAnyway } from '../../ui/save-anyway.tsx';
import { addDaysToToday, taskRepeatTexts } from '../../words/format-tasks.ts';
import { type Clock, formatDay } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { texts as createTexts, readNewTask, renameRefusalFields } from './create-task.ts';
import { loadNewTask, type NewTaskData, type TaskRecipient } from './load-new-task.ts';
import { taskPath } from './task-fields.ts';
import { texts as listTexts } from './tasks.tsx';

export const texts = {
  title: { en: 'New task', ru: 'Новая задача' },
  request: { en: 'Request', ru: 'Просьба' },
  reminder: { en: 'Reminder', ru: 'Напоминание' },
  what: labels.whatToDo,
  more: { en: 'More about it', ru: 'Подробнее' },
  whom: { en: 'For whom', ru: 'Кому' },
  board: { en: 'The board', ru: 'Правлению' },
  boardHint: { en: 'The board and your household see it', ru: 'Увидят правление и ваш дом' },
  people: { en: 'People in the village', ru: 'Жителям' },
  peopleHint: {
    en: 'One or several; done by any of them',
    ru: 'Одному или нескольким; сделает любой из них',
  },
  person: { en: 'A neighbour', ru: 'Соседу' },
  personHint: {
    en: 'By plot number; the first to accept takes it',
    ru: 'По номеру участка; возьмёт тот, кто согласится',
  },
  company: { en: 'A craftsman or company', ru: 'Мастеру или компании' },
  self: { en: 'Myself', ru: 'Себе' },
  selfHint: { en: 'We remind you on the day', ru: 'Напомним в нужный день' },
  who: { en: 'Who does it', ru: 'Кто сделает' },
  plots: { en: 'Or by plot numbers', ru: 'Или по номерам участков' },
  plotsHint: { en: 'Separated by commas: 7, 12', ru: 'Через запятую: 7, 12' },
  name: { en: 'Name', ru: 'Название или имя' },
  nameHint: { en: 'As in the directory', ru: 'Как в справочнике' },
  atPlot: { en: 'Come to my plot', ru: 'Приехать на мой участок' },
  atPlotHint: {
    en: 'The company sees the village and the plot until the order ends.',
    ru: 'Компания увидит посёлок и номер участка, пока заказ не закончен.',
  },
  directions: { en: 'How to get there, who to call', ru: 'Как проехать, кому звонить' },
  directionsHint: {
    en: 'A company on this service can read it until the order ends.',
    ru: 'Компания сервиса прочтёт это, пока заказ не закончен.',
  },
  noDay: { en: 'no day', ru: 'без срока' },
  otherDay: { en: 'Another day', ru: 'Другой день' },
  remind: { en: 'Remind a day before', ru: 'Напомнить за день' },
  further: { en: 'Repeat, who sees it', ru: 'Повторять, кто видит' },
  repeats: { en: 'Repeat', ru: 'Повторять' },
  once: { en: 'once', ru: 'один раз' },
  shown: { en: 'Show it to all residents', ru: 'Показать всем жителям' },
  send: labels.send,
  give: { en: 'Assign', ru: 'Поручить' },
  waiting: { en: 'The board has not confirmed you yet', ru: 'Правление вас ещё не подтвердило' },
  waitingWhy: {
    en: 'Requests and reminders are for residents. Until then you can write the board a message, and keep a draft of a diary entry.',
    ru: 'Просьбы и напоминания — для жителей. А пока можно написать правлению сообщение и начать запись в дневник черновиком.',
  },
  nowhere: { en: 'You do not belong to a village yet', ru: 'Вы пока не записаны ни в одном посёлке' },
  nowhereWhy: {
    en: 'Tasks are written by residents. Find your village and say that you live there.',
    ru: 'Задачи пишут жители. Найдите свой посёлок и скажите, что живёте там.',
  },
} as const satisfies Record<string, Text>;

const write = form(write_task, {
  path: paths.newTask,
  uploads: 'photographs',
  fields: {
    title: line(texts.what),
    due_on: choice(labels.when, {}, { as: 'chips' }),
    body: paragraph(texts.more, { rows: 3 }),
    repeats: choice(texts.repeats, taskRepeatTexts, { none: texts.once }),
  },
  given: async (_, request) => ({
    ...(await readNewTask(request)),
    unless_similar: isAskedFirst(request.form),
  }),
  refused: renameRefusalFields,
  async done({ data }, _, request) {
    const photos = await request.savePhotographs('photos', { type: 'task', id: data.id });
    const kept = data.due_on === null ? createTexts.keptWithoutDay : createTexts.kept;
    const notice = photos.appendRejected(request.text('to') === 'self' ? kept : createTexts.sent);
    return { to: taskPath(data.id), notice };
  },
});

export const newTaskPage = definePage({
  path: paths.newTask,
  access: 'signed-in',
  texts,
  missing: {
    title: { en: 'Write what has to be done.', ru: 'Напишите, что нужно сделать.' },
  },
  load: (_, pageRequest) => loadNewTask(pageRequest),
  actions: { write },
  head: (data) => ({ width: 'narrow', title: titleOf(data), scripts: ['photos.js'] }),
  render: (data) => (
    <>
      <PageHead title={titleOf(data)} parent={{ href: paths.tasks, text: listTexts.title }} />
      {data.settlement === null ? (
        <Notice
          tone="plain"
          icon="village"
          title={texts.nowhere}
          link={{ href: paths.settlements, text: labels.findVillage }}
        >
          {texts.nowhereWhy}
        </Notice>
      ) : data.isWaiting ? (
        <Notice
          tone="plain"
          icon="clock"
          title={texts.waiting}
          link={{
            href: `${paths.newMessage}?${new URLSearchParams({ settlement: data.settlement, to: 'board' })}`,
            text: labels.writeToBoard,
          }}
        >
          {texts.waitingWhy}
        </Notice>
      ) : (
        <write.Form
          at={{}}
          values={{ title: data.title, due_on: '' }}
          hidden={{ settlement: data.settlement, object_id: data.object || undefined }}
          outbox=""
          draft
        >
          <write.title />
          <RecipientFields data={data} />
          <DueDateFields clock={data.clock} />
          <write.body />
          <PhotoField />
          <Fold title={texts.further} open={data.isShown}>
            <write.repeats />
            <div class="only-if" data-if="board people">
              <CheckField name="shown" label={texts.shown} checked={data.isShown} />
            </div>
          </Fold>
          <SaveAnyway form="write" />
          <Button>{buttonOf(data.to)}</Button>
        </write.Form>
      )}
    </>
  ),
});

const titleOf = ({ kind }: NewTaskData): Text =>
  kind === 'reminder' ? texts.reminder : kind === 'request' ? texts.request : texts.title;

const buttonOf = (to: TaskRecipient): Text =>
  to === 'people' ? texts.give : to === 'self' ? labels.save : texts.send;

const recipientHints: Partial<Record<TaskRecipient, Text>> = {
  board: texts.boardHint,
  people: texts.peopleHint,
  person: texts.personHint,
  self: texts.selfHint,
};

function RecipientFields({ data }: { data: NewTaskData }) {
  return (
    <>
      <RadioCards
        name="to"
        label={texts.whom}
        value={data.to}
        choices={data.recipients.map((value) => ({
          value,
          label: texts[value],
          hint: recipientHints[value],
        }))}
      />
      {data.recipients.includes('people') && (
        <div class="only-if form" data-if="people">
          {data.people.length > 0 && (
            <ChoiceChips
              name="assignees"
              several
              label={texts.who}
              choices={data.people.map(({ id, name }) => ({ value: id, label: name }))}
            />
          )}
          {data.hasMorePeople && (
            <TextField
              name="plots"
              label={texts.plots}
              hint={texts.plotsHint}
              optional="unsaid"
              maxLength={200}
              autocomplete="off"
            />
          )}
        </div>
      )}
      <div class="only-if" data-if="person">
        <TextField
          name="to_parcel"
          label={labels.plotNumber}
          value={data.plot}
          optional="unsaid"
          maxLength={40}
          autocomplete="off"
        />
      </div>
      <div class="only-if" data-if="company">
        <TextField
          name="given"
          label={texts.name}
          hint={texts.nameHint}
          value={data.given}
          optional="unsaid"
          maxLength={120}
          autocomplete="off"
          suggestions={data.suggestions}
        />
        {data.ownPlot && (
          <CheckField
            name="at_plot"
            label={`${say(texts.atPlot)} ${data.ownPlot.number}`}
            hint={texts.atPlotHint}
            checked
          />
        )}
        <TextArea
          name="directions"
          label={texts.directions}
          hint={texts.directionsHint}
          maxLength={500}
          rows={2}
          optional
        />
      </div>
    </>
  );
}

/** The next days as chips, any other by the browser's date picker. */
function DueDateFields({ clock }: { clock: Clock }) {
  const near = [0, 1, ...daysToWeekend(clock), 7].map((days) => addDaysToToday(clock, days));
  return (
    <>
      <write.due_on
        choices={[
          { value: '', label: texts.noDay },
          ...[...new Set(near)].map((day) => ({ value: day, label: formatDay(day, clock) })),
        ]}
      />
      <DateField name="other_day" label={texts.otherDay} min={addDaysToToday(clock, 0)} optional="unsaid" />
      <CheckField name="remind" label={texts.remind} />
    </>
  );
}

/** Days until Saturday, when a village usually works together; none if that is today or tomorrow. */
function daysToWeekend(clock: Clock): number[] {
  const today = new Date(`${addDaysToToday(clock, 0)}T00:00:00Z`).getUTCDay();
  const days = (6 - today + 7) % 7;
  return days > 1 ? [days] : [];
}
