import type { z } from 'zod';
import { list_waiting_companies } from '../../../actions/list_waiting_companies.ts';
import type { Text } from '../../../i18n/text.ts';
import { list_tasks } from '../../../operations/task/list_tasks.ts';
import { fillPath, paths } from '../../../site/paths.ts';
import { definePage, GoTo, type Visit } from '../../page.ts';
import { Tag } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { type Clock, sayAge } from '../../words/time.ts';
import { isIdentifier } from '../board/decided.ts';

export const texts = {
  title: { en: 'Platform', ru: 'Площадка' },
  line: { en: 'What waits for moderators', ru: 'Что ждёт модераторов' },
  reports: { en: 'Reports', ru: 'Жалобы' },
  noReports: { en: 'No report waits', ru: 'Жалоб нет' },
  noReportsWhy: {
    en: 'Those that concern a board or a company come here.',
    ru: 'Сюда приходят жалобы, которые касаются правления или компании.',
  },
  companies: { en: 'Companies', ru: 'Компании' },
  noCompanies: { en: 'No company waits', ru: 'Компании не ждут' },
  noCompaniesWhy: {
    en: 'New ones, and people who say they speak for one, come here.',
    ru: 'Сюда приходят новые компании и те, кто хочет их представлять.',
  },
  unverified: { en: 'not checked', ru: 'не проверена' },
  claims: { en: 'wants to speak for it', ru: 'просит представлять' },
  inn: { en: 'INN', ru: 'ИНН' },
  audit: { en: 'Who decided what', ru: 'Кто что решил' },
  roles: { en: 'Who has a role', ru: 'У кого какая роль' },
} as const satisfies Record<string, Text>;

type Task = z.output<typeof list_tasks.output>['tasks'][number];

/** For the platform's moderators, oldest first; what concerns the board stands on the board's desk. */
async function loadReports({ call }: Visit): Promise<Task[]> {
  const { tasks } = await call(list_tasks, { kind: 'report', open: 'true', limit: '100' });
  return tasks.filter(({ addressee }) => addressee === 'platform').reverse();
}

const clockOf = ({ parts, view }: Visit): Clock => ({
  now: parts.now(),
  timeZone: 'UTC',
  language: view.language,
});

export const platformPage = definePage({
  path: paths.platform,
  for: 'moderator',
  texts,
  async load(_, visit) {
    const after = visit.text('after');
    const [reports, found] = await Promise.all([
      loadReports(visit),
      visit.act(list_waiting_companies, { ...(isIdentifier(after) && { after }) }),
    ]);
    return { reports, ...found, isFirst: after === '', clock: clockOf(visit) };
  },
  render: ({ reports, companies, next, isFirst, clock }, { language }) => (
    <>
      <PageHead
        title={texts.title[language]}
        line={texts.line[language]}
        parent={{ href: paths.today, text: language === 'ru' ? 'Сегодня' : 'Today' }}
      />
      <div class="stack">
        <ReportList reports={reports} clock={clock} />
        <Card heading={{ id: 'companies', title: texts.companies[language] }} flush={companies.length > 0}>
          {companies.length === 0 ? (
            <EmptyState icon="company" title={texts.noCompanies[language]}>
              {texts.noCompaniesWhy[language]}
            </EmptyState>
          ) : (
            <List>
              {companies.map((company) => (
                <Row
                  key={company.id}
                  icon="company"
                  title={company.name}
                  href={fillPath(paths.platformCompany, { company: company.slug })}
                  line={[
                    `${texts.inn[language]} ${company.inn}`,
                    ...(company.isVerified ? [] : [texts.unverified[language]]),
                    ...(company.claims > 0 ? [`${texts.claims[language]}: ${company.claims}`] : []),
                  ].join(' · ')}
                  age={<Tag>{sayAge(company.createdAt.toISOString(), clock)}</Tag>}
                />
              ))}
            </List>
          )}
        </Card>
        <Pager
          {...(next && { next: `${paths.platform}?after=${next}` })}
          {...(!isFirst && { first: paths.platform })}
        />
        <Card flush>
          <List>
            <Row href={paths.platformAudit} icon="history" title={texts.audit[language]} />
            <Row href={paths.platformRoles} icon="people" title={texts.roles[language]} />
          </List>
        </Card>
      </div>
    </>
  ),
});

/** Reported verdicts stand among the reports. */
export const moderationVerdictsPage = definePage({
  path: paths.moderationVerdicts,
  for: 'moderator',
  texts,
  load: async () => new GoTo(`${paths.platform}#reports`),
  render: () => null,
});

function ReportList({ reports, clock }: { reports: readonly Task[]; clock: Clock }) {
  const { language } = clock;
  return (
    <Card heading={{ id: 'reports', title: texts.reports[language] }} flush={reports.length > 0}>
      {reports.length === 0 ? (
        <EmptyState icon="check" title={texts.noReports[language]}>
          {texts.noReportsWhy[language]}
        </EmptyState>
      ) : (
        <List>
          {reports.map((task) => (
            <Row
              key={task.id}
              icon="flag"
              title={task.title}
              line={task.author_name}
              href={fillPath(paths.platformReport, { report: task.id })}
              age={<Tag>{sayAge(task.created_at, clock)}</Tag>}
            />
          ))}
        </List>
      )}
    </Card>
  );
}
