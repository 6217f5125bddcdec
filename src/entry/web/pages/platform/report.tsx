import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { show_task } from '../../../../features/operations/task/show_task.ts';
import { decideReport } from '../../loaders/decide-report.ts';
import { definePage, type PageRequest } from '../../page/page.ts';
import { isId } from '../../server/form-validation.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { ReportBody, type ReportTask, texts } from '../../ui/report-body.tsx';
import type { Clock } from '../../words/format-time.ts';
import { texts as platformTexts } from './platform.tsx';
import { texts as verdictTexts } from './reported-verdicts.tsx';

async function loadReport({ report }: { report: string }, pageRequest: PageRequest<'moderator'>) {
  if (!isId(report)) refuse.notFound('task');
  const { data: task } = await pageRequest.call(show_task, { task: report });
  if (task.report === null || task.addressee !== 'platform') refuse.notFound('task');
  const clock: Clock = {
    now: pageRequest.dependencies.now(),
    timeZone: 'UTC',
    language: pageRequest.view.language,
  };
  return { task, isOwn: task.author_user_id === pageRequest.session.accountId, clock };
}

/** Where it waited. */
const findQueue = ({ report }: ReportTask) =>
  report?.about === 'review'
    ? { href: paths.moderationReviews, title: verdictTexts.title }
    : { href: paths.platform, title: platformTexts.title };

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
        const own = fillPath(paths.platformReport, names);
        return decideReport(task, pageRequest, own, () => findQueue(task).href);
      },
    },
  },
  head: () => ({ width: 'narrow', scripts: ['keys.js', 'reason.js'] }),
  render: ({ task, isOwn, clock }, { language }) => (
    <>
      <PageHead
        title={texts.title}
        parent={{ href: findQueue(task).href, text: findQueue(task).title[language] }}
      />
      <ReportBody
        task={task}
        isOwn={isOwn}
        clock={clock}
        action={fillPath(paths.platformReport, { report: task.id })}
      />
    </>
  ),
});
