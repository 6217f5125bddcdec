import type Feature from 'ol/Feature.js';
import type LineString from 'ol/geom/LineString.js';
import type Polygon from 'ol/geom/Polygon.js';
import Draw from 'ol/interaction/Draw.js';
import Snap from 'ol/interaction/Snap.js';
import VectorLayer from 'ol/layer/Vector.js';
import VectorSource from 'ol/source/Vector.js';
import type { LandMap } from './land-map.ts';
import { toWireShape } from './shapes.ts';

export interface MeasureProps {
  readonly address: string;
  readonly token: string;
  readonly words: Record<'measureFailed' | 'area' | 'length' | 'around' | 'metres' | 'squareMetres', string>;
}

interface MeasureResponse {
  shapes: { length_m: number | null; perimeter_m: number | null; area_m2: number | null }[];
}

/** Draw a line or area; the server measures it and the result is shown as text. */
export function createMeasure(
  land: LandMap,
  { address, token, words }: MeasureProps,
  say: (text: string) => void,
) {
  const source = new VectorSource();
  const layer = new VectorLayer({ source, style: () => land.styles.drawn });
  land.map.addLayer(layer);
  let active: (Draw | Snap)[] = [];
  function stop(): void {
    for (const each of active) land.map.removeInteraction(each);
    active = [];
  }
  return {
    isActive: () => active.length > 0,
    stop() {
      stop();
      source.clear();
    },
    start(type: 'LineString' | 'Polygon') {
      stop();
      source.clear();
      const draw = new Draw({ source, type, style: land.styles.drawn });
      draw.on('drawstart', () => source.clear());
      draw.on('drawend', ({ feature }) => {
        ask(feature as Feature<LineString | Polygon>).then(say, () => say(words.measureFailed));
      });
      active = [draw, new Snap({ source: land.plots, pixelTolerance: 14, edge: false })];
      for (const each of active) land.map.addInteraction(each);
    },
  };

  async function ask(feature: Feature<LineString | Polygon>): Promise<string> {
    const geometry = feature.getGeometry();
    const isRing = geometry?.getType() === 'Polygon';
    const reply = await fetch(address, {
      method: 'POST',
      headers: { 'x-form-token': token, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ shapes: JSON.stringify([geometry && toWireShape(geometry)]) }),
    });
    if (!reply.ok) return words.measureFailed;
    const [shape] = ((await reply.json()) as MeasureResponse).shapes;
    const number = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 1 });
    const metres = (value: number | null | undefined) => `${number.format(value ?? 0)} ${words.metres}`;
    if (!isRing) return `${words.length}: ${metres(shape?.length_m)}`;
    const area = `${number.format(Math.round(shape?.area_m2 ?? 0))} ${words.squareMetres}`;
    return `${words.area}: ${area} · ${words.around}: ${metres(shape?.perimeter_m)}`;
  }
}
