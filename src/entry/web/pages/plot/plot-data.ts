import type { z } from 'zod';
import { Refusal, refuse } from '../../../../domain/kernel/refusal.ts';
import { list_media } from '../../../../features/operations/media/list_media.ts';
import type { list_parcel_objects } from '../../../../features/operations/parcel/list_parcel_objects.ts';
import { list_parcels } from '../../../../features/operations/parcel/list_parcels.ts';
import type { PageRequest } from '../../page/page.ts';
import { isId } from '../../server/form-validation.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import type { Clock } from '../../words/format-time.ts';

export type PlotObject = z.output<typeof list_parcel_objects.output>['objects'][number];
export type Media = z.output<typeof list_media.output>['media'][number];

/** A plot as its residents and the settlement's board see it. */
export interface Plot {
  readonly id: string;
  readonly number: string;
  readonly settlement: string;
  readonly settlementName: string;
  readonly address: string;
  readonly areaM2: number | null;
  readonly cadastralNumber: string | null;
  /** False for the board, which has read access only. */
  readonly isMember: boolean;
  readonly isEditor: boolean;
  readonly clock: Clock;
}

/** For residents of the plot and the board; not_found for everybody else. */
export async function loadPlot(pageRequest: PageRequest, id: string): Promise<Plot> {
  if (!isId(id)) refuse.notFound('parcel');
  const { parcels = [], settlements = [] } = (await pageRequest.loadSignedInUser())?.me ?? {};
  const mine = parcels.find(({ parcel_id, state }) => parcel_id === id && state === 'confirmed');
  const served = settlements.filter(({ role }) => role === 'editor');
  const places = mine
    ? [{ slug: mine.settlement_slug, name: mine.settlement_name }]
    : served.map((each) => ({ slug: each.settlement_slug, name: each.settlement_name }));
  for (const { slug, name } of places) {
    const parcel = await findParcel(pageRequest, slug, id);
    if (parcel)
      return {
        id,
        number: parcel.number,
        settlement: slug,
        settlementName: name,
        address: parcel.address,
        areaM2: parcel.area_m2,
        cadastralNumber: parcel.cadastral_number,
        isMember: mine !== undefined,
        isEditor: served.some((each) => each.settlement_slug === slug),
        clock: await loadClock(pageRequest, slug),
      };
  }
  return refuse.notFound('parcel');
}

/** list_parcels refuses a plot of another settlement as invalid; that means "not here". */
async function findParcel({ call }: PageRequest, settlement: string, id: string) {
  try {
    const { parcels } = await call(list_parcels, { settlement, parcel: id });
    return parcels.find((each) => each.id === id);
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'invalid') return undefined;
    throw error;
  }
}

/** The newest photograph of each object among the newest 100 of the plot. */
export async function loadCovers({ call }: PageRequest, plot: Plot): Promise<Map<string, Media>> {
  const { media } = await call(list_media, { settlement: plot.settlement, parcel: plot.id, limit: '100' });
  const covers = new Map<string, Media>();
  for (const one of media)
    if (one.subject.type === 'object' && one.renditions.thumb && !covers.has(one.subject.id))
      covers.set(one.subject.id, one);
  return covers;
}

export const thumbnailUrl = ({ renditions, preview }: Media) => renditions.thumb?.path ?? preview ?? '';
