import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { show_company } from '../../../../features/operations/company/show_company.ts';
import { list_contacts } from '../../../../features/operations/settlement/list_contacts.ts';
import { edit_task } from '../../../../features/operations/task/edit_task.ts';
import { show_task } from '../../../../features/operations/task/show_task.ts';
import { listPictures, refuseRejectedPhotos } from '../../loaders/form-photographs.ts';
import { definePage, type PageRequest } from '../../page/page.ts';
import { refusalAsFieldError } from '../../server/refusal-as-field-error.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import { sanitizeNextPath } from '../../server/visitor.ts';
import { Tag } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { say } from '../../ui/language-context.ts';
import { FactList } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PhotoField } from '../../ui/photo-field.tsx';
import { PhotoStrip } from '../../ui/photo-strip.tsx';
import { Columns } from '../../ui/section.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import {
  formatDueDay,
  formatTaskAddressee,
  taskRepeatTexts,
  taskStatusTexts,
} from '../../words/format-tasks.ts';
import * as labels from '../../words/labels.ts';
import { answer, move, NextSteps } from './next-steps.tsx';
import { mayAddPhotos, mayEdit, reminderLeadNames, taskPath } from './task-fields.ts';
import { type FullTask, formatTaskHistory } from './task-history.ts';
import { texts as listTexts } from './tasks.tsx';
import { undoTaskStatus } from './undo-task.ts';

export const texts = {
  title: { en: 'Task', ru: 'Задача' },
  from: { en: 'From', ru: 'От кого' },
  for: { en: 'For', ru: 'Кому' },
  remind: { en: 'Reminder', ru: 'Напомним' },
  repeats: { en: 'Repeats', ru: 'Повторять' },
  history: { en: 'What happened', ru: 'Что было' },
  comment: { en: 'Add a comment', ru: 'Написать' },
  commentHint: { en: 'Everybody taking part will read it.', ru: 'Прочтут все, кто участвует.' },
  verified: { en: 'The work is confirmed by both sides', ru: 'Работу подтвердили обе стороны' },
  verifiedBoard: { en: 'The board confirmed the work', ru: 'Работу подтвердило правление' },
  village: labels.village,
  directions: { en: 'How to get there', ru: 'Как проехать' },
  thank: labels.giveMedal,
  thankTitle: { en: 'The work is done', ru: 'Работа сделана' },
  thankWhy: { en: 'Tell the neighbours how it went.', ru: 'Расскажите соседям, как всё прошло.' },
  waitsForYou: { en: 'The company says it is done', ru: 'Компания говорит, что сделано' },
  waitsForYouWhy: {
    en: 'Confirm it if that is so: the review then counts as about real work.',
    ru: 'Если так и есть, подтвердите: тогда и отзыв будет считаться отзывом о настоящей работе.',
  },
  undone: { en: 'The task is open again.', ru: 'Задача снова в работе.' },
  said: { en: 'Sent.', ru: 'Отправлено.' },
  added: { en: 'The photographs are added.', ru: 'Фотографии добавлены.' },
  empty: { en: 'Write something first.', ru: 'Сначала напишите что-нибудь.' },
} as const satisfies Record<string, Text>;

type TaskData = Awaited<ReturnType<typeof loadTask>>;

export const taskPage = definePage({
  path: paths.task,
  access: 'signed-in',
  texts,
  load: ({ task }, pageRequest) => loadTask(task, pageRequest),
  actions: {
    move,
    answer,
    undo: {
      path: paths.undoTask,
      isButton: true,
      async perform({ task }, { call, text }) {
        await undoTaskStatus(call, task, text);
        return { to: sanitizeNextPath(text('to'), taskPath(task)), notice: texts.undone };
      },
    },
    comment: {
      path: paths.commentTask,
      photographs: true,
      async perform({ task }, pageRequest) {
        const comment = pageRequest.text('comment');
        // Photographs first: if they are refused, the comment is not sent and cannot be duplicated by a retry.
        const photos = await refusalAsFieldError(
          pageRequest.savePhotographs('photos', { type: 'task', id: task }),
          'photos',
        );
        const isSaid = comment.trim() !== '';
        if (!isSaid && photos.savedIds.length === 0) {
          refuseRejectedPhotos(photos);
          refuse.invalid('comment', texts.empty);
        }
        if (isSaid) await refusalAsFieldError(pageRequest.call(edit_task, { task, comment }), 'comment');
        return { to: taskPath(task), notice: photos.appendRejected(isSaid ? texts.said : texts.added) };
      },
    },
  },
  head: ({ task }) => ({ title: task.title, scripts: ['photos.js'] }),
  render: (data) => {
    const { task, me, clock } = data;
    return (
      <>
        <PageHead
          title={task.title}
          parent={{ href: paths.tasks, text: listTexts.title }}
          action={
            mayEdit(task, me) && (
              <LinkButton
                href={fillPath(paths.editTask, { task: task.id })}
                kind="quiet"
                compact
                icon="write"
              >
                {labels.change}
              </LinkButton>
            )
          }
        />
        <Columns
          main={
            <>
              <VerifiedNotice task={task} />
              <MedalNotice data={data} />
              <Card>
                <p class="gap-below">
                  <Tag tone={task.status === 'done' ? 'green' : undefined}>
                    {taskStatusTexts[task.status]}
                  </Tag>
                </p>
                {task.body !== '' && <p class="said gap-below">{task.body}</p>}
                <FactList facts={listFacts(data)} />
                <NextSteps task={task} me={me} />
              </Card>
              <TaskPhotos task={task} />
            </>
          }
          side={
            <>
              <Card heading={{ id: 'history', title: texts.history }}>
                <Timeline events={formatTaskHistory(task, clock)} />
              </Card>
              <Card>
                <Form
                  id="comment"
                  action={fillPath(paths.commentTask, { task: task.id })}
                  multipart
                  outbox={task.title}
                  draft
                >
                  <TextArea
                    name="comment"
                    label={texts.comment}
                    hint={texts.commentHint}
                    maxLength={5000}
                    rows={3}
                    optional="unsaid"
                  />
                  {mayAddPhotos(task, me) && <PhotoField />}
                  <Button kind="quiet" icon="send">
                    {labels.send}
                  </Button>
                </Form>
              </Card>
            </>
          }
        />
      </>
    );
  },
});

async function loadTask(id: string, pageRequest: PageRequest<'signed-in'>) {
  if (!isId(id)) refuse.notFound('task');
  const { call, session } = pageRequest;
  const [{ data: task }, clock] = await Promise.all([call(show_task, { task: id }), loadClock(pageRequest)]);
  return { task, clock, me: session.accountId, ...(await findRecipient(call, task)) };
}

/** The company or contact it was given to; an empty name when it has been removed from the directory. */
async function findRecipient(call: PageRequest['call'], task: FullTask) {
  const none = () => ({ given: '', company: null });
  if (task.company_id !== null)
    return call(show_company, { company: task.company_id }).then(
      ({ data }) => ({ given: data.name, company: data.state === 'closed' ? null : data.slug }),
      none,
    );
  if (task.contact_id === null || task.settlement_id === null) return none();
  const named = { settlement: task.settlement_id, contact: task.contact_id };
  return call(list_contacts, named).then(
    ({ contacts }) => ({ given: contacts[0]?.name ?? '', company: null }),
    none,
  );
}

function listFacts({ task, given: recipient, clock }: TaskData) {
  const lead = task.remind_before === null ? undefined : reminderLeadNames[task.remind_before];
  const facts = [
    [texts.from, task.author_name],
    [texts.for, recipient || formatTaskAddressee(task, clock.language)],
    [texts.village, task.place && <VillageLink place={task.place} />],
    [labels.plot, task.parcel_number],
    [texts.directions, task.place?.directions],
    [labels.when, task.due_on && formatDueDay(task.due_on, clock)],
    [texts.remind, lead],
    [texts.repeats, task.repeats && taskRepeatTexts[task.repeats]],
  ] as const;
  return facts.filter(([, value]) => value);
}

function VerifiedNotice({ task }: { task: FullTask }) {
  const { addressee, done_by_doer_at, done_by_author_at, done_by_board_at } = task;
  if (addressee === 'company' && done_by_doer_at && done_by_author_at)
    return <Notice icon="shield" title={texts.verified} />;
  if (addressee === 'contact' && done_by_board_at)
    return <Notice icon="shield" title={texts.verifiedBoard} />;
  if (task.status === 'done' && task.next_statuses.includes('done') && done_by_doer_at)
    return (
      <Notice tone="warn" icon="alert" title={texts.waitsForYou}>
        {texts.waitsForYouWhy}
      </Notice>
    );
  return null;
}

const VillageLink = ({ place }: { place: NonNullable<FullTask['place']> }) => (
  <a class="link" href={fillPath(paths.settlement, { settlement: place.settlement })}>
    {place.settlement_name}
  </a>
);

/** From finished work to the medal in one tap, for who ordered it. */
function MedalNotice({ data: { task, me, company } }: { data: TaskData }) {
  if (task.author_user_id !== me || task.status !== 'done' || company === null || task.place === null)
    return null;
  const medal = fillPath(paths.companyMedal, { settlement: task.place.settlement, company });
  return (
    <Notice tone="plain" icon="medal" title={texts.thankTitle} link={{ href: medal, text: texts.thank }}>
      {texts.thankWhy}
    </Notice>
  );
}

function TaskPhotos({ task }: { task: FullTask }) {
  const photos = listPictures(task.photos, say(labels.photographs));
  if (photos.length === 0) return null;
  return (
    <Card heading={{ id: 'photos', title: labels.photographs }}>
      <PhotoStrip photos={photos} />
    </Card>
  );
}
