import type { z } from 'zod';
import { plotNumberKey } from '../../../../domain/rules/plot-numbers.ts';
import type { LandDocument, LandParcel } from '../../../../engines/geometry/land-document.ts';
import { memoizeByLand } from '../../../../engines/geometry/land-memoization.ts';
import { list_parcels } from '../../../../features/operations/parcel/list_parcels.ts';
import { show_settlement } from '../../../../features/operations/settlement/show_settlement.ts';
import { findMembership, type Membership } from '../../loaders/membership.ts';
import type { PageRequest } from '../../page/page.ts';
import { loadOwnObjects, type PlacedObject } from './own-objects.ts';
import { loadTagged, type TagResults } from './tagged-data.ts';

type Plot = z.output<typeof list_parcels.output>['parcels'][number];

export interface MapData {
  readonly settlement: { readonly id: string; readonly slug: string; readonly name: string };
  readonly land: LandDocument;
  /** Too many plots for one document: the map loads them by cell. */
  readonly isByCell: boolean;
  readonly membership: Membership;
  readonly plots: readonly Plot[];
  readonly cursor: string | null;
  readonly q: string;
  readonly chosen: LandParcel | null;
  /** What the map shows first: the chosen plot, or one's own; null for all of the village. */
  readonly focus: LandParcel | null;
  readonly objects: readonly PlacedObject[];
  /** Most used tags, counting only items visible to the user. */
  readonly tags: readonly { readonly slug: string; readonly name: string; readonly count: number }[];
  readonly tagged: TagResults | null;
  /** Tagged plots whose outline is known. */
  readonly drawn: ReadonlySet<string>;
  readonly paper: 'a4' | 'a3';
  readonly tiles: { readonly url: string; readonly attribution: string } | null;
}

/** Few, because the map above shows them all. */
const plotsListed = '12';

export async function loadMap(settlement: string, pageRequest: PageRequest): Promise<MapData> {
  const { call, loadSignedInUser, text, dependencies } = pageRequest;
  const q = text('q').trim();
  const [{ data }, visitor, land, { parcels, cursor }, tagged] = await Promise.all([
    call(show_settlement, { settlement, tags: 'true' }),
    loadSignedInUser(),
    dependencies.landReader.read(settlement),
    call(list_parcels, { settlement, q, limit: plotsListed, cursor: text('cursor') }),
    loadTagged(settlement, pageRequest),
  ]);
  const membership = findMembership(visitor, data.id);
  const withTag = new Set(tagged?.groups.map(({ plot }) => plot?.id));
  const looked = withTag.size === 0 ? [] : land.plots;
  const chosen = findPlot(land, text('plot').trim() || q);
  const [own] = membership.plots;
  // Paper and tags are about the village as a whole.
  const isWhole = text('paper') !== '' || tagged !== null;
  return {
    settlement: data,
    land,
    isByCell: land.plots.length > dependencies.landReader.maxPlotsWithoutCells,
    membership,
    plots: parcels,
    cursor,
    q,
    chosen,
    focus: chosen ?? (own && !isWhole ? findPlot(land, own.plot_number) : null),
    objects: await loadOwnObjects(call, membership.plots),
    tags: data.tags ?? [],
    tagged,
    drawn: new Set(looked.flatMap(({ id, outline }) => (withTag.has(id) && outline.length > 0 ? id : []))),
    paper: text('paper') === 'a3' ? 'a3' : 'a4',
    tiles: dependencies.tiles,
  };
}

/** Exact match by normalized plot number. */
function findPlot(land: LandDocument, number: string): LandParcel | null {
  if (number === '') return null;
  return byNumber(land).get(plotNumberKey(number)) ?? null;
}

const byNumber = memoizeByLand(
  ({ plots }): ReadonlyMap<string, LandParcel> =>
    new Map(plots.map((plot) => [plotNumberKey(plot.number), plot])),
);
