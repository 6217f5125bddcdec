import Feature from 'ol/Feature.js';
import Point from 'ol/geom/Point.js';
import VectorLayer from 'ol/layer/Vector.js';
import { fromLonLat, transformExtent } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import {
  emptyLand,
  type LandDocument,
  type PackedLand,
  unpackLand,
} from '../../../../engines/geometry/land-document.ts';
import { createLandMap, type LandMap, type LayerName, layerNames, pause } from './land-map.ts';
import { createLandLegend, updateLegendOnRender } from './legend.ts';
import { findPictureView } from './picture-view.ts';
import { createPlotCard } from './plot-card.ts';
import type { MapIslandProps } from './props.ts';
import { toFeature } from './shapes.ts';

const layersStorageKey = 'map-layers';

for (const place of document.querySelectorAll<HTMLElement>('[data-island="map"]'))
  void start(place, JSON.parse(place.dataset.props ?? '{}') as MapIslandProps);

/** Replaces the server-rendered plan, which is kept for printing. */
async function start(place: HTMLElement, props: MapIslandProps): Promise<void> {
  const land = await loadLand(props);
  if (land === null) return;
  // Each step is a task of its own, so that a slow phone reacts to touch in between.
  await pause();
  const target = place.querySelector<HTMLElement>('.live-map');
  const description = document.querySelector<HTMLElement>('[data-map-said]');
  if (!target || !description) return;
  let chosen = props.chosen;
  const picture = findPictureView(place, props.extent);
  place.classList.add('is-live');
  for (const part of document.querySelectorAll<HTMLElement>('[data-map-part]')) {
    part.hidden = false;
    part.classList.remove('not-yet');
  }
  const landMap = await createLandMap({
    target,
    land,
    ...(props.isByCell &&
      props.extent && { extent: transformExtent([...props.extent], 'EPSG:4326', 'EPSG:3857') }),
    own: new Set(props.own),
    isChosen: (id) => id === chosen,
    tiles: props.tiles,
    words: props.words,
  });
  const say = (text: string) => description.replaceChildren(text);
  const choose = (id: string) => {
    chosen = id;
    landMap.redraw();
    const plot = landMap.plots.getFeatureById(id);
    if (plot) description.replaceChildren(...createPlotCard(plot, props, leave));
  };
  const leave = () => {
    chosen = null;
    landMap.redraw();
    description.replaceChildren();
  };
  if (picture) landMap.show(picture);
  else if (chosen) landMap.showPlot(chosen);
  await pause();
  if (props.isByCell)
    await import('./load-by-cell.ts').then(({ loadByCell }) => loadByCell(landMap, props.document));
  if (chosen) choose(chosen);
  if (props.tagged) {
    const { addTaggedLayers: markTagged } = await import('./tagged.ts');
    markTagged(landMap, props.tagged);
  }
  const legend = createLandLegend(landMap, {
    own: props.own,
    chosen: () => chosen,
    hasTagged: props.tagged !== null && props.tagged.plots.length + props.tagged.things.length > 0,
    hasObjects: props.objects.length > 0,
  });
  updateLegendOnRender(place, landMap, legend);
  drawObjects(landMap, props);
  wireLayers(landMap);
  // Loaded on demand, since few users measure.
  let measure: ReturnType<typeof import('./measure.ts').createMeasure> | null = null;
  const startMeasure = async (at: NonNullable<MapIslandProps['measure']>, button: HTMLElement) => {
    const { createMeasure } = await import('./measure.ts');
    measure ??= createMeasure(landMap, { ...at, words: props.words }, say);
    measure.start(button.dataset.map === 'line' ? 'LineString' : 'Polygon');
    button.ariaPressed = 'true';
    say(props.words.measureHow);
  };
  landMap.map.on('singleclick', ({ coordinate }) => {
    if (measure?.isActive()) return;
    const id = landMap.plotAt(coordinate)?.getId();
    if (id !== undefined) choose(String(id));
    else leave();
  });
  document.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-map]');
    // A choice, or a tap beside it, closes the menu of the other tools.
    const more = target.querySelector<HTMLDetailsElement>('.map-more');
    if (more && (button || !more.contains(event.target as Node))) more.open = false;
    if (!button) return;
    const { map: command = '', plot = '' } = button.dataset;
    const view = landMap.map.getView();
    const pressed = button.ariaPressed === 'true';
    if (command === 'in' || command === 'out')
      view.animate({ zoom: (view.getZoom() ?? 16) + (command === 'in' ? 1 : -1), duration: 160 });
    else if (command === 'all') landMap.showAll();
    else if (command === 'print') print();
    else if (command === 'here') locate(landMap, props, say);
    else if (command === 'plot' && landMap.showPlot(plot)) {
      event.preventDefault();
      choose(plot);
      target.scrollIntoView({ block: 'nearest' });
      target.focus({ preventScroll: true });
    } else if (props.measure && (command === 'line' || command === 'area')) {
      for (const each of document.querySelectorAll<HTMLElement>('[data-map][aria-pressed]'))
        each.ariaPressed = 'false';
      measure?.stop();
      say('');
      if (!pressed) startMeasure(props.measure, button).catch(() => say(props.words.measureFailed));
    }
  });
  place.dispatchEvent(new CustomEvent('map-ready', { bubbles: true, detail: landMap }));
}

async function loadLand({ document: address, isByCell }: MapIslandProps): Promise<LandDocument | null> {
  if (isByCell) return emptyLand;
  const reply = await fetch(address);
  return reply.ok ? unpackLand((await reply.json()) as PackedLand) : null;
}

function drawObjects(landMap: LandMap, { objects }: MapIslandProps): void {
  const layer = landMap.layers.objects as unknown as VectorLayer<VectorSource>;
  layer.getSource()?.addFeatures(objects.map(toFeature));
  layer.setStyle((feature, resolution) => landMap.styles.object(String(feature.get('title')), resolution));
}

/** Visible layers are remembered in local storage. */
function wireLayers(landMap: LandMap): void {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('input[data-layer]')];
  const kept = localStorage.getItem(layersStorageKey)?.split(' ');
  const apply = () => {
    for (const box of boxes) landMap.layers[box.dataset.layer as LayerName].setVisible(box.checked);
  };
  for (const box of boxes) {
    if (!(layerNames as readonly string[]).includes(box.dataset.layer ?? '')) continue;
    // Also without stored ones: Firefox restores the state of boxes when a page is reloaded.
    box.checked = kept ? kept.includes(box.dataset.layer ?? '') : box.defaultChecked;
    box.addEventListener('change', () => {
      // Drawn after the box, which shows at once that it was pressed.
      requestAnimationFrame(() => setTimeout(apply));
      const on = boxes.filter(({ checked }) => checked).map(({ dataset }) => dataset.layer);
      localStorage.setItem(layersStorageKey, on.join(' '));
    });
  }
  apply();
}

function locate(landMap: LandMap, { words }: MapIslandProps, say: (text: string) => void): void {
  const layer = new VectorLayer({ source: new VectorSource(), style: () => landMap.styles.here });
  navigator.geolocation.getCurrentPosition(
    ({ coords: { longitude, latitude, accuracy } }) => {
      const place = fromLonLat([longitude, latitude]);
      layer.getSource()?.addFeature(new Feature(new Point(place)));
      landMap.map.addLayer(layer);
      landMap.map.getView().animate({ center: place, duration: 160 });
      say(`${words.here} ${Math.round(accuracy)} ${words.metres}`);
    },
    () => say(words.hereFailed),
    { enableHighAccuracy: true, timeout: 15_000 },
  );
}
