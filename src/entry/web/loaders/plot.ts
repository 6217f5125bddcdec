import type { z } from 'zod';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { maySeeObjects } from '../../../domain/rules/parcel-objects.ts';
import { list_media } from '../../../features/operations/media/list_media.ts';
import type { list_parcel_objects } from '../../../features/operations/parcel/list_parcel_objects.ts';
import type { PageRequest } from '../page/page.ts';
import { requireSettlement } from '../server/require-settlement.ts';
import type { Clock } from '../words/format-time.ts';

export type PlotObject = z.output<typeof list_parcel_objects.output>['objects'][number];
export type Media = z.output<typeof list_media.output>['media'][number];

/** A plot as its residents and the settlement's board see it. */
export interface Plot {
  readonly id: string;
  readonly number: string;
  readonly settlement: string;
  readonly settlementName: string;
  /** False for the board, which has read access only. */
  readonly isMember: boolean;
  readonly isEditor: boolean;
  readonly clock: Clock;
}

/**
 * For residents of the plot and the board; not_found for everybody else, but where they have something to do there
 * (`isOpen`).
 */
export async function loadPlot(pageRequest: PageRequest, id: string, isOpen = false): Promise<Plot> {
  const found = await pageRequest.findParcel(id);
  if (!found?.settlementId || !(isOpen || maySeeObjects(found))) return refuse.notFound('parcel');
  const { number, settlementId, isMember, isEditor } = found;
  const { slug, name, timeZone } = await requireSettlement(settlementId, pageRequest);
  const clock = { now: pageRequest.dependencies.now(), timeZone, language: pageRequest.view.language };
  return { id: found.id, number, settlement: slug, settlementName: name, isMember, isEditor, clock };
}

/** The newest 100 photographs of the plot, and the newest of each object among them. */
export async function loadCovers({ call }: PageRequest, plot: Plot) {
  const { media } = await call(list_media, { settlement: plot.settlement, parcel: plot.id, limit: '100' });
  const covers = new Map<string, Media>();
  for (const one of media)
    if (one.subject.type === 'object' && one.renditions.thumb && !covers.has(one.subject.id))
      covers.set(one.subject.id, one);
  return { media, covers };
}

/** How the user likes to see what is on the plot. */
export const readObjectsView = ({ session }: PageRequest<'signed-in'>) =>
  session.objectsView === 'table' ? 'table' : 'tiles';

export const thumbnailUrl = ({ renditions, preview }: Media) => renditions.thumb?.path ?? preview ?? '';
