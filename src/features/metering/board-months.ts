import type { Db } from '../../base/db/connect.ts';
import { dayMs } from '../../domain/rules/days.ts';
import {
  countLoss,
  lastReadingOf,
  type MeterMonth,
  type MonthLoss,
  type MonthUse,
  meterMonth,
  shiftMonth,
  usedInMonth,
} from '../../domain/rules/meter-months.ts';
import { compareNaturally } from '../../domain/rules/natural-order.ts';
import type { MeterKind } from '../../engines/devices/manual.ts';
import { countDwellings } from '../../store/devices/meter-readings.ts';
import { listBoardMeters, type MeterWithReadings, type StoredReading } from '../../store/devices/meters.ts';

export interface MeterInMonth extends MeterWithReadings {
  readonly use: MonthUse;
  /** The last reading for the month. */
  readonly last: StoredReading | undefined;
}

export interface PlotInMonth {
  readonly parcelId: string;
  readonly plotNumber: string;
  readonly meters: readonly MeterInMonth[];
  /** Null: at least one of its meters has no reading for the month. */
  readonly used: number | null;
  readonly isEstimated: boolean;
}

export interface BoardMonths {
  readonly month: MeterMonth;
  readonly plots: readonly PlotInMonth[];
  readonly main: readonly MeterInMonth[];
  /** The month itself first, then those before it. */
  readonly losses: readonly (MonthLoss & { readonly month: string })[];
}

const monthsShown = 12;
/** Before the first month shown, to find the reading that it begins with. */
const extraDays = 70;

/** What the board sees of a month: the plots that share a meter, the main meters, and the loss of a year. */
export async function loadBoardMonths(
  db: Db,
  place: { settlementId: string; timeZone: string; meterDay: number },
  kind: MeterKind,
  month: string,
): Promise<BoardMonths> {
  const months = Array.from({ length: monthsShown }, (_, back) =>
    meterMonth(shiftMonth(month, -back), place.meterDay, place.timeZone),
  );
  const [shown, oldest] = [months[0] as MeterMonth, months.at(-1) as MeterMonth];
  const since = new Date(oldest.from - extraDays * dayMs);
  const [meters, dwellings] = await Promise.all([
    listBoardMeters(db, place.settlementId, kind, since),
    countDwellings(db, place.settlementId),
  ]);
  return {
    month: shown,
    plots: groupByPlot(meters.filter(isOfPlot), shown),
    main: meters.filter(({ isMain }) => isMain).flatMap((meter) => inMonth(meter, shown)),
    losses: months.map((one) => ({
      month: one.month,
      ...countLoss(
        meters.filter(({ isMain }) => isMain).flatMap((meter) => inMonth(meter, one).map(({ use }) => use)),
        groupByPlot(meters.filter(isOfPlot), one).map(({ parcelId, meters: own }) => ({
          parcelId,
          uses: own.map(({ use }) => use),
        })),
        dwellings,
      ),
    })),
  };
}

const isOfPlot = ({ isMain, isCommon }: MeterWithReadings) => !isMain && !isCommon;

/** A meter that is not read any more counts only where it was read. */
function inMonth(meter: MeterWithReadings, month: MeterMonth): MeterInMonth[] {
  const use = usedInMonth(meter.readings, month);
  return meter.isEnded && use.used === null
    ? []
    : [{ ...meter, use, last: lastReadingOf(meter.readings, month) }];
}

function groupByPlot(meters: readonly MeterWithReadings[], month: MeterMonth): PlotInMonth[] {
  const plots = new Map<string, MeterInMonth[]>();
  for (const meter of meters)
    for (const one of inMonth(meter, month))
      plots.set(meter.parcelId, [...(plots.get(meter.parcelId) ?? []), one]);
  const inOrder = [...plots.entries()].sort(([, [one]], [, [other]]) =>
    compareNaturally(one?.plotNumber ?? '', other?.plotNumber ?? ''),
  );
  return inOrder.map(([parcelId, own]) => ({
    parcelId,
    plotNumber: own[0]?.plotNumber ?? '',
    meters: own,
    used: own.reduce<number | null>(
      (sum, { use }) => (sum === null || use.used === null ? null : sum + use.used),
      0,
    ),
    isEstimated: own.some(({ use }) => use.used !== null && use.isEstimated),
  }));
}
