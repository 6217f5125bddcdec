import type { Text } from '../../../base/i18n/text.ts';
import type { ReadFeature } from './feature-reader.ts';
import { limits, type Meter } from './limits.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { readXml } from './xml.ts';

const notKml: Text = {
  en: 'This XML file is not KML: there is no Placemark in it.',
  ru: 'Этот XML-файл не KML: в нём нет ни одной метки (Placemark).',
};
const notAnArea: Text = {
  en: 'This is not an area but a point or a line.',
  ru: 'Это не площадь, а точка или линия.',
};
const tooLarge: Text = {
  en: `There is a Placemark larger than ${limits.featureBytes / 1024 / 1024} MiB.`,
  ru: `В файле есть метка (Placemark) больше ${limits.featureBytes / 1024 / 1024} МиБ.`,
};

type Ring = [number, number][];

interface Placemark {
  /** Start offset in the text. */
  from: number;
  properties: Record<string, string>;
  /** Shell first, then holes. */
  polygons: Ring[][];
  inPolygon: boolean;
  /** Contains a point or a line. */
  isOther: boolean;
}

/** Reads outlines and fields of placemarks. KML is always in WGS 84 longitude and latitude. */
export function* readPlacemarks(text: string, meter: Meter): Generator<ReadFeature> {
  let placemark: Placemark | null = null;
  let [field, words, count] = ['', '', 0];
  for (const step of readXml(text)) {
    if (placemark !== null && step.end - placemark.from > limits.featureBytes)
      throw new UnreadableFile(tooLarge);
    if (step.kind === 'open') {
      words = '';
      if (step.name === 'Placemark') {
        placemark = { from: step.end, properties: {}, polygons: [], inPolygon: false, isOther: false };
      } else if (step.name === 'Data' || step.name === 'SimpleData') field = step.attribute('name');
      else if (placemark !== null) begin(placemark, step.name, meter);
    } else if (step.kind === 'text') words += step.text();
    else if (placemark !== null) {
      if (step.name === 'Placemark') {
        count += 1;
        yield finish(placemark, meter.feature());
        placemark = null;
      } else take(placemark, step.name, field, words.trim(), meter);
      words = '';
    }
  }
  if (count === 0) throw new UnreadableFile(notKml);
}

function begin(placemark: Placemark, element: string, meter: Meter): void {
  if (element === 'Polygon') {
    // An empty polygon takes memory, too.
    meter.points(1);
    placemark.polygons.push([]);
    placemark.inPolygon = true;
  } else if (element === 'Point' || element === 'LineString') placemark.isOther = true;
}

function take(placemark: Placemark, element: string, field: string, words: string, meter: Meter): void {
  const { properties, polygons } = placemark;
  if ((element === 'SimpleData' || element === 'value') && field !== '') properties[field] = words;
  else if (element === 'name' || element === 'address') properties[propertyOf(element, words)] ??= words;
  else if (element === 'Polygon') placemark.inPolygon = false;
  else if (element === 'coordinates' && placemark.inPolygon) {
    polygons.at(-1)?.push(readRing(words, meter));
  }
}

/** A placemark's name is usually the cadastral number or the plot number. */
function propertyOf(element: string, words: string): string {
  if (element === 'address') return 'address';
  return /^\d+:\d+:\d+:\d+$/.test(words) ? 'cadastral_number' : 'label';
}

/** Counts each point, so that a huge file is stopped at the limit rather than after parsing. */
function readRing(words: string, meter: Meter): Ring {
  const ring: Ring = [];
  for (const [point] of words.matchAll(/\S+/g)) {
    meter.points(1);
    const [longitude, latitude] = point.split(',', 2).map(Number);
    ring.push([longitude ?? Number.NaN, latitude ?? Number.NaN]);
  }
  return ring;
}

function finish({ properties, polygons, isOther }: Placemark, number: number): ReadFeature {
  if (polygons.length === 0 && isOther) return { number, fault: notAnArea };
  const geometry = polygons.length === 0 ? null : { type: 'MultiPolygon', coordinates: polygons };
  return { number, feature: { properties, geometry, id: undefined } };
}
