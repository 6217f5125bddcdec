import type { FastifyInstance } from 'fastify';
import { paths } from '../../../../base/site/paths.ts';
import { mapInTurns } from '../../../../base/threads/loop-turns.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { export_people } from '../../../../features/actions/export_people.ts';
import { csvStart, formatCsvLine } from '../../../../features/land-import/people-columns.ts';
import { formatPeopleHeader, formatPersonRow } from '../../../../features/land-import/people-table.ts';
import type { PageDependencies } from '../../server/page-dependencies.ts';
import { countLongReply } from '../../server/page-rate-limits.ts';
import { createView, turnOwnerOf } from '../../server/visitor.ts';
import { createVisitorCalls } from '../../server/visitor-calls.ts';

const tooBusy = {
  en: 'Too many tables are being made right now. Try again in a minute.',
  ru: 'Сейчас готовится слишком много таблиц. Попробуйте через минуту.',
};

/** The register as a table: CSV and .xlsx, in columns that the import reads back. */
export function registerPeopleTables(server: FastifyInstance, dependencies: PageDependencies): void {
  const formats = {
    csv: { path: paths.peopleCsv, type: 'text/csv; charset=utf-8' },
    xlsx: {
      path: paths.peopleXlsx,
      type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    },
  };
  for (const [ending, { path, type }] of Object.entries(formats))
    server.get(path.replace('{settlement}', ':settlement'), async (request, reply) => {
      const { settlement } = request.params as { settlement: string };
      const { language } = createView(request);
      const people = await createVisitorCalls(dependencies, request, reply).call(export_people, {
        settlement,
      });
      const owner = turnOwnerOf(request, reply);
      const formatted = await mapInTurns(owner, people, (person) => formatPersonRow(person, language));
      const rows = [formatPeopleHeader(language), ...formatted];
      const file =
        ending === 'csv'
          ? csvStart + (await mapInTurns(owner, rows, (cells) => formatCsvLine(cells, language))).join('')
          : ((await dependencies.services.peopleLists.writeXlsx(rows, owner)) ?? refuse.unavailable(tooBusy));
      await countLongReply(request, dependencies.rateLimits, file.length, reply);
      return reply
        .type(type)
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="people.${ending}"`)
        .send(file);
    });
}
