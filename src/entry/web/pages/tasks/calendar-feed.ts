import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Language, Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { anonymousCaller } from '../../../../domain/kernel/caller.ts';
import { type CalendarEvent, renderCalendar, renderEvents } from '../../../../domain/rules/icalendar.ts';
import { list_calendar_events } from '../../../../features/actions/list_calendar_events.ts';
import { note_calendar_use } from '../../../../features/actions/note_calendar_use.ts';
import { show_calendar_owner } from '../../../../features/actions/show_calendar_owner.ts';
import { list_tasks } from '../../../../features/operations/task/list_tasks.ts';
import { createCall } from '../../../transport/rest.ts';
import { renderEventCalendar, sendCalendar } from '../../loaders/event-calendar.ts';
import type { PageDependencies } from '../../server/page-dependencies.ts';
import { createPageCall } from '../../server/visitor-calls.ts';
import { formatTaskAddressee, type TaskEntry } from '../../words/format-tasks.ts';
import * as labels from '../../words/labels.ts';
import { siteName } from '../../words/shared-texts.ts';

const texts = {
  from: { en: 'From', ru: 'От кого:' },
  for: { en: 'For', ru: 'Кому:' },
} as const satisfies Record<string, Text>;

const maxTasks = 1000;
/** As `due_until` it leaves out tasks without a due date. */
const lastDay = '9999-12-31';

/**
 * iCalendar feed of the account's open tasks, or of the days of a settlement. Calendar clients have no session: the
 * token in the URL is the only credential, and it permits nothing but to list these.
 */
export function registerCalendarFeed(server: FastifyInstance, dependencies: PageDependencies): void {
  server.get(
    paths.calendar.replace('{token}', ':token'),
    { config: { anonymous: true } },
    async (request, reply) => {
      const { token } = request.params as { token: string };
      const call = createPageCall(request, reply);
      const { kernel, services } = dependencies;
      const owner = await kernel.perform(show_calendar_owner, { token }, call, anonymousCaller);
      const { accountId, settlementId, language, isUseDue } = owner;
      const found =
        settlementId === null
          ? null
          : await kernel.perform(
              list_calendar_events,
              { settlement: settlementId },
              { ...createCall(request, reply), bearer: undefined },
              callerOf(accountId),
            );
      if (isUseDue) {
        const used = { account: accountId, settlement: settlementId };
        await kernel.perform(note_calendar_use, used, call, anonymousCaller);
      }
      if (found !== null)
        return sendCalendar(request, reply, renderEventCalendar(found, services.installation.baseUrl));
      let events = '';
      for await (const tasks of readOwnTasks(dependencies, request, reply, accountId))
        events += renderEvents(
          tasks.flatMap((task) => toCalendarEvents(task, accountId, language, request.origin)),
        );
      return sendCalendar(
        request,
        reply,
        renderCalendar(`${labels.tasks[language]} · ${siteName[language]}`, events),
      );
    },
  );
}

const callerOf = (accountId: string) =>
  ({ accountId, isModerator: false, scopes: new Set(['mcp:read'] as const), via: 'personal' }) as const;

async function* readOwnTasks(
  { kernel }: PageDependencies,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: string,
): AsyncGenerator<TaskEntry[]> {
  const call = { ...createCall(request, reply), bearer: undefined };
  const caller = callerOf(accountId);
  let cursor: string | null = '';
  for (let count = 0; cursor !== null && count < maxTasks; ) {
    const wanted = { mine: 'true', open: 'true', due_until: lastDay, limit: '100', cursor };
    const page: { tasks: TaskEntry[]; cursor: string | null } = await kernel.perform(
      list_tasks,
      wanted,
      call,
      caller,
    );
    yield page.tasks;
    count += page.tasks.length;
    cursor = page.cursor;
  }
}

/** Leaves out requests to a plot that nobody has accepted yet. */
function toCalendarEvents(task: TaskEntry, me: string, language: Language, origin: string): CalendarEvent[] {
  if (task.due_on === null || (task.addressee === 'neighbour' && task.accepted_at === null)) return [];
  const isMine = task.author_user_id === me;
  const people = isMine ? formatTaskAddressee(task, language) : task.author_name;
  return [
    {
      uid: `task-${task.id}@${new URL(origin).hostname}`,
      day: task.due_on,
      title: task.title,
      about: people === '' ? '' : `${(isMine ? texts.for : texts.from)[language]} ${people}`,
      url: origin + fillPath(paths.task, { task: task.id }),
      changedAt: new Date(task.updated_at),
      remindBefore: task.remind_before,
    },
  ];
}
