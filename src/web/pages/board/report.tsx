import type { Text } from '../../../i18n/text.ts';
import { refuse } from '../../../kernel/refusal.ts';
import { edit_task } from '../../../operations/task/edit_task.ts';
import { show_task } from '../../../operations/task/show_task.ts';
import { fillPath, paths } from '../../../site/paths.ts';
import { type Done, definePage, type Posted, type Visit } from '../../page.ts';
import { Tag } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionBar, Asker, NextOne } from '../../ui/decision.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useLanguage } from '../../ui/language.ts';
import { Medal } from '../../ui/medal.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { sayAge, sayWhen } from '../../words/time.ts';
import { loadPlace } from '../directory/subject.ts';
import { texts as boardTexts } from './board.tsx';
import { texts as decidedTexts, isIdentifier } from './decided.ts';
import { afterDecision, nextPath, queueField } from './queue.ts';

export const texts = {
  title: { en: 'Report', ru: 'Жалоба' },
  message: { en: 'The message', ru: 'Сообщение' },
  review: { en: 'The verdict', ru: 'Отзыв' },
  unseen: { en: 'It is shown to those who decide.', ru: 'Его видят те, кто решает.' },
  gone: { en: 'It is not there any more.', ru: 'Этого уже нет.' },
  wrote: { en: 'What you say to it', ru: 'Ваши слова к решению' },
  wroteHint: {
    en: 'Needed to hide a verdict: its author reads it.',
    ru: 'Нужны, чтобы скрыть отзыв: их прочтёт автор.',
  },
  ownReport: {
    en: 'You reported this yourself: somebody else of the board decides.',
    ru: 'Вы пожаловались сами, поэтому решит кто-то другой из правления.',
  },
  hide: { en: 'Hide', ru: 'Скрыть' },
  leave: { en: 'Leave it', ru: 'Оставить' },
  told: { en: 'Whoever reported is told.', ru: 'Тому, кто пожаловался, сообщим.' },
  hidden: { en: 'Hidden. Whoever reported is told.', ru: 'Скрыто. Тому, кто пожаловался, сообщили.' },
  left: { en: 'Left as it is. Whoever reported is told.', ru: 'Оставлено. Тому, кто пожаловался, сообщили.' },
  isHidden: { en: 'It was hidden', ru: 'Решено: скрыть' },
  isLeft: { en: 'It was left as it is', ru: 'Решено: оставить' },
  isClosed: { en: 'This report is closed', ru: 'Жалоба закрыта' },
} as const satisfies Record<string, Text>;

type Names = { readonly settlement: string; readonly report: string };

/** A report of this village, for those who decide about it; to whoever complained it is a task of theirs. */
async function loadReport({ settlement, report }: Names, visit: Visit) {
  if (!isIdentifier(report)) refuse.notFound('task');
  const [place, { data: task }] = await Promise.all([
    loadPlace(settlement, visit),
    visit.call(show_task, { task: report }),
  ]);
  if (task.report === null || task.settlement_id !== place.settlement.id) refuse.notFound('task');
  if (!place.membership.isBoard && !visit.session?.isModerator) refuse.notFound('task');
  const isOwn = task.author_user_id === visit.session?.accountId;
  const isQueue = visit.text(queueField) === '1';
  return { ...place, task, isOwn, isQueue, report: task.report as NonNullable<typeof task.report> };
}

async function decide(place: Names, visit: Posted): Promise<Done> {
  const { call, text } = visit;
  const { task } = await loadReport(place, visit);
  if (task.status !== 'open') return { to: fillPath(paths.report, place), notice: decidedTexts.meanwhile };
  const outcome = text('decision') === 'accept' ? 'hidden' : 'nothing';
  await call(edit_task, { task: place.report, outcome, comment: text('comment').trim() || null });
  return {
    to: await afterDecision(place.settlement, 'report', place.report, visit),
    notice: outcome === 'hidden' ? texts.hidden : texts.left,
  };
}

export const reportPage = definePage({
  path: paths.report,
  for: 'signed-in',
  texts,
  load: loadReport,
  actions: { decide: { path: paths.report, perform: decide } },
  head: () => ({ width: 'narrow', scripts: ['keys.js'] }),
  render: ({ settlement, task, report, isOwn, isQueue, clock }, { language }) => {
    const { thing } = report;
    const isOpen = task.status === 'open';
    const outcome = { hidden: texts.isHidden, nothing: texts.isLeft, none: texts.isClosed }[
      report.outcome ?? 'none'
    ];
    return (
      <>
        <PageHead
          title={texts.title[language]}
          parent={{
            href: `${fillPath(paths.board, { settlement: settlement.slug })}?kind=report`,
            text: boardTexts.report[language],
          }}
          action={isOpen && <Tag tone="warn">{sayAge(task.created_at, clock)}</Tag>}
        />
        <div class="stack">
          {!isOpen && (
            <Notice tone="plain" title={outcome[language]}>
              {task.closed_at && sayWhen(task.closed_at, clock)}
            </Notice>
          )}
          <Asker
            name={task.author_name}
            about={sayWhen(task.created_at, clock)}
            words={[task.title, task.body].filter(Boolean).join('. ')}
          />
          <Card
            heading={{
              id: 'thing',
              title: texts[report.about][language],
              ...(thing && { aside: <span class="soft small">{sayWhen(thing.created_at, clock)}</span> }),
            }}
          >
            {thing === null ? (
              <p class="soft">{(isOwn ? texts.unseen : texts.gone)[language]}</p>
            ) : (
              <div class="stack tight">
                <p>
                  <b>{thing.author}</b> {thing.medal && <Medal kind={thing.medal} />}
                </p>
                <p class="quote-line">{thing.body}</p>
              </div>
            )}
          </Card>
          {isOpen && isOwn && <Notice tone="plain">{texts.ownReport[language]}</Notice>}
          {isOpen && !isOwn && (
            <DecisionForm
              settlement={settlement.slug}
              report={task.id}
              about={report.about}
              isQueue={isQueue}
            />
          )}
        </div>
      </>
    );
  },
});

/** Whoever wrote a verdict is told why it is hidden; a message is hidden without a word. */
function DecisionForm({
  settlement,
  report,
  about,
  isQueue,
}: Names & { about: 'message' | 'review'; isQueue: boolean }) {
  const language = useLanguage();
  return (
    <Form
      id="decide"
      action={fillPath(paths.report, { settlement, report })}
      hidden={{ [queueField]: isQueue ? '1' : undefined }}
    >
      <TextArea
        name="comment"
        label={texts.wrote[language]}
        hint={about === 'review' && texts.wroteHint[language]}
        optional={about === 'review' ? 'unsaid' : true}
        maxLength={500}
        rows={3}
      />
      <NextOne href={nextPath(settlement, 'report', report)} />
      <ActionBar note={texts.told[language]}>
        <Button name="decision" value="accept" shortcut={{ code: 'KeyA' }}>
          {texts.hide[language]}
        </Button>
        <Button name="decision" value="leave" kind="quiet" shortcut={{ code: 'KeyR' }}>
          {texts.leave[language]}
        </Button>
      </ActionBar>
    </Form>
  );
}
