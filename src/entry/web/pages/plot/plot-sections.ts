import { refuse } from '../../../../domain/kernel/refusal.ts';
import type { ObjectKind } from '../../../../domain/rules/parcel-objects.ts';
import { list_household } from '../../../../features/actions/list_household.ts';
import { list_household_devices } from '../../../../features/actions/list_household_devices.ts';
import { list_articles } from '../../../../features/operations/journal/list_articles.ts';
import { list_parcel_objects } from '../../../../features/operations/parcel/list_parcel_objects.ts';
import { list_parcels } from '../../../../features/operations/parcel/list_parcels.ts';
import { list_tasks } from '../../../../features/operations/task/list_tasks.ts';
import { loadCovers, type Plot, type PlotObject, readObjectsView } from '../../loaders/plot.ts';
import type { PageRequest } from '../../page/page.ts';
import { listSensorsOfPlot } from '../../ui/device-troubles.tsx';
import type { GardenThing } from '../../ui/plan-garden.tsx';
import { objectKindTexts } from '../../words/parcel-object-texts.ts';

const maxObjectsShown = 8;
const maxObjectsDrawn = 100;
const maxPhotosShown = 6;

/** All that the page of a plot shows beside the plot itself. */
export async function loadPlotSections(pageRequest: PageRequest<'signed-in'>, plot: Plot) {
  const { call } = pageRequest;
  const { settlement, id } = plot;
  const [{ parcels }, land, objects, { media, covers }, entries, tasks, devices, household] =
    await Promise.all([
      call(list_parcels, { settlement, parcel: id }),
      pageRequest.dependencies.landReader.read(settlement),
      call(list_parcel_objects, { parcel: id, limit: String(maxObjectsDrawn) }),
      loadCovers(pageRequest, plot),
      call(list_articles, { settlement, parcel_id: id, limit: '3' }),
      call(list_tasks, { settlement, parcel_id: id, open: 'true', limit: '5' }),
      plot.isMember ? call(list_household_devices, {}) : { devices: [], troubles: [] },
      plot.isMember ? call(list_household, { parcel: id }) : null,
    ]);
  return {
    parcel: parcels[0] ?? refuse.notFound('parcel'),
    land,
    objects: objects.objects.slice(0, maxObjectsShown),
    garden: objects.objects.flatMap(listDrawn),
    covers,
    view: readObjectsView(pageRequest),
    media: media.slice(0, maxPhotosShown),
    entries: entries.articles,
    tasks: tasks.tasks,
    sensors: listSensorsOfPlot(devices, id),
    household,
  };
}

const plants: ReadonlySet<ObjectKind> = new Set(['tree', 'shrub', 'bed', 'lawn']);

const listDrawn = ({ id, kind, geometry, archived }: PlotObject): GardenThing[] =>
  geometry === null || archived
    ? []
    : [
        {
          id,
          word: objectKindTexts[kind],
          isPlant: plants.has(kind),
          type: geometry.type,
          points: geometry.points.map((at) => [at.longitude, at.latitude] as const),
        },
      ];

export type PlotSections = Awaited<ReturnType<typeof loadPlotSections>>;
