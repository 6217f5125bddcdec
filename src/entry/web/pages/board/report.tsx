import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { show_task } from '../../../../features/operations/task/show_task.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { decideReport, showReportContext } from '../../page/decide-report.ts';
import { type ActionResult, definePage, type FormRequest, type PageRequest } from '../../page/page.ts';
import { ReportScreen, readAround, texts } from '../../ui/report-screen.tsx';
import { texts as boardTexts } from './board.tsx';
import { buildNextPath, choosePathAfterDecision, queueField } from './board-queue.ts';

export { texts };

type Names = { readonly settlement: string; readonly report: string };

/** A report of this settlement, for its board and moderators; its author sees it as a task. */
async function loadReport({ settlement, report }: Names, pageRequest: PageRequest) {
  if (!isId(report)) refuse.notFound('task');
  const [place, { data: task }] = await Promise.all([
    loadSettlementContext(settlement, pageRequest),
    pageRequest.call(show_task, { task: report }),
  ]);
  if (task.report === null || task.settlement_id !== place.settlement.id) refuse.notFound('task');
  if (!place.membership.isBoard && !pageRequest.session?.isModerator) refuse.notFound('task');
  const isOwn = task.author_user_id === pageRequest.session?.accountId;
  const isQueue = pageRequest.text(queueField) === '1';
  return { ...place, task, isOwn, isQueue, around: readAround(pageRequest) };
}

async function decide(place: Names, pageRequest: FormRequest): Promise<ActionResult> {
  const { task } = await loadReport(place, pageRequest);
  return decideReport(task, pageRequest, () =>
    choosePathAfterDecision(place.settlement, 'report', place.report, pageRequest),
  );
}

export const reportPage = definePage({
  path: paths.report,
  access: 'signed-in',
  texts,
  load: loadReport,
  actions: {
    decide: { path: paths.report, perform: decide },
    around: {
      path: paths.reportContext,
      perform: ({ report }, pageRequest) => showReportContext(report, pageRequest),
    },
  },
  head: () => ({ width: 'narrow', scripts: ['keys.js', 'reason.js'] }),
  render: ({ settlement, task, isOwn, isQueue, clock, around }) => (
    <ReportScreen
      task={task}
      isOwn={isOwn}
      clock={clock}
      parent={{
        href: `${fillPath(paths.board, { settlement: settlement.slug })}?kind=report`,
        text: boardTexts.report,
      }}
      action={fillPath(paths.report, { settlement: settlement.slug, report: task.id })}
      hidden={{ [queueField]: isQueue ? '1' : undefined }}
      next={buildNextPath(settlement.slug, 'report', task.id)}
      around={around}
      aroundAction={fillPath(paths.reportContext, { settlement: settlement.slug, report: task.id })}
    />
  ),
});
