import type { LegendName } from '../../ui/plan-legend.tsx';
import type { LandMap } from './land-map.ts';

export interface Marked {
  readonly own: readonly string[];
  readonly chosen: () => string | null;
  readonly hasTagged: boolean;
  readonly hasObjects: boolean;
}

/** Keeps the legend to what is drawn: layers are switched, land comes piece by piece. */
export function keepLegend(place: HTMLElement, landMap: LandMap, { own, chosen, ...marked }: Marked): void {
  const { layers, has, plots, map } = landMap;
  const isThere = (id: string | null) => id !== null && plots.getFeatureById(id) !== null;
  const isDrawn: Record<LegendName, () => boolean> = {
    mine: () => layers.plots.getVisible() && own.some((id) => id !== chosen() && isThere(id)),
    chosen: () => layers.plots.getVisible() && isThere(chosen()),
    tagged: () => marked.hasTagged,
    blocks: () => has.has('blocks'),
    house: () => layers.houses.getVisible() && has.has('house'),
    near: () => layers.setbacks.getVisible() && has.has('near'),
    sale: () => layers.sale.getVisible() && has.has('sale'),
    objects: () => layers.objects.getVisible() && marked.hasObjects,
    boundary: () => has.has('boundary'),
    next: () => false,
  };
  const entries = [...place.querySelectorAll<HTMLElement>('.live-legend [data-legend]')];
  const update = () => {
    for (const entry of entries) entry.hidden = !isDrawn[entry.dataset.legend as LegendName]();
  };
  map.on('rendercomplete', update);
}
