import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fillPath, paths } from '../../../base/site/paths.ts';
import type { ReplyOf } from '../../../domain/kernel/operation.ts';
import { renderAnnouncements } from '../../../domain/rules/event-calendar.ts';
import { renderCalendar } from '../../../domain/rules/icalendar.ts';
import type { show_calendar_event } from '../../../features/actions/show_calendar_event.ts';
import { matchesIfNoneMatch } from '../../transport/etag.ts';

type Found = ReplyOf<typeof show_calendar_event>;

/** `baseUrl` and not the host that was asked: a calendar knows an event by the same name wherever it came from. */
export function renderEventCalendar({ slug, name, timeZone, events }: Found, baseUrl: string): string {
  const announcements = events.map(({ updatedAt, ...each }) => ({
    ...each,
    changedAt: updatedAt,
    url: baseUrl + fillPath(paths.article, { settlement: slug, article: each.slug }),
  }));
  return renderCalendar(name, renderAnnouncements(announcements, timeZone, new URL(baseUrl).hostname));
}

/** To a program that has no session: nothing of it is kept by others, and an unchanged one is not sent again. */
export function sendCalendar(request: FastifyRequest, reply: FastifyReply, calendar: string): FastifyReply {
  const etag = `"${createHash('sha256').update(calendar).digest('base64url')}"`;
  reply
    .header('etag', etag)
    .header('cache-control', 'private, no-cache')
    .header('referrer-policy', 'no-referrer')
    .header('content-security-policy', "default-src 'none'; sandbox");
  if (matchesIfNoneMatch(request, etag)) return reply.code(304).send();
  return reply.type('text/calendar; charset=utf-8').send(calendar);
}
