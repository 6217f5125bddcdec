import type { VNode } from 'preact';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { shortenName } from '../../../../domain/rules/short-name.ts';
import { isDangerous } from '../../../../domain/rules/waiting-order.ts';
import { list_platform_reports } from '../../../../features/actions/list_platform_reports.ts';
import { list_settlement_requests } from '../../../../features/actions/list_settlement_requests.ts';
import { list_waiting_companies } from '../../../../features/actions/list_waiting_companies.ts';
import { definePage } from '../../page/page.ts';
import { utcClock } from '../../server/settlement-clock.ts';
import { Tag } from '../../ui/badge.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { formatAge } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { requesterRoleTexts } from '../../words/settlement-request-texts.ts';
import { type CountedNoun, formatCount } from '../../words/shared-texts.ts';

export const texts = {
  title: labels.platform,
  line: { en: 'Waiting for moderators', ru: 'Что ждёт модераторов' },
  reports: labels.reports,
  noReports: { en: 'No report is waiting', ru: 'Жалоб нет' },
  noReportsWhy: {
    en: 'Those that concern a board or a company appear here.',
    ru: 'Сюда приходят жалобы, которые касаются правления или компании.',
  },
  villages: { en: 'New villages', ru: 'Новые посёлки' },
  noVillages: { en: 'No village is waiting', ru: 'Новых посёлков нет' },
  noVillagesWhy: {
    en: 'Villages that people did not find and asked to be added appear here.',
    ru: 'Сюда приходят посёлки, которые люди не нашли и просят добавить.',
  },
  companies: labels.companies,
  noCompanies: { en: 'No company is waiting', ru: 'Компании не ждут' },
  noCompaniesWhy: {
    en: 'New ones, people who want to represent one, and those with no representative appear here.',
    ru: 'Сюда приходят новые компании, те, кто хочет их представлять, и компании, у которых никого не осталось.',
  },
  unverified: { en: 'not checked', ru: 'не проверена' },
  unrepresented: { en: 'no representative', ru: 'без представителя' },
  inn: { en: 'INN', ru: 'ИНН' },
  sanctions: labels.decisionsAboutPeople,
  audit: labels.whoDecidedWhat,
  addVillage: labels.addVillage,
  roles: { en: 'Who has a role', ru: 'У кого какая роль' },
} as const satisfies Record<string, Text>;

const askingToRepresent: CountedNoun = {
  en: { one: 'person asks to represent it', other: 'people ask to represent it' },
  ru: {
    one: 'человек просится в представители',
    few: 'человека просятся в представители',
    many: 'человек просятся в представители',
  },
};

const waitingAppeals: CountedNoun = {
  en: { one: 'appeal waits', other: 'appeals wait' },
  ru: { one: 'обжалование ждёт', few: 'обжалования ждут', many: 'обжалований ждут' },
};

type ListName = 'reports' | 'villages' | 'companies';

const listTexts: Readonly<Record<ListName, { title: Text; none: Text; noneWhy: Text; icon: IconName }>> = {
  reports: { title: texts.reports, none: texts.noReports, noneWhy: texts.noReportsWhy, icon: 'check' },
  villages: { title: texts.villages, none: texts.noVillages, noneWhy: texts.noVillagesWhy, icon: 'village' },
  companies: {
    title: texts.companies,
    none: texts.noCompanies,
    noneWhy: texts.noCompaniesWhy,
    icon: 'company',
  },
};

export const platformPage = definePage({
  path: paths.platform,
  access: 'moderator',
  texts,
  async load(_, pageRequest) {
    const { call, text } = pageRequest;
    const after = (list: ListName) => {
      const cursor = text(list);
      return isId(cursor) ? { after: cursor } : {};
    };
    const [reports, villages, companies] = await Promise.all([
      call(list_platform_reports, { about: 'others', ...after('reports') }),
      call(list_settlement_requests, after('villages')),
      call(list_waiting_companies, after('companies')),
    ]);
    return { reports, villages, companies, clock: utcClock(pageRequest) };
  },
  render: ({ reports, villages, companies, clock }, { language }) => (
    <Screen title={texts.title} line={texts.line} parent={{ href: paths.today, text: labels.today }}>
      <WaitingList list="reports" next={reports.next}>
        {reports.reports.map(({ id, title, author, reason, createdAt }) => (
          <Row
            key={id}
            icon="flag"
            tone={isDangerous({ kind: 'report', reason }) ? 'danger' : undefined}
            title={title}
            line={shortenName(author)}
            href={fillPath(paths.platformReport, { report: id })}
            age={<Tag>{formatAge(createdAt.toISOString(), clock)}</Tag>}
          />
        ))}
      </WaitingList>
      <WaitingList list="villages" next={villages.next}>
        {villages.requests.map(({ id, name, region, asker, createdAt }) => (
          <Row
            key={id}
            icon="village"
            title={name}
            line={`${region} · ${requesterRoleTexts[asker][language]}`}
            href={fillPath(paths.platformSettlementRequest, { request: id })}
            age={<Tag>{formatAge(createdAt.toISOString(), clock)}</Tag>}
          />
        ))}
      </WaitingList>
      <WaitingList list="companies" next={companies.next}>
        {companies.companies.map((company) => (
          <Row
            key={company.id}
            icon="company"
            title={company.name}
            href={fillPath(paths.platformCompany, { company: company.slug })}
            line={[
              `${texts.inn[language]} ${company.inn}`,
              !company.isVerified && texts.unverified[language],
              company.isVerified && !company.isRepresented && texts.unrepresented[language],
              company.claims > 0 && formatCount(language, company.claims, askingToRepresent),
            ]
              .filter(Boolean)
              .join(' · ')}
            age={<Tag>{formatAge(company.createdAt.toISOString(), clock)}</Tag>}
          />
        ))}
      </WaitingList>
      <ListCard>
        <Row
          href={paths.platformSanctions}
          icon="lock"
          title={texts.sanctions}
          line={reports.appeals > 0 ? formatCount(language, reports.appeals, waitingAppeals) : undefined}
          tone={reports.appeals > 0 ? 'danger' : undefined}
        />
        <Row href={paths.platformAudit} icon="history" title={texts.audit} />
        <Row href={paths.platformRoles} icon="people" title={texts.roles} />
        <Row href={paths.setupSettlement} icon="village" title={texts.addVillage} />
      </ListCard>
    </Screen>
  ),
});

type WaitingProps = { list: ListName; next: string | null; children: VNode[] };

function WaitingList({ list, next, children }: WaitingProps) {
  const { title, none, noneWhy, icon } = listTexts[list];
  return (
    <ListCard
      heading={{ id: list, title }}
      icon={icon}
      none={none}
      why={noneWhy}
      foot={<Pager cursor={next} name={list} of={title} anchor={list} />}
    >
      {children}
    </ListCard>
  );
}
