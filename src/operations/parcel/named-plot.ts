import type { Db } from '../../db/connect.ts';
import { refuse } from '../../kernel/refusal.ts';
import { listNamedPlots, type NamedPlot, type PlotScope } from '../../store/land/named-plots.ts';
import { findParcelInView, type ParcelInView } from '../../store/land/parcels.ts';

/**
 * The plot that a field names by number or identifier, the same everywhere. A number that several settlements of the
 * caller have is refused with the plots it could mean; undefined: it names nothing.
 */
export async function findNamedPlot(
  db: Db,
  scope: PlotScope,
  reference: string,
  field: string,
): Promise<NamedPlot | undefined> {
  const [plot, ...others] = await listNamedPlots(db, scope, reference);
  if (plot !== undefined && others.length > 0) refuseSeveral([plot, ...others], field);
  return plot;
}

/** For a filter: what names no plot of the settlement is a mistake to correct, not an empty list. */
export async function requireNamedPlot(
  db: Db,
  settlementId: string,
  reference: string,
  field: string,
): Promise<NamedPlot> {
  return (
    (await findNamedPlot(db, { settlementId }, reference, field)) ??
    refuse.invalid(field, {
      en: 'There is no plot with this number or identifier here.',
      ru: 'Участка с таким номером или идентификатором здесь нет.',
    })
  );
}

/** The identifier a filter stands for; none when it was not given. */
export async function resolvePlotFilter(
  db: Db,
  settlementId: string,
  reference: string | undefined,
  field: string,
): Promise<string | undefined> {
  return reference === undefined
    ? undefined
    : (await requireNamedPlot(db, settlementId, reference, field)).id;
}

/** A plot named without its settlement, and how the caller stands to it; 404 when there is none. */
export async function requirePlotInView(
  db: Db,
  accountId: string,
  reference: string,
  field: string,
): Promise<ParcelInView> {
  const plot = await findNamedPlot(db, { accountId }, reference, field);
  return (plot && (await findParcelInView(db, plot.id, accountId))) ?? refuse.notFound('parcel');
}

function refuseSeveral(plots: readonly NamedPlot[], field: string): never {
  const list = plots.map(({ id, settlementName }) => `${settlementName ?? '—'} (${id})`).join(', ');
  const { number } = plots[0] as NamedPlot;
  return refuse.invalid(
    field,
    {
      en: `Several of your settlements have a plot ${number}: ${list}. Give the identifier.`,
      ru: `Участок ${number} есть в нескольких ваших посёлках: ${list}. Укажите идентификатор.`,
    },
    {
      candidates: plots.map(({ id, number: called, settlementId, settlementName }) => ({
        id,
        number: called,
        settlement: settlementId,
        settlement_name: settlementName,
      })),
    },
  );
}
