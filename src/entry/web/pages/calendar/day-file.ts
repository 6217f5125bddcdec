import type { FastifyInstance } from 'fastify';
import { paths } from '../../../../base/site/paths.ts';
import { show_calendar_event } from '../../../../features/actions/show_calendar_event.ts';
import { renderEventCalendar, sendCalendar } from '../../loaders/event-calendar.ts';
import type { PageDependencies } from '../../server/page-dependencies.ts';
import { createVisitorCalls } from '../../server/visitor-calls.ts';

/** The day of one announcement as a file that a phone adds to its calendar; for who may read the announcement. */
export function registerDayFile(server: FastifyInstance, dependencies: PageDependencies): void {
  server.get(
    paths.dayFile.replace('{settlement}', ':settlement').replace('{article}', ':article'),
    async (request, reply) => {
      const { settlement, article } = request.params as { settlement: string; article: string };
      const { call } = createVisitorCalls(dependencies, request, reply);
      const found = await call(show_calendar_event, { settlement, article });
      reply.header('content-disposition', 'attachment; filename="event.ics"');
      return sendCalendar(
        request,
        reply,
        renderEventCalendar(found, dependencies.services.installation.baseUrl),
      );
    },
  );
}
