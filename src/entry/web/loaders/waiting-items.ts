import type { z } from 'zod';
import type { Text } from '../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import type { ReplyOf } from '../../../domain/kernel/operation.ts';
import { shortenName } from '../../../domain/rules/short-name.ts';
import { isDangerous, type ReportReason, rankWaiting } from '../../../domain/rules/waiting-order.ts';
import { list_board_queue } from '../../../features/actions/list_board_queue.ts';
import { list_platform_reports } from '../../../features/actions/list_platform_reports.ts';
import { list_settlement_requests } from '../../../features/actions/list_settlement_requests.ts';
import { list_waiting_companies } from '../../../features/actions/list_waiting_companies.ts';
import { list_knowledge_queue } from '../../../features/operations/knowledge/list_knowledge_queue.ts';
import { list_tasks } from '../../../features/operations/task/list_tasks.ts';
import type { VisitorCall } from '../server/visitor-calls.ts';
import type { IconName } from '../ui/icon.tsx';
import type { Overview } from '../ui/navigation.ts';
import * as labels from '../words/labels.ts';
import { motionTexts } from '../words/motion-texts.ts';
import { loadOwnReviews } from './own-reviews.ts';

const texts = {
  claim: { en: 'Claim to plot', ru: 'Заявка на участок' },
  correction: { en: 'Correction of the directory', ru: 'Правка справочника' },
  request: { en: 'Request', ru: 'Просьба' },
  report: labels.report,
  threat: { en: 'Report of a threat', ru: 'Жалоба на угрозы' },
  article: { en: 'New advice', ru: 'Новый совет' },
  edit: { en: 'Edit of advice', ru: 'Правка совета' },
  village: { en: 'New village', ru: 'Новый посёлок' },
  company: { en: 'Company to check', ru: 'Компания на проверке' },
  representative: { en: 'Somebody asks to speak for the company', ru: 'Человек просится в представители' },
  order: { en: 'Order', ru: 'Заказ' },
  verdict: { en: 'Review without an answer', ru: 'Отзыв без ответа' },
} as const satisfies Record<string, Text>;

const roles: Readonly<Record<string, Text>> = {
  owner: { en: 'owner', ru: 'собственник' },
  family: { en: 'family', ru: 'семья' },
  tenant: { en: 'tenant', ru: 'снимает' },
};

/** An item waiting for a decision. */
export type WaitingItem = {
  readonly kind:
    | 'motion'
    | 'claim'
    | 'correction'
    | 'request'
    | 'report'
    | 'text'
    | 'village'
    | 'company'
    | 'order'
    | 'verdict';
  readonly id: string;
  readonly href: string;
  readonly icon: IconName;
  readonly title: Text;
  readonly line: Text;
  /** Of a report. */
  readonly reason?: ReportReason | null;
  readonly since: string;
};

type QueuedRevision = z.output<typeof list_knowledge_queue.output>['revisions'][number];

const sameInBothLanguages = (text: string): Text => ({ en: text, ru: text });
const joinTexts = (...parts: (Text | string)[]): Text => {
  const say = (language: keyof Text) =>
    parts
      .map((part) => (typeof part === 'string' ? part : part[language]))
      .filter(Boolean)
      .join(' · ');
  return { en: say('en'), ru: say('ru') };
};

/** Sort key, worst first, then oldest; ids break ties, because they grow with time. */
const sortKey = (item: WaitingItem) => `${rankWaiting(item)} ${item.since} ${item.id.padStart(20, '0')}`;
const compareWaiting = (a: WaitingItem, b: WaitingItem) => (sortKey(a) < sortKey(b) ? -1 : 1);

/** What waits for the user's decision, worst first. */
export async function loadWaitingItems(
  { call }: { call: VisitorCall },
  overview: Overview,
): Promise<WaitingItem[]> {
  const { board, place, moderation, company } = overview;
  const loadBoard = async (settlement: string) =>
    (await call(list_board_queue, { settlement, limit: 20 })).waiting.map((row) =>
      toWaitingItem(settlement, row),
    );
  const groups = await Promise.all([
    board && place ? loadBoard(place.slug) : [],
    moderation ? loadWaitingRevisions(call) : [],
    moderation ? loadSettlementRequests(call) : [],
    moderation ? loadWaitingCompanies(call) : [],
    moderation ? loadPlatformReports(call) : [],
    company ? loadOrders(call, company.id) : [],
    company ? loadUnansweredReviews(call, company.id) : [],
  ]);
  return groups.flat().sort(compareWaiting);
}

const isThreat = (reason: ReportReason | null) => isDangerous({ kind: 'report', reason });
const reportIcon = (reason: ReportReason | null): IconName => (isThreat(reason) ? 'alert' : 'flag');
const reportText = (reason: ReportReason | null) => (isThreat(reason) ? texts.threat : texts.report);

/** A row of the board's queue as a list item. */
export function toWaitingItem(
  settlement: string,
  {
    kind,
    id,
    title,
    author,
    role,
    reason,
    motion,
    since,
  }: ReplyOf<typeof list_board_queue>['waiting'][number],
): WaitingItem {
  const common = { kind, id, reason, since: since.toISOString() };
  const by = shortenName(author);
  switch (kind) {
    case 'motion':
      return {
        ...common,
        href: fillPath(paths.motion, { settlement, motion: id }),
        icon: 'check',
        title: motionTexts[motion ?? 'boundary'],
        line: joinTexts(labels.secondMember, by),
      };
    case 'claim':
      return {
        ...common,
        href: fillPath(paths.claim, { settlement, resident: id }),
        icon: 'people',
        title: { en: `${texts.claim.en} ${title}`, ru: `${texts.claim.ru} ${title}` },
        line: joinTexts(author, roles[role ?? ''] ?? ''),
      };
    case 'correction':
      return {
        ...common,
        href: fillPath(paths.correction, { settlement, proposal: id }),
        icon: 'write',
        title: sameInBothLanguages(title),
        line: joinTexts(texts.correction, by),
      };
    case 'request':
      return {
        ...common,
        href: fillPath(paths.task, { task: id }),
        icon: 'tasks',
        title: sameInBothLanguages(title),
        line: joinTexts(texts.request, by),
      };
    case 'report':
      return {
        ...common,
        href: fillPath(paths.report, { settlement, report: id }),
        icon: reportIcon(reason),
        title: sameInBothLanguages(title),
        line: joinTexts(reportText(reason), by),
      };
  }
}

async function loadWaitingRevisions(call: VisitorCall): Promise<WaitingItem[]> {
  const { revisions } = await call(list_knowledge_queue, {});
  return revisions.map(revisionToWaitingItem);
}

async function loadSettlementRequests(call: VisitorCall): Promise<WaitingItem[]> {
  const { requests } = await call(list_settlement_requests, {});
  return requests.map(({ id, name, region, createdAt }) => ({
    kind: 'village' as const,
    id,
    href: fillPath(paths.platformSettlementRequest, { request: id }),
    icon: 'village' as const,
    title: sameInBothLanguages(name),
    line: joinTexts(texts.village, region),
    since: createdAt.toISOString(),
  }));
}

async function loadWaitingCompanies(call: VisitorCall): Promise<WaitingItem[]> {
  const { companies } = await call(list_waiting_companies, {});
  return companies.map(({ id, slug, name, isVerified, createdAt }) => ({
    kind: 'company' as const,
    id,
    href: fillPath(paths.platformCompany, { company: slug }),
    icon: 'company' as const,
    title: sameInBothLanguages(name),
    line: isVerified ? texts.representative : texts.company,
    since: createdAt.toISOString(),
  }));
}

async function loadPlatformReports(call: VisitorCall): Promise<WaitingItem[]> {
  const { reports } = await call(list_platform_reports, {});
  return reports.map(({ id, title, author, reason, createdAt }) => ({
    kind: 'report' as const,
    id,
    href: fillPath(paths.platformReport, { report: id }),
    reason,
    icon: reportIcon(reason),
    title: sameInBothLanguages(title),
    line: joinTexts(reportText(reason), shortenName(author)),
    since: createdAt.toISOString(),
  }));
}

/** A knowledge-base revision waiting for a moderator. */
export function revisionToWaitingItem(revision: QueuedRevision): WaitingItem {
  return {
    kind: 'text',
    id: revision.id,
    href: fillPath(paths.moderationText, { revision: revision.id }),
    icon: 'book',
    title: sameInBothLanguages(revision.title),
    line: joinTexts(revision.is_new_article ? texts.article : texts.edit, shortenName(revision.author_name)),
    since: revision.created_at,
  };
}

/** The newest reviews the company has not answered. */
async function loadUnansweredReviews(call: VisitorCall, company: string): Promise<WaitingItem[]> {
  const { reviews } = await loadOwnReviews(call, company);
  return reviews
    .filter(({ answer }) => answer === undefined)
    .map((review) => ({
      kind: 'verdict' as const,
      id: review.id,
      href: fillPath(paths.companyReview, { company, review: review.id }),
      icon: 'medal' as const,
      title: sameInBothLanguages([review.author, review.settlement?.name].filter(Boolean).join(' · ')),
      line: joinTexts(texts.verdict, review.body ?? ''),
      since: review.created_at,
    }));
}

async function loadOrders(call: VisitorCall, company: string): Promise<WaitingItem[]> {
  const { tasks } = await call(list_tasks, { company_id: company, open: 'true', limit: '100' });
  return tasks.map((task) => ({
    kind: 'order' as const,
    id: task.id,
    href: fillPath(paths.task, { task: task.id }),
    icon: 'company' as const,
    title: sameInBothLanguages(task.title),
    line: texts.order,
    since: task.created_at,
  }));
}
