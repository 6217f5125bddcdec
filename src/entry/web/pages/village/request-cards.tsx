import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { withdraw_change_proposal } from '../../../../features/operations/proposal/withdraw_change_proposal.ts';
import { form } from '../../page/form.tsx';
import { Tag } from '../../ui/badge.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { ListCard } from '../../ui/list.tsx';
import { usePage } from '../../ui/page-context.ts';
import { Pager } from '../../ui/pager.tsx';
import { Reason } from '../../ui/reason.tsx';
import { Row } from '../../ui/row.tsx';
import { type RecordField, recordFieldTexts } from '../../words/directory-texts.ts';
import { formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import type { RequestsData } from './load-requests.ts';

export const texts = {
  waits: { en: 'waiting for the board', ru: 'ждёт решения правления' },
  refused: labels.refusedState,
  withdraw: { en: 'Withdraw', ru: 'Забрать' },
  corrections: { en: 'Corrections to the directory', ru: 'Правки справочника' },
  newContact: { en: 'new record', ru: 'новая запись' },
  approved: { en: 'accepted', ru: 'принято' },
  takenBack: { en: 'withdrawn', ru: 'вы забрали' },
  texts: { en: 'Texts for the advice', ru: 'Тексты для советов' },
  moderator: labels.waitsForModerator,
  returned: { en: 'returned', ru: 'вернули' },
  requests: labels.requests,
  open: { en: 'open', ru: 'открыта' },
  in_progress: { en: 'being done', ru: 'в работе' },
  done: labels.doneState,
  cancelled: { en: 'cancelled', ru: 'отменена' },
  withdrawn: { en: 'Withdrawn.', ru: 'Заявка отозвана.' },
} as const satisfies Record<string, Text>;

export const withdrawCorrection = form(withdraw_change_proposal, {
  path: paths.withdrawCorrection,
  isButton: true,
  hidden: ['settlement'],
  done: () => ({ to: paths.myRequests, notice: texts.withdrawn }),
});

type Props = { readonly data: RequestsData };

const proposalStates = {
  pending: [texts.waits, 'warn'],
  approved: [texts.approved, 'green'],
  refused: [texts.refused, 'danger'],
  withdrawn: [texts.takenBack, undefined],
} as const;

export function Corrections({ data: { proposals, clock } }: Props) {
  const language = useLanguage();
  if (proposals.proposals.length === 0) return null;
  return (
    <ListCard
      heading={{ id: 'corrections', title: texts.corrections }}
      foot={
        <Pager cursor={proposals.cursor} name="corrections" of={texts.corrections} anchor="corrections" />
      }
    >
      {proposals.proposals.map((proposal) => {
        const [word, tone] = proposalStates[proposal.status];
        const what = proposal.is_new
          ? texts.newContact[language]
          : Object.keys(proposal.proposed)
              .map((field) => recordFieldTexts[field as RecordField]?.[language].toLocaleLowerCase(language))
              .join(', ');
        return (
          <Row
            key={proposal.id}
            icon="write"
            title={proposal.subject_name}
            {...recordLink(proposal)}
            line={
              <>
                {what} · {formatRelativeTime(proposal.created_at, clock)} <Tag tone={tone}>{word}</Tag>
                <Reason text={proposal.reject_reason} />
              </>
            }
            action={
              proposal.status === 'pending' ? (
                <withdrawCorrection.Button
                  at={{ proposal: proposal.id }}
                  hidden={{ settlement: proposal.settlement_id }}
                  kind="quiet"
                  compact
                  icon="undo"
                  about={proposal.subject_name}
                >
                  {texts.withdraw}
                </withdrawCorrection.Button>
              ) : undefined
            }
          />
        );
      })}
    </ListCard>
  );
}

type Proposal = RequestsData['proposals']['proposals'][number];

function recordLink({ subject_type, subject_slug, settlement_id }: Proposal) {
  if (subject_slug === '') return {};
  return {
    href:
      subject_type === 'company'
        ? fillPath(paths.company, { company: subject_slug })
        : fillPath(paths.contact, { settlement: settlement_id, contact: subject_slug }),
  };
}

export function RevisionRequests({ data: { waiting, returned, clock } }: Props) {
  const { hasPage } = usePage();
  const all = [...waiting.revisions, ...returned.revisions];
  if (all.length === 0) return null;
  return (
    <ListCard
      heading={{ id: 'texts', title: texts.texts }}
      foot={<Pager cursor={waiting.cursor} name="texts" of={texts.texts} anchor="texts" />}
    >
      {all.map((text) => {
        const href = fillPath(paths.knowledgeRevision, { article: text.article_slug, revision: text.id });
        return (
          <Row
            key={text.id}
            icon="book"
            href={hasPage(href) ? href : undefined}
            title={text.title}
            line={
              <>
                {formatRelativeTime(text.created_at, clock)}{' '}
                {text.state === 'rejected' ? (
                  <Tag tone="danger">{texts.returned}</Tag>
                ) : (
                  <Tag tone="warn">{texts.moderator}</Tag>
                )}
                <Reason text={text.reject_reason} />
              </>
            }
          />
        );
      })}
    </ListCard>
  );
}

const taskTones = { open: 'warn', in_progress: 'warn', done: 'green', cancelled: undefined } as const;

export function Requests({ data: { tasks, clock } }: Props) {
  const { hasPage } = usePage();
  if (tasks.tasks.length === 0) return null;
  return (
    <ListCard
      heading={{ id: 'requests', title: texts.requests }}
      foot={<Pager cursor={tasks.cursor} name="requests" of={texts.requests} anchor="requests" />}
    >
      {tasks.tasks.map((task) => {
        const href = fillPath(paths.task, { task: task.id });
        return (
          <Row
            key={task.id}
            icon="tasks"
            href={hasPage(href) ? href : undefined}
            title={task.title}
            line={
              <>
                {formatRelativeTime(task.created_at, clock)}{' '}
                <Tag tone={taskTones[task.status]}>{texts[task.status]}</Tag>
              </>
            }
          />
        );
      })}
    </ListCard>
  );
}
