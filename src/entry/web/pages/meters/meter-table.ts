import type { FastifyInstance } from 'fastify';
import type { Language, Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { dayInZone } from '../../../../domain/rules/days.ts';
import { export_meters } from '../../../../features/actions/export_meters.ts';
import { guardCell } from '../../../../features/land-import/people-columns.ts';
import type { PageDependencies } from '../../server/page-dependencies.ts';
import { countLongReply } from '../../server/page-rate-limits.ts';
import { createView, turnOwnerOf } from '../../server/visitor.ts';
import { createVisitorCalls } from '../../server/visitor-calls.ts';
import * as labels from '../../words/labels.ts';
import { isMeterKind, meterUnit } from '../../words/meter-texts.ts';
import { formatLoss } from './loss-texts.ts';

export const texts = {
  plot: labels.plot,
  meter: { en: 'meter', ru: 'счётчик' },
  last: { en: 'last reading', ru: 'последнее показание' },
  on: { en: 'read on', ru: 'снято' },
  used: { en: 'used', ru: 'расход' },
  note: { en: 'note', ru: 'примечание' },
  missing: { en: 'no reading', ru: 'нет показания' },
  noStart: { en: 'nothing before it', ru: 'не с чем сравнить' },
  estimated: { en: 'estimated', ru: 'оценка' },
  busy: {
    en: 'Too many tables are being made right now. Try again in a minute.',
    ru: 'Сейчас готовится слишком много таблиц. Попробуйте через минуту.',
  },
} as const satisfies Record<string, Text>;

/** The month of the board as a spreadsheet. */
export function registerMeterTable(server: FastifyInstance, dependencies: PageDependencies): void {
  server.get(paths.boardMetersXlsx.replace('{settlement}', ':settlement'), async (request, reply) => {
    const { settlement } = request.params as { settlement: string };
    const { kind = '', month = '' } = request.query as { kind?: string; month?: string };
    if (!isMeterKind(kind) || typeof month !== 'string') return refuse.notFound('address');
    const { language } = createView(request);
    const calls = createVisitorCalls(dependencies, request, reply);
    const table = await calls.call(export_meters, { settlement, kind, month });
    const owner = turnOwnerOf(request, reply);
    const file =
      (await dependencies.services.peopleLists.writeXlsx(formatRows(table, language), owner)) ??
      refuse.unavailable(texts.busy);
    await countLongReply(request, dependencies.rateLimits, file.length, reply);
    return reply
      .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="meters-${kind}-${month}.xlsx"`)
      .send(file);
  });
}

function formatRows(
  { kind, plots, main, losses, timeZone }: ReplyOf<typeof export_meters>,
  language: Language,
): (string | number)[][] {
  const header = [texts.plot, texts.meter, texts.last, texts.on, texts.used, texts.note].map(
    (text) => text[language],
  );
  header[4] += `, ${meterUnit(kind, language)}`;
  const rows = [...plots.flatMap(({ meters }) => meters), ...main].map(({ plotNumber, name, last, use }) => {
    return [
      plotNumber,
      name,
      last === undefined ? '' : last.number,
      last === undefined ? '' : dayInZone(new Date(last.at), timeZone),
      use.used === null ? '' : Math.round(use.used * 1000) / 1000,
      use.used === null
        ? (use.missing === 'end' ? texts.missing : texts.noStart)[language]
        : use.isEstimated
          ? texts.estimated[language]
          : '',
    ];
  });
  const [loss] = losses;
  return [header, ...rows, ...(loss ? [[formatLoss(loss, kind, language)]] : [])].map((cells) =>
    cells.map((cell) => (typeof cell === 'string' ? guardCell(cell) : cell)),
  );
}
