import ScaleLine from 'ol/control/ScaleLine.js';
import type { Coordinate } from 'ol/coordinate.js';
import { boundingExtent, type Extent, isEmpty } from 'ol/extent.js';
import Feature, { type FeatureLike } from 'ol/Feature.js';
import MultiPolygon from 'ol/geom/MultiPolygon.js';
import Point from 'ol/geom/Point.js';
import Polygon from 'ol/geom/Polygon.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorImageLayer from 'ol/layer/VectorImage.js';
import OlMap from 'ol/Map.js';
import { fromEPSG4326 } from 'ol/proj/epsg3857.js';
import { fromLonLat } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import type Style from 'ol/style/Style.js';
import View from 'ol/View.js';
import type {
  LandBuilding,
  LandDocument,
  LandOutline,
  LandParcel,
} from '../../../../engines/geometry/land-document.ts';
import type { Position } from '../../../../engines/geometry/types.ts';
import { findLabel } from '../../ui/plan-drawing.ts';
import { violatesSetback } from '../../ui/plan-setbacks.ts';
import { onColoursChange, readColours } from './colours.ts';
import { createStyles, type LandStyles, maxHouseResolution } from './styles.ts';

export interface LandMap {
  readonly map: OlMap;
  /** Feature ids are plot ids. */
  readonly plots: VectorSource<Feature<MultiPolygon>>;
  readonly layers: Record<LayerName, { setVisible(visible: boolean): void; getVisible(): boolean }>;
  /** Which optional parts the loaded land contains, for the legend. */
  readonly has: Set<'sale' | 'house' | 'near' | 'boundary' | 'blocks'>;
  styles: LandStyles;
  /** Redraws with new styles, after the selection has changed. */
  redraw(): void;
  showAll(): void;
  /** Adds more land; plots already loaded are left as they are. */
  add(land: LandDocument): void;
  clear(): void;
  show(view: { readonly center: Coordinate; readonly resolution: number }): void;
  showPlot(id: string): boolean;
  plotAt(coordinate: Coordinate): Feature<MultiPolygon> | undefined;
}

export const layerNames = ['plots', 'houses', 'setbacks', 'sale', 'objects'] as const;
export type LayerName = (typeof layerNames)[number];

export interface MapOptions {
  readonly target: HTMLElement;
  readonly land: LandDocument;
  /** Extent of the whole land, when it is loaded cell by cell. */
  readonly extent?: Extent | null;
  readonly own: ReadonlySet<string>;
  /** Whether a plot is highlighted, in addition to the user's own. */
  readonly isChosen?: (id: string) => boolean;
  /** Whether a plot will be removed from the settlement. */
  readonly isLeaving?: (id: string) => boolean;
  readonly tiles?: { readonly url: string; readonly attribution: string } | null;
  readonly words: { readonly sale: string; readonly metres: string };
}

/** Above this number moving the map is slower than drawing it ahead. */
const maxDrawnDirectly = 300;

const toMapRing = (ring: readonly Position[]): Coordinate[] => {
  const closed = ring.map((position) => fromLonLat(position));
  return closed[0] ? [...closed, closed[0]] : closed;
};

/** Projects all points in one call: the library looks up the projection on each call. */
export function toMultiPolygon(outline: LandOutline): MultiPolygon {
  const flat: number[] = [];
  const ends = outline.map((part) =>
    part.map((ring) => {
      for (const [x, y] of ring) flat.push(x, y);
      const [first] = ring;
      if (first) flat.push(first[0], first[1]);
      return flat.length;
    }),
  );
  return new MultiPolygon(fromEPSG4326(flat, flat), 'XY', ends);
}

/** Ends the task, so that a slow phone reacts to touch before the next step. */
export const pause = () => new Promise((done) => setTimeout(done));

/**
 * Interactive map of a settlement, in steps that are tasks of their own. Needs only the land document; tiles are loaded
 * only if configured.
 */
export async function createLandMap(options: MapOptions): Promise<LandMap> {
  const {
    target,
    land,
    extent,
    own,
    isChosen = () => false,
    isLeaving = () => false,
    tiles,
    words,
  } = options;
  const plots = new VectorSource<Feature<MultiPolygon>>({ features: land.plots.flatMap(plotFeature) });
  const [buildings, labels] = [new VectorSource(), new VectorSource()];
  const edge = new VectorSource({
    features: land.boundary ? [new Feature(new Polygon([toMapRing(land.boundary)]))] : [],
  });
  const create = () => createStyles(readColours(), { own, isChosen, isLeaving, words });
  await pause();
  const landMap = { styles: create() } as LandMap;
  // Pictures twice as large as the view make moving a large map cheap, and the first drawing of a small one dear.
  const isLarge = extent !== undefined || land.plots.length > maxDrawnDirectly;
  const ground = (given: {
    source: VectorSource;
    style: (each: FeatureLike, resolution: number) => Style | undefined;
    maxResolution?: number;
  }) => (isLarge ? new VectorImageLayer({ ...given, imageRatio: 2 }) : new VectorLayer(given));
  const made = {
    plots: ground({ source: plots, style: (each, res) => landMap.styles.plot(each, res) }),
    sale: ground({ source: plots, style: (each) => landMap.styles.sale(each) }),
    houses: ground({
      source: buildings,
      style: () => landMap.styles.house,
      maxResolution: maxHouseResolution,
    }),
    setbacks: new VectorLayer({ source: buildings, style: (each, res) => landMap.styles.setback(each, res) }),
    objects: new VectorLayer({ source: new VectorSource() }),
  };
  const numbers = new VectorLayer({
    source: labels,
    declutter: true,
    style: (each, resolution) => landMap.styles.number(each, resolution),
  });
  const outline = new VectorLayer({ source: edge, style: () => landMap.styles.edge });
  await pause();
  const map = new OlMap({
    layers: [made.plots, made.sale, made.houses, made.setbacks, outline, made.objects, numbers],
    controls: [new ScaleLine({ units: 'metric', minWidth: 80 })],
    view: new View({ maxZoom: 23, minZoom: 3, enableRotation: false }),
  });
  await pause();
  map.setTarget(target);
  // Loaded only where tiles are configured.
  if (tiles) void import('./tiles.ts').then(({ addTileLayer: layTiles }) => layTiles(map, tiles));
  if (new Intl.NumberFormat(document.documentElement.lang, metres).format(1) !== '1 m')
    map.on('postrender', () => translateScaleLine(target));
  const all = extent ?? wholeExtent(plots, edge);
  const redraw = () => {
    landMap.styles = create();
    for (const layer of [...Object.values(made), numbers, outline]) layer.changed();
  };
  onColoursChange(redraw);
  const fit = (extent: Extent, metres: number) =>
    map.getView().fit(extent, { padding: [24, 76, 40, 24], minResolution: metres / 300 });
  if (all) fit(all, 20);
  // Plots are usable at once; labels and buildings follow in batches.
  addInBatches(labels, land.plots, labelFeature);
  addInBatches(buildings, land.buildings, (building) => buildingFeature(building, land));
  const has: LandMap['has'] = new Set();
  recordParts(has, land);
  return Object.assign(landMap, {
    map,
    plots,
    layers: {
      ...made,
      plots: {
        setVisible: (on: boolean) => [made.plots, numbers].map((each) => each.setVisible(on)),
        getVisible: () => made.plots.getVisible(),
      },
    },
    has,
    redraw,
    add(more: LandDocument) {
      recordParts(has, more);
      const isNew = ({ id }: LandParcel) => plots.getFeatureById(id) === null;
      const fresh = new Set(more.plots.filter(isNew));
      plots.addFeatures([...fresh].flatMap(plotFeature));
      addInBatches(labels, [...fresh], labelFeature);
      addInBatches(
        buildings,
        more.buildings.filter(({ plot }) => fresh.has(more.plots[plot] as LandParcel)),
        (building) => buildingFeature(building, more),
      );
      if (more.boundary && edge.isEmpty())
        edge.addFeature(new Feature(new Polygon([toMapRing(more.boundary)])));
    },
    clear() {
      for (const source of [plots, labels, buildings]) source.clear(true);
      for (const part of ['sale', 'house', 'near'] as const) has.delete(part);
    },
    showAll: () => all && fit(all, 20),
    show({ center, resolution }: { center: Coordinate; resolution: number }) {
      map.getView().setCenter(center);
      map.getView().setResolution(resolution);
    },
    showPlot(id: string) {
      const extent = plots.getFeatureById(id)?.getGeometry()?.getExtent();
      if (extent) fit(extent, 60);
      return extent !== undefined;
    },
    plotAt: (coordinate: Coordinate) => plots.getFeaturesAtCoordinate(coordinate)[0],
  });
}

function recordParts(has: LandMap['has'], land: LandDocument): void {
  if (land.boundary) has.add('boundary');
  if (land.buildings.length > 0) has.add('house');
  if (land.buildings.some((building) => violatesSetback(building, land))) has.add('near');
  if (land.plots.some(({ listing }) => listing === 'for_sale')) has.add('sale');
}

const metres = { style: 'unit', unit: 'meter' } as const;

/** OpenLayers writes units in Latin letters only; called for every picture. */
function translateScaleLine(target: HTMLElement): void {
  const scale = target.querySelector('.ol-scale-line-inner');
  const [, number, unit] = /^([\d.]+) (k?m)$/.exec(scale?.textContent ?? '') ?? [];
  if (!scale || number === undefined) return;
  const { lang } = document.documentElement;
  const kept = unit === 'm' ? metres : ({ style: 'unit', unit: 'kilometer' } as const);
  scale.textContent = new Intl.NumberFormat(lang, kept).format(Number(number));
}

const batchSize = 2000;

/** In batches, so that the page stays responsive. */
function addInBatches<Each>(
  source: VectorSource,
  list: readonly Each[],
  toFeatures: (each: Each) => readonly Feature[],
): void {
  const add = (from: number) => {
    source.addFeatures(list.slice(from, from + batchSize).flatMap((each) => toFeatures(each)));
    if (from + batchSize < list.length) setTimeout(() => add(from + batchSize), 30);
  };
  if (list.length > 0) setTimeout(() => add(0), 0);
}

function buildingFeature(building: LandBuilding, land: LandDocument): Feature[] {
  const feature = new Feature(toMultiPolygon(building.outline));
  feature.set('near', violatesSetback(building, land), true);
  feature.set('setback', building.setbackM, true);
  return [feature];
}

function plotFeature(plot: LandParcel): Feature<MultiPolygon>[] {
  if (plot.outline.length === 0) return [];
  const feature = new Feature(toMultiPolygon(plot.outline));
  feature.setId(plot.id);
  feature.set('number', plot.number, true);
  feature.set('listing', plot.listing, true);
  return [feature];
}

function labelFeature({ id, number, outline }: LandParcel): Feature<Point>[] {
  const label = findLabel(outline);
  if (!label) return [];
  const place = fromLonLat(label.at);
  const feature = new Feature(new Point(place));
  feature.set('plot', id, true);
  feature.set('number', number, true);
  feature.set(
    'width',
    (fromLonLat([label.at[0] + label.widthDegrees, label.at[1]])[0] ?? 0) - (place[0] ?? 0),
    true,
  );
  return [feature];
}

function wholeExtent(...sources: VectorSource[]): Extent | null {
  const extents = sources.flatMap((each) => {
    const extent = each.getExtent();
    return extent && !isEmpty(extent) ? [extent] : [];
  });
  if (extents.length === 0) return null;
  return boundingExtent(
    extents.flatMap(([west = 0, south = 0, east = 0, north = 0]) => [
      [west, south],
      [east, north],
    ]),
  );
}
