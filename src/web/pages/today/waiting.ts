import type { z } from 'zod';
import type { Text } from '../../../i18n/text.ts';
import { list_knowledge_queue } from '../../../operations/knowledge/list_knowledge_queue.ts';
import { list_change_proposals } from '../../../operations/proposal/list_change_proposals.ts';
import { list_residents } from '../../../operations/settlement/list_residents.ts';
import { list_tasks } from '../../../operations/task/list_tasks.ts';
import { shortenName } from '../../../rules/short-name.ts';
import { fillPath, paths } from '../../../site/paths.ts';
import type { VisitorCall } from '../../server/call.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { Overview } from '../../ui/navigation.ts';

const texts = {
  claim: { en: 'Claim to plot', ru: 'Заявка на участок' },
  correction: { en: 'Correction of the directory', ru: 'Правка справочника' },
  request: { en: 'Request', ru: 'Просьба' },
  report: { en: 'Report', ru: 'Жалоба' },
  article: { en: 'New advice', ru: 'Новый совет' },
  edit: { en: 'Edit of advice', ru: 'Правка совета' },
  order: { en: 'Order', ru: 'Заказ' },
} as const satisfies Record<string, Text>;

const roles: Readonly<Record<string, Text>> = {
  owner: { en: 'owner', ru: 'хозяин' },
  family: { en: 'family', ru: 'семья' },
  tenant: { en: 'tenant', ru: 'снимает' },
};

/** Something that somebody has to decide. */
export type Waiting = {
  readonly kind: 'claim' | 'correction' | 'request' | 'report' | 'text' | 'order';
  readonly id: string;
  readonly href: string;
  readonly icon: IconName;
  readonly title: Text;
  readonly line: Text;
  readonly since: string;
};

type QueuedText = z.output<typeof list_knowledge_queue.output>['revisions'][number];

const both = (text: string): Text => ({ en: text, ru: text });
const join = (...parts: (Text | string)[]): Text => {
  const say = (language: keyof Text) =>
    parts
      .map((part) => (typeof part === 'string' ? part : part[language]))
      .filter(Boolean)
      .join(' · ');
  return { en: say('en'), ru: say('ru') };
};

/** Where something stands in a list, oldest first; within a second identifiers follow the order of things. */
export const placeOf = ({ since, id }: Waiting) => `${since} ${id.padStart(20, '0')}`;
export const byAge = (a: Waiting, b: Waiting) => (placeOf(a) < placeOf(b) ? -1 : 1);

/** Everything that waits for this visitor's decision, oldest first. */
export async function loadWaiting(call: VisitorCall, overview: Overview): Promise<Waiting[]> {
  const { board, place, moderation, company } = overview;
  const groups = await Promise.all([
    board && place ? loadBoard(call, place.slug) : [],
    moderation ? loadTexts(call) : [],
    company ? loadOrders(call, company.id) : [],
  ]);
  return groups.flat().sort(byAge);
}

/** The lists come newest first, and what waits longest stands at their end: so many pages are turned to reach it. */
const mostPages = 20;

export async function loadAll<Reply extends { cursor: string | null }>(
  load: (cursor: string) => Promise<Reply>,
): Promise<Reply[]> {
  const replies = [await load('')];
  for (let last = replies[0]; last?.cursor && replies.length < mostPages; last = replies.at(-1))
    replies.push(await load(last.cursor));
  return replies;
}

/** What waits for the board of one village; refused to everybody else. */
export async function loadBoard(call: VisitorCall, settlement: string): Promise<Waiting[]> {
  const loadTasks = async (kind: 'request' | 'report') =>
    (
      await loadAll((cursor) =>
        call(list_tasks, { settlement, kind, open: 'true', limit: '100', ...(cursor && { cursor }) }),
      )
    ).flatMap(({ tasks }) => tasks);
  const [claims, corrections, requests, reports] = await Promise.all([
    loadAll((cursor) =>
      call(list_residents, { settlement, state: 'claimed', limit: '100', ...(cursor && { cursor }) }),
    ),
    loadAll((cursor) => call(list_change_proposals, { settlement, ...(cursor && { cursor }) })),
    loadTasks('request'),
    loadTasks('report'),
  ]);
  return [
    ...claims
      .flatMap(({ residents }) => residents)
      .map((claim) => ({
        kind: 'claim' as const,
        id: claim.id,
        href: fillPath(paths.claim, { settlement, resident: claim.id }),
        icon: 'people' as const,
        title: {
          en: `${texts.claim.en} ${claim.parcel.number}`,
          ru: `${texts.claim.ru} ${claim.parcel.number}`,
        },
        line: join(claim.account.name, roles[claim.role] ?? ''),
        since: claim.created_at,
      })),
    ...corrections
      .flatMap(({ proposals }) => proposals)
      .map((proposal) => ({
        kind: 'correction' as const,
        id: proposal.id,
        href: fillPath(paths.correction, { settlement, proposal: proposal.id }),
        icon: 'write' as const,
        title: both(proposal.subject_name),
        line: join(texts.correction, shortenName(proposal.author)),
        since: proposal.created_at,
      })),
    ...requests
      .filter(({ addressee }) => addressee === 'board')
      .map((task) => ({
        kind: 'request' as const,
        id: task.id,
        href: fillPath(paths.task, { task: task.id }),
        icon: 'tasks' as const,
        title: both(task.title),
        line: join(texts.request, task.author_name),
        since: task.created_at,
      })),
    ...reports.map((task) => ({
      kind: 'report' as const,
      id: task.id,
      href: fillPath(paths.report, { settlement, report: task.id }),
      icon: 'flag' as const,
      title: both(task.title),
      line: join(texts.report, task.author_name),
      since: task.created_at,
    })),
  ];
}

async function loadTexts(call: VisitorCall): Promise<Waiting[]> {
  const { revisions } = await call(list_knowledge_queue, {});
  return revisions.map(describeText);
}

/** A text for the advice that waits for a moderator. */
export function describeText(revision: QueuedText): Waiting {
  return {
    kind: 'text',
    id: revision.id,
    href: fillPath(paths.moderationText, { revision: revision.id }),
    icon: 'book',
    title: both(revision.title),
    line: join(revision.is_new_article ? texts.article : texts.edit, shortenName(revision.author_name)),
    since: revision.created_at,
  };
}

async function loadOrders(call: VisitorCall, company: string): Promise<Waiting[]> {
  const { tasks } = await call(list_tasks, { company_id: company, open: 'true', limit: '100' });
  return tasks.map((task) => ({
    kind: 'order' as const,
    id: task.id,
    href: fillPath(paths.task, { task: task.id }),
    icon: 'company' as const,
    title: both(task.title),
    line: texts.order,
    since: task.created_at,
  }));
}
