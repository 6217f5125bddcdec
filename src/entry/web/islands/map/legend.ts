import type { LegendName } from '../../ui/plan-legend.tsx';
import type { LandMap } from './land-map.ts';
import { maxHouseResolution } from './styles.ts';

type LegendVisibility = Partial<Record<LegendName, () => boolean>>;

export interface LegendSources {
  readonly own: readonly string[];
  readonly chosen: () => string | null;
  readonly hasTagged: boolean;
  readonly hasObjects: boolean;
}

/** Visibility of each legend entry of a land map. */
export function createLandLegend(
  { layers, has, map, plots }: LandMap,
  { own, chosen, ...marked }: LegendSources,
): LegendVisibility {
  const isNear = () => (map.getView().getResolution() ?? 0) < maxHouseResolution;
  const isThere = (id: string | null) => id !== null && plots.getFeatureById(id) !== null;
  return {
    mine: () => layers.plots.getVisible() && own.some((id) => id !== chosen() && isThere(id)),
    chosen: () => layers.plots.getVisible() && isThere(chosen()),
    tagged: () => marked.hasTagged,
    blocks: () => has.has('blocks'),
    house: () => layers.houses.getVisible() && has.has('house') && isNear(),
    near: () => layers.setbacks.getVisible() && has.has('near'),
    sale: () => layers.sale.getVisible() && has.has('sale'),
    objects: () => layers.objects.getVisible() && marked.hasObjects,
    boundary: () => has.has('boundary'),
  };
}

/** Shows only the legend entries that are drawn, updated after each render. */
export function updateLegendOnRender(place: HTMLElement, { map }: LandMap, isDrawn: LegendVisibility): void {
  const entries = [...place.querySelectorAll<HTMLElement>('.live-legend [data-legend]')];
  const update = () => {
    for (const entry of entries) entry.hidden = !isDrawn[entry.dataset.legend as LegendName]?.();
  };
  map.on('rendercomplete', update);
}
