import type Feature from 'ol/Feature.js';
import Polygon from 'ol/geom/Polygon.js';
import Draw from 'ol/interaction/Draw.js';
import type Interaction from 'ol/interaction/Interaction.js';
import Modify from 'ol/interaction/Modify.js';
import Snap from 'ol/interaction/Snap.js';
import { toLonLat } from 'ol/proj.js';
import type VectorSource from 'ol/source/Vector.js';
import type { LandMap } from '../map/land-map.ts';
import type { createSelection } from './selection.ts';

type Position = readonly [number, number];
export type Mode = 'tap' | 'lasso' | 'ring' | 'vertices';

const toLonLatRing = (shape: Polygon): Position[] =>
  (shape.getCoordinates()[0] ?? []).slice(0, -1).map((point) => {
    const [x = 0, y = 0] = toLonLat(point);
    return [Math.round(x * 1e7) / 1e7, Math.round(y * 1e7) / 1e7];
  });

/** One drawing mode at a time; vertices can be moved only in mode `vertices`. */
export function createDrawingModes(
  landMap: LandMap,
  drawn: VectorSource<Feature<Polygon>>,
  selection: ReturnType<typeof createSelection>,
  isFree: (id: string) => boolean,
) {
  let mode: Mode = 'tap';
  let active: Interaction[] = [];
  let isDrawing = false;
  const style = () => landMap.styles.drawn;
  const snap = () => new Snap({ source: landMap.plots, pixelTolerance: 14, edge: false });
  const noted = (draw: Draw) => {
    draw.on('drawstart', () => {
      isDrawing = true;
    });
    for (const end of ['drawend', 'drawabort'] as const)
      draw.on(end, () => {
        isDrawing = false;
      });
    return draw;
  };
  const make: Record<Mode, () => Interaction[]> = {
    tap: () => [],
    lasso: () => {
      const draw = noted(new Draw({ type: 'Polygon', freehand: true, style: style() }));
      draw.on('drawend', ({ feature }) => {
        const around = feature.getGeometry() as Polygon;
        const ids = landMap.plots
          .getFeaturesInExtent(around.getExtent())
          .filter((plot) => {
            const inside = plot.getGeometry()?.getInteriorPoints().getCoordinates()[0];
            return inside && around.intersectsCoordinate(inside);
          })
          .map((plot) => String(plot.getId()))
          .filter(isFree);
        selection.toggleAll(ids);
      });
      return [draw];
    },
    ring: () => {
      const draw = noted(new Draw({ type: 'Polygon', style: style() }));
      draw.on('drawend', ({ feature }) => selection.draw(toLonLatRing(feature.getGeometry() as Polygon)));
      return [draw, snap()];
    },
    vertices: () => {
      const modify = new Modify({ source: drawn, pixelTolerance: 20 });
      modify.on('modifyend', ({ features }) => {
        const shape = features.item(0)?.getGeometry();
        if (shape instanceof Polygon) selection.draw(toLonLatRing(shape));
      });
      return [modify, snap()];
    },
  };
  return {
    current: () => mode,
    isDrawing: () => isDrawing,
    enter(next: Mode) {
      for (const each of active) landMap.map.removeInteraction(each);
      mode = next;
      active = make[next]();
      for (const each of active) landMap.map.addInteraction(each);
    },
  };
}
