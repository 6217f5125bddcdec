import type { z } from 'zod';
import type { Text } from '../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import type { ReplyOf } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import type { read_report_context } from '../../../features/actions/read_report_context.ts';
import type { show_task } from '../../../features/operations/task/show_task.ts';
import { type Clock, formatRelativeTime } from '../words/format-time.ts';
import * as labels from '../words/labels.ts';
import { ButtonForm } from './button-form.tsx';
import { Card } from './card.tsx';
import { Requester } from './decision.tsx';
import { DecisionScreen } from './decision-screen.tsx';
import { ListCard } from './list.tsx';
import { Medal } from './medal.tsx';
import type { Parent } from './page-head.tsx';
import { Row } from './row.tsx';

export const texts = {
  title: labels.report,
  message: { en: 'The message', ru: 'Сообщение' },
  review: { en: 'The review', ru: 'Отзыв' },
  unseen: { en: 'Those who decide can see it.', ru: 'Его видят те, кто решает.' },
  gone: { en: 'It is not there any more.', ru: 'Этого уже нет.' },
  hideWhy: { en: 'Why it is hidden', ru: 'Почему скрываем' },
  reviewWords: { en: 'What both sides will read', ru: 'Что прочтут обе стороны' },
  reviewHint: {
    en: 'Needed whether it is hidden or kept.',
    ru: 'Причина нужна, скрываете вы отзыв или оставляете.',
  },
  messageWords: { en: 'What the person who reported it will read', ru: 'Что прочитает тот, кто пожаловался' },
  messageHint: { en: 'Optional.', ru: 'Можно не писать.' },
  ownReport: {
    en: 'You reported this yourself: somebody else decides.',
    ru: 'Вы пожаловались сами, поэтому решит кто-то другой.',
  },
  hide: labels.hide,
  leave: { en: 'Leave it', ru: 'Оставить' },
  told: { en: 'The person who reported it will be told.', ru: 'Тому, кто пожаловался, сообщим.' },
  bothTold: {
    en: 'The author, the person or company reviewed and whoever reported it will be told; nobody is told who reported it.',
    ru: 'Сообщим автору, тому, о ком отзыв, и кто пожаловался; кто пожаловался, не узнает никто.',
  },
  around: { en: 'Before and after it', ru: 'До и после' },
  aroundWhy: {
    en: 'To understand, you may read up to three messages on either side. This is recorded.',
    ru: 'Чтобы понять, о чём речь, можно прочесть до трёх сообщений с каждой стороны. Это запишется в журнал.',
  },
  readAround: { en: 'Read them', ru: 'Прочесть' },
  hiddenMessage: { en: 'hidden', ru: 'скрыто' },
  board: { en: 'The board', ru: 'Правление' },
  person: { en: 'The person', ru: 'Человек' },
  personWhy: {
    en: 'Warn, stop from writing or end rights here',
    ru: 'Предупредить, запретить писать или лишить прав',
  },
  isHidden: { en: 'It was hidden', ru: 'Решено: скрыть' },
  isLeft: { en: 'It was left as it is', ru: 'Решено: оставить' },
  isClosed: { en: 'This report is closed', ru: 'Жалоба закрыта' },
} as const satisfies Record<string, Text>;

const reasons = [
  { en: 'Threats.', ru: 'Угрозы.' },
  { en: 'Insults and rudeness.', ru: 'Оскорбления и грубость.' },
  { en: 'Other people’s personal data.', ru: 'Чужие личные данные.' },
  { en: 'This is not true.', ru: 'Это неправда.' },
  { en: 'This is advertising.', ru: 'Это реклама.' },
  { en: 'Fraud.', ru: 'Обман.' },
  { en: 'An honest opinion about the work.', ru: 'Это честное мнение о работе.' },
] as const satisfies readonly Text[];

export type ReportTask = z.output<typeof show_task.output>['data'];

type ReportScreenProps = {
  readonly task: ReportTask;
  readonly isOwn: boolean;
  readonly clock: Clock;
  readonly parent: Parent;
  readonly action: string;
  readonly hidden?: Readonly<Record<string, string | undefined>>;
  readonly next?: string;
  /** The few messages around the reported one, once they were asked for. */
  readonly around: ReplyOf<typeof read_report_context> | null;
  readonly aroundAction: string;
};

export const readAround = ({ formResult }: { readonly formResult?: unknown }) =>
  (formResult as ReplyOf<typeof read_report_context> | undefined) ?? null;

/** The report, the reported item and the decision: to leave it, or to hide it with a reason. */
export function ReportScreen({ task, isOwn, clock, around, aroundAction, ...frame }: ReportScreenProps) {
  const report = task.report ?? refuse.notFound('task');
  const isReview = report.about === 'review';
  const isOpen = task.status === 'open';
  const outcome = { hidden: texts.isHidden, nothing: texts.isLeft, none: texts.isClosed }[
    report.outcome ?? 'none'
  ];
  const decides = !isOwn && report.thing !== null;
  return (
    <>
      <DecisionScreen
        title={texts.title}
        {...frame}
        since={task.created_at}
        clock={clock}
        isOpen={isOpen}
        outcome={
          !isOpen
            ? { title: outcome, details: [task.closed_at && formatRelativeTime(task.closed_at, clock)] }
            : isOwn
              ? { title: texts.ownReport }
              : null
        }
        accept={texts.leave}
        acceptButton={{ value: 'leave', shortcut: { code: 'KeyR' } }}
        refuse={texts.hide}
        refuseTitle={texts.hideWhy}
        refuseButton={{
          value: 'accept',
          shortcut: isReview ? { code: 'KeyA', needs: 'reason' } : { code: 'KeyA' },
        }}
        reasons={reasons}
        // The author of a hidden review is sent the reason; of a message, whoever reported it.
        reasonWords={
          isReview
            ? { label: texts.reviewWords, hint: texts.reviewHint }
            : { label: texts.messageWords, hint: texts.messageHint }
        }
        note={isReview ? texts.bothTold : texts.told}
        about={
          <>
            <Requester
              name={task.author_name}
              about={formatRelativeTime(task.created_at, clock)}
              words={[task.title, task.body].filter(Boolean).join('. ')}
            />
            <ReportedItem report={report} isOwn={isOwn} clock={clock} />
          </>
        }
      />
      {decides && !isReview && <Around messages={around} action={aroundAction} clock={clock} />}
      {decides && (
        <ListCard>
          <Row
            href={fillPath(paths.newSanction, { report: task.id })}
            icon="person"
            title={texts.person}
            line={texts.personWhy}
          />
        </ListCard>
      )}
    </>
  );
}

type AroundProps = Pick<ReportScreenProps, 'clock'> & {
  readonly messages: ReportScreenProps['around'];
  readonly action: string;
};

function Around({ messages, action, clock }: AroundProps) {
  return (
    <Card heading={{ id: 'around', title: texts.around }}>
      {messages === null ? (
        <>
          <p class="small soft gap-below">{texts.aroundWhy}</p>
          <ButtonForm action={action} kind="quiet" icon="eye">
            {texts.readAround}
          </ButtonForm>
        </>
      ) : (
        <ol class="stack tight">
          {messages.map(({ id, author, isBoard, body, isReported, createdAt }) => (
            <li key={id}>
              <p class="small soft">
                <b>{isBoard ? texts.board : author}</b> · {formatRelativeTime(createdAt.toISOString(), clock)}
              </p>
              <p class={isReported ? 'quote-line' : 'words'}>{body ?? <i>{texts.hiddenMessage}</i>}</p>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

type ReportedItemProps = {
  readonly report: NonNullable<ReportTask['report']>;
  readonly isOwn: boolean;
  readonly clock: Clock;
};

function ReportedItem({ report: { about, thing }, isOwn, clock }: ReportedItemProps) {
  const aside = thing && <span class="soft small">{formatRelativeTime(thing.created_at, clock)}</span>;
  return (
    <Card heading={{ id: 'thing', title: texts[about], aside }}>
      {thing === null ? (
        <p class="soft">{isOwn ? texts.unseen : texts.gone}</p>
      ) : (
        <div class="stack tight">
          <p>
            <b>{thing.author}</b> {thing.medal && <Medal kind={thing.medal} />}
          </p>
          <p class="quote-line">{thing.body}</p>
        </div>
      )}
    </Card>
  );
}
