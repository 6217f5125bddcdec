import { z } from 'zod';
import { formatTimestamp, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { dayMs } from '../../domain/rules/days.ts';
import { findWeekAhead } from '../../domain/rules/event-days.ts';
import { omitMentions } from '../../domain/rules/mentions.ts';
import { listNews, type NewsRow } from '../../store/journal/article-lists.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { showOccurrences } from './event-occurrences.ts';

/** How long an announcement that was not opened stands first. */
const freshMs = 7 * dayMs;
const maxAnnouncements = 3;
const maxDiaries = 2;
/** Own entries are left out afterwards. */
const diariesRead = 20;
const maxEvents = 200;

export const list_news = defineOperation({
  name: 'list_news',
  summary:
    'What is new in a settlement: announcements, unread ones first, what takes place within a week, and neighbours’ diaries. For everybody.',
  scope: 'session',
  input: z.object({ settlement: reference }),
  async load({ settlement }, { db, caller }) {
    return await loadSettlement(settlement, { db, caller });
  },
  async show(_, { db, caller, now, services }, { id, settlementRole, timeZone }) {
    const { accountId } = caller;
    const reader = { settlementId: id, accountId, settlementRole };
    const span = findWeekAhead(now(), timeZone);
    const most = { announcements: maxAnnouncements, diaries: diariesRead, events: maxEvents };
    const rows = await listNews(db, reader, span, most);
    const announcements = rows.filter(({ kind, event }) => kind === 'announcement' && event === null);
    const isUnread = ({ isOpened, authorId, publishedAt }: NewsRow) =>
      !isOpened && authorId !== accountId && now().getTime() - (publishedAt?.getTime() ?? 0) < freshMs;
    const unread = announcements.filter(isUnread);
    const first = unread[0] ?? announcements[0];
    if (first) services.announcementReads.record(first.id, accountId, 'shown');
    return {
      announcement: first ? { ...showNews(first), body: omitMentions(first.body ?? '') } : null,
      isUnread: unread.length > 0,
      otherUnread: unread.slice(1).map(showNews),
      events: showOccurrences(
        rows.flatMap(({ event, ...row }) => (event === null ? [] : { ...row, event })),
        timeZone,
        span,
      ),
      diaries: rows
        .filter(({ kind, authorId }) => kind === 'diary' && authorId !== accountId)
        .slice(0, maxDiaries)
        .map(showNews),
    };
  },
});

export type News = ReturnType<typeof showNews>;

const showNews = ({ id, slug, title, publishedAt, createdAt }: NewsRow) => ({
  id,
  slug,
  title,
  at: formatTimestamp(publishedAt ?? createdAt),
});
