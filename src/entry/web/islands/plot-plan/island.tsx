import type LineString from 'ol/geom/LineString.js';
import type Point from 'ol/geom/Point.js';
import type Polygon from 'ol/geom/Polygon.js';
import Draw from 'ol/interaction/Draw.js';
import Snap from 'ol/interaction/Snap.js';
import VectorLayer from 'ol/layer/Vector.js';
import { transformExtent } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import { emptyLand } from '../../../../engines/geometry/land-document.ts';
import { createLandMap, type LandMap } from '../map/land-map.ts';
import { createLandLegend, updateLegendOnRender } from '../map/legend.ts';
import { loadByCell } from '../map/load-by-cell.ts';
import { toFeature, toWireShape } from '../map/shapes.ts';
import type { PlotPlanProps } from './props.ts';

for (const place of document.querySelectorAll<HTMLElement>('[data-island="plot-plan"]'))
  void start(place, JSON.parse(place.dataset.props ?? '{}') as PlotPlanProps);

const geometryTypes = { point: 'Point', line: 'LineString', ring: 'Polygon' } as const;

async function start(place: HTMLElement, props: PlotPlanProps): Promise<void> {
  const target = place.querySelector<HTMLElement>('.live-map');
  const description = place.querySelector<HTMLElement>('[data-map-said]');
  if (!target || !description) return;
  place.classList.add('is-live');
  const landMap = await createLandMap({
    target,
    land: emptyLand,
    extent: props.extent && transformExtent([...props.extent], 'EPSG:4326', 'EPSG:3857'),
    own: new Set([props.plot]),
    words: { sale: '', metres: props.words.metres },
  });
  landMap.layers.sale.setVisible(false);
  await loadByCell(landMap, props.document);
  if (props.isDrawn && landMap.plots.getFeatureById(props.plot) === null) {
    // The plot could not be loaded: the server-rendered plan stays.
    landMap.map.setTarget(undefined);
    place.classList.remove('is-live');
    return;
  }
  for (const part of place.querySelectorAll<HTMLElement>('[data-map-part]')) part.classList.remove('not-yet');
  const legend = createLandLegend(landMap, {
    own: [props.plot],
    chosen: () => null,
    hasTagged: false,
    hasObjects: props.objects.length > 0,
  });
  const placed = new VectorSource({ features: props.objects.map(toFeature) });
  const drawn = new VectorSource();
  updateLegendOnRender(place, landMap, { ...legend, drawn: () => !drawn.isEmpty() });
  landMap.map.addLayer(
    new VectorLayer({
      source: placed,
      style: (each, resolution) => landMap.styles.object(String(each.get('title')), resolution),
    }),
  );
  landMap.map.addLayer(new VectorLayer({ source: drawn, style: () => landMap.styles.drawn }));
  wireDrawing(place, landMap, drawn, (shape) => {
    const wire = toWireShape(shape);
    const field = place.querySelector<HTMLInputElement>('input[name="shape"]');
    if (field) field.value = JSON.stringify(wire);
    measure(wire, props).then(
      (text) => description.replaceChildren(text),
      () => description.replaceChildren(props.words.failed),
    );
  });
  place.dispatchEvent(new CustomEvent('map-ready', { bubbles: true, detail: landMap }));
}

type Shape = Point | LineString | Polygon;

function wireDrawing(
  place: HTMLElement,
  landMap: LandMap,
  drawn: VectorSource,
  use: (shape: Shape) => void,
): void {
  let active: (Draw | Snap)[] = [];
  place.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-draw]');
    if (!button) return;
    for (const each of active) landMap.map.removeInteraction(each);
    active = [];
    const wasOn = button.ariaPressed === 'true';
    for (const each of place.querySelectorAll<HTMLElement>('[data-draw]')) each.ariaPressed = 'false';
    if (wasOn) return;
    button.ariaPressed = 'true';
    const type = geometryTypes[button.dataset.draw as keyof typeof geometryTypes];
    const draw = new Draw({ source: drawn, type, style: landMap.styles.drawn });
    draw.on('drawstart', () => drawn.clear());
    draw.on('drawend', ({ feature }) => use(feature.getGeometry() as Shape));
    active = [draw, new Snap({ source: landMap.plots, pixelTolerance: 12, edge: false })];
    for (const each of active) landMap.map.addInteraction(each);
  });
}

async function measure(shape: ReturnType<typeof toWireShape>, props: PlotPlanProps): Promise<string> {
  const { words } = props;
  const reply = await fetch(props.measure, {
    method: 'POST',
    headers: { 'x-form-token': props.token, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ parcel: props.plot, shapes: JSON.stringify([shape]) }),
  });
  if (!reply.ok) return words.failed;
  const { shapes } = (await reply.json()) as {
    shapes: { setback_m: number | null; within: string | null }[];
  };
  const [measured] = shapes;
  if (measured?.within === 'outside') return words.outside;
  if (measured?.within === 'across') return words.across;
  const number = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 });
  return `${number.format(measured?.setback_m ?? 0)} ${words.toBorder}`;
}
