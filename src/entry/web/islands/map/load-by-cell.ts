import Feature from 'ol/Feature.js';
import type Polygon from 'ol/geom/Polygon.js';
import { fromExtent } from 'ol/geom/Polygon.js';
import VectorLayer from 'ol/layer/Vector.js';
import { transformExtent } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import {
  type Cell,
  maxCellLevel,
  type PackedCell,
  sizeOfCell,
  unpackCell,
} from '../../../../engines/geometry/land-cells.ts';
import type { LandDocument } from '../../../../engines/geometry/land-document.ts';
import type { LandMap } from './land-map.ts';

/** Minimum width of a cell in pixels, so that few are requested at once. */
const minCellPixels = 512;
const maxCellsPerView = 24;
/** Beyond this number of plots, everything loaded is dropped and reloaded as needed. */
const maxPlots = 30_000;

/** Loads the visible cells; resolves when the first view is loaded. `learn` is told of land before it is drawn. */
export function loadByCell(
  landMap: LandMap,
  address: string,
  learn: (land: LandDocument) => void = () => {},
): Promise<void> {
  const { map, plots } = landMap;
  const blocks = new VectorSource<Feature<Polygon>>();
  map.getLayers().insertAt(0, new VectorLayer({ source: blocks, style: () => landMap.styles.block }));
  /** Blocks of cells that have too many plots to draw; empty where the plots themselves were loaded. */
  const known = new Map<string, Promise<Feature<Polygon>[]>>();
  async function load(cell: string): Promise<Feature<Polygon>[]> {
    const reply = await fetch(`${address}?cell=${cell}`);
    if (!reply.ok) throw new Error(`${reply.status}`);
    const found = unpackCell((await reply.json()) as PackedCell);
    learn(found.land);
    landMap.add(found.land);
    return found.blocks.map((each) => new Feature(fromExtent(toMapExtent(each))));
  }
  async function show(): Promise<void> {
    const wanted = listVisibleCells(landMap);
    if (plots.getFeatures().length > maxPlots) {
      landMap.clear();
      known.clear();
    }
    for (const cell of wanted) {
      if (known.has(cell)) continue;
      const loading = load(cell);
      known.set(cell, loading);
      // Retried when the map moves next.
      loading.catch(() => known.delete(cell));
    }
    const shown = await Promise.allSettled(wanted.map((cell) => known.get(cell) ?? []));
    if (String(listVisibleCells(landMap)) !== String(wanted)) return;
    blocks.clear(true);
    blocks.addFeatures(shown.flatMap((each) => (each.status === 'fulfilled' ? each.value : [])));
    if (blocks.isEmpty()) landMap.has.delete('blocks');
    else landMap.has.add('blocks');
  }
  map.on('moveend', () => void show());
  return show();
}

const toMapExtent = (extent: readonly number[]) => transformExtent([...extent], 'EPSG:4326', 'EPSG:3857');

function listVisibleCells({ map }: LandMap): string[] {
  const view = map.getView();
  const size = map.getSize();
  if (!size || view.getCenter() === undefined) return [];
  const [west = 0, south = 0, east = 0, north = 0] = transformExtent(
    view.calculateExtent(size),
    'EPSG:3857',
    'EPSG:4326',
  );
  const degreesPerPixel = (east - west) / (size[0] ?? 1);
  let level = maxCellLevel;
  while (level > 0 && sizeOfCell({ level }) < degreesPerPixel * minCellPixels) level -= 1;
  const cells: Cell[] = [];
  const step = sizeOfCell({ level });
  for (let x = Math.floor(west / step); x * step < east; x += 1)
    for (let y = Math.floor(south / step); y * step < north; y += 1)
      if (cells.length < maxCellsPerView) cells.push({ level, x, y });
  return cells.map(({ x, y }) => `${level}/${x}/${y}`);
}
