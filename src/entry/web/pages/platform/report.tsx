import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { show_task } from '../../../../features/operations/task/show_task.ts';
import { decideReport, showReportContext } from '../../page/decide-report.ts';
import { definePage, type PageRequest } from '../../page/page.ts';
import { utcClock } from '../../server/settlement-clock.ts';
import { ReportScreen, type ReportTask, readAround, texts } from '../../ui/report-screen.tsx';
import * as labels from '../../words/labels.ts';
import { texts as verdictTexts } from './reported-reviews.tsx';

async function loadReport({ report }: { report: string }, pageRequest: PageRequest<'moderator'>) {
  if (!isId(report)) refuse.notFound('task');
  const { data: task } = await pageRequest.call(show_task, { task: report });
  if (task.report === null || task.addressee !== 'platform') refuse.notFound('task');
  return {
    task,
    isOwn: task.author_user_id === pageRequest.session.accountId,
    clock: utcClock(pageRequest),
    around: readAround(pageRequest),
  };
}

/** Where it waited. */
const findQueue = ({ report }: ReportTask) =>
  report?.about === 'review'
    ? { href: paths.moderationReviews, text: verdictTexts.title }
    : { href: paths.platform, text: labels.platform };

export const platformReportPage = definePage({
  path: paths.platformReport,
  access: 'moderator',
  texts,
  load: loadReport,
  actions: {
    decide: {
      path: paths.platformReport,
      async perform(names, pageRequest) {
        const { task } = await loadReport(names, pageRequest);
        return decideReport(task, pageRequest, () => findQueue(task).href);
      },
    },
    around: {
      path: paths.platformReportContext,
      perform: ({ report }, pageRequest) => showReportContext(report, pageRequest),
    },
  },
  head: () => ({ width: 'narrow', scripts: ['keys.js', 'reason.js'] }),
  render: ({ task, ...shown }) => (
    <ReportScreen
      task={task}
      {...shown}
      parent={findQueue(task)}
      action={fillPath(paths.platformReport, { report: task.id })}
      aroundAction={fillPath(paths.platformReportContext, { report: task.id })}
    />
  ),
});
