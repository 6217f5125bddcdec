import Feature from 'ol/Feature.js';
import Polygon from 'ol/geom/Polygon.js';
import VectorLayer from 'ol/layer/Vector.js';
import { fromLonLat, transformExtent } from 'ol/proj.js';
import VectorSource from 'ol/source/Vector.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import type { Extent } from '../../../../engines/geometry/extent.ts';
import {
  type LandDocument,
  type PackedLand,
  unpackLand,
} from '../../../../engines/geometry/land-document.ts';
import { readColours } from '../map/colours.ts';
import { createLandMap, type LandMap } from '../map/land-map.ts';
import { updateLegendOnRender } from '../map/legend.ts';
import { createDrawingModes, type Mode } from './drawing-modes.ts';
import { createSelection, type SelectionState } from './selection.ts';

type Position = readonly [number, number];
interface Props {
  readonly document: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly ring: readonly Position[] | null;
}

for (const place of document.querySelectorAll<HTMLElement>('[data-island="boundary"]'))
  void start(place, JSON.parse(place.dataset.props ?? '{}') as Props);

async function start(place: HTMLElement, props: Props): Promise<void> {
  const target = place.querySelector<HTMLElement>('.live-map');
  const form = place.closest('form');
  const reply = await fetch(props.document).catch(() => null);
  if (!reply?.ok || !target || !form) {
    // The land document could not be loaded: the table remains usable.
    place.classList.remove('no-picture');
    return;
  }
  const packed = (await reply.json()) as PackedLand & { extent: Extent | null };
  const { extent } = packed;
  const land = unpackLand(packed);
  const own = new Set(props.exclude);
  const others = new Set<string>();
  const moving = new Set([...props.exclude, ...props.include]);
  const [inVillage, outside]: [string[], string[]] = [[], []];
  const known = new Set<string>();
  const learn = ({ plots }: LandDocument) => {
    for (const { id, listing } of plots) {
      if (known.has(id)) continue;
      known.add(id);
      if (listing === 'this') own.add(id);
      if (listing === 'other') others.add(id);
      (listing === 'this' ? inVillage : outside).push(id);
    }
  };
  learn(land);
  // The table names an own plot's tick differently. Ticks made while the land was loading count.
  for (const { name, value, checked } of listTicks(form)) {
    if (name === 'exclude') own.add(value);
    if (checked) moving.add(value);
    else moving.delete(value);
  }
  place.classList.add('is-live');
  for (const part of place.querySelectorAll('[data-map-part]')) part.classList.remove('not-yet');
  const isOwn = (id: string) => own.has(id);
  const selection = createSelection({ moving, ring: props.ring }, isOwn, () => show());
  const landMap = await createLandMap({
    target,
    land,
    ...(extent && { extent: transformExtent([...extent], 'EPSG:4326', 'EPSG:3857') }),
    own,
    isChosen: (id) => !own.has(id) && selection.isMember(id),
    isLeaving: (id) => own.has(id) && !selection.isMember(id),
    words: { sale: '', metres: '' },
  });
  const drawn = new VectorSource<Feature<Polygon>>();
  landMap.map.addLayer(new VectorLayer({ source: drawn, style: () => landMap.styles.drawn }));
  const next = showPreview(landMap);
  const modes = createDrawingModes(landMap, drawn, selection, (id) => !others.has(id));

  const { isMember } = selection;
  updateLegendOnRender(place, landMap, {
    mine: () => inVillage.some(isMember),
    coming: () => outside.some(isMember),
    leaving: () => !inVillage.every(isMember),
    outside: () => !outside.every(isMember),
    boundary: () => land.boundary !== null,
    next: () => next.isDrawn(),
    drawn: () => !drawn.isEmpty() || modes.isDrawing(),
  });

  function show(): void {
    const { ring } = selection.now;
    drawn.clear();
    if (ring) drawn.addFeature(new Feature(new Polygon([toMapRing(ring)])));
    landMap.redraw();
    writeForm(form as HTMLFormElement, selection.now, own);
    for (const button of place.querySelectorAll<HTMLButtonElement>('[data-step="undo"]'))
      button.disabled = !selection.canUndo;
    for (const button of place.querySelectorAll<HTMLButtonElement>('[data-step="redo"]'))
      button.disabled = !selection.canRedo;
  }

  landMap.map.on('singleclick', ({ coordinate }) => {
    const id = landMap.plotAt(coordinate)?.getId();
    if (modes.current() === 'tap' && id !== undefined && !others.has(String(id)))
      selection.toggle(String(id));
  });
  place.addEventListener('click', (event) => {
    const button = (event.target as Element).closest<HTMLButtonElement>('button');
    const { mode, step } = button?.dataset ?? {};
    const view = landMap.map.getView();
    if (mode) {
      for (const each of place.querySelectorAll<HTMLElement>('[data-mode]'))
        each.ariaPressed = String(each.dataset.mode === mode);
      modes.enter(mode as Mode);
    } else if (step === 'undo') selection.undo();
    else if (step === 'redo') selection.redo();
    else if (step === 'in' || step === 'out')
      view.animate({ zoom: (view.getZoom() ?? 16) + (step === 'in' ? 1 : -1), duration: 160 });
  });
  // A checkbox of the table is an undoable step, like a click on the map.
  form.addEventListener('change', ({ target: box }) => {
    if (box instanceof HTMLInputElement && box.type === 'checkbox') selection.toggle(box.value);
  });
  addEventListener('region', () => next.read());
  // And those made while the map was being made, as steps of their own.
  const { moving: taken } = selection.now;
  const tickedMeanwhile = listTicks(form).filter(({ value, checked }) => checked !== taken.has(value));
  for (const { value } of tickedMeanwhile) selection.toggle(value);
  show();
  next.read();
  if (extent)
    await import('../map/load-by-cell.ts').then(({ loadByCell }) =>
      loadByCell(landMap, props.document, learn),
    );
  place.dispatchEvent(new CustomEvent('map-ready', { bubbles: true, detail: landMap }));
}

const toMapRing = (ring: readonly Position[]) => {
  const points = ring.map(([x, y]) => fromLonLat([x, y]));
  return points[0] ? [...points, points[0]] : points;
};

const listTicks = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLInputElement>('.tick-rows input')];

/** The form posts the checkboxes; plots that are not in the table go along in one hidden field per list. */
function writeForm(form: HTMLFormElement, { moving, ring }: SelectionState, own: ReadonlySet<string>): void {
  const shown = new Set<string>();
  for (const box of listTicks(form)) {
    shown.add(box.value);
    box.checked = moving.has(box.value);
  }
  const hidden = [...moving].filter((id) => !shown.has(id));
  const rest = {
    include: hidden.filter((id) => !own.has(id)),
    exclude: hidden.filter((id) => own.has(id)),
  };
  for (const [name, ids] of Object.entries(rest)) {
    let field = form.querySelector<HTMLInputElement>(`input[type="hidden"][name="${name}"]`);
    if (!field) {
      field = document.createElement('input');
      field.type = 'hidden';
      field.name = name;
      form.append(field);
    }
    field.value = ids.join(' ');
  }
  const line = form.querySelector<HTMLInputElement>('input[name="ring"]');
  if (line) line.value = ring ? JSON.stringify(ring) : '';
}

/** The boundary computed by the server, dashed over the current one. */
function showPreview(landMap: LandMap) {
  const source = new VectorSource();
  const style = () =>
    new Style({ stroke: new Stroke({ color: readColours().edge, width: 4, lineDash: [14, 8] }) });
  landMap.map.addLayer(new VectorLayer({ source, style }));
  return {
    isDrawn: () => !source.isEmpty(),
    read() {
      const text = document.querySelector<HTMLElement>('[data-region="outcome"]')?.dataset.ring;
      source.clear();
      if (text) source.addFeature(new Feature(new Polygon([toMapRing(JSON.parse(text) as Position[])])));
    },
  };
}
