import type { Text } from '../../../base/i18n/text.ts';
import type { DegreesConverter } from './coordinate-systems.ts';
import type { ParsedFeature } from './geojson-features.ts';
import { limits, type ReadMeter } from './limits.ts';
import { inFeature, UnreadableFile } from './unreadable-file.ts';
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

/** Reads outlines and fields of placemarks. KML is in WGS 84, longitude first unless `toDegrees` swaps them. */
export function* readPlacemarks(
  text: string,
  meter: ReadMeter,
  toDegrees: DegreesConverter,
): Generator<ParsedFeature> {
  let placemark: Placemark | null = null;
  let [field, words, count] = ['', '', 0];
  for (const step of readXml(text)) {
    if (placemark !== null && step.end - placemark.from > limits.featureBytes)
      throw inFeature(tooLarge, count + 1);
    if (step.kind === 'open') {
      words = '';
      if (step.name === 'Placemark') {
        placemark = { from: step.end, properties: {}, polygons: [], inPolygon: false, isOther: false };
      } else if (step.name === 'Data' || step.name === 'SimpleData') field = step.attribute('name');
      else if (placemark !== null) startElement(placemark, step.name, meter);
    } else if (step.kind === 'text') words += step.text();
    else if (placemark !== null) {
      if (step.name === 'Placemark') {
        count += 1;
        yield toFeature(placemark, meter.countFeature());
        placemark = null;
      } else endElement(placemark, step.name, { field, words: words.trim() }, meter, toDegrees);
      words = '';
    }
  }
  if (count === 0) throw new UnreadableFile(notKml);
}

function startElement(placemark: Placemark, element: string, meter: ReadMeter): void {
  if (element === 'Polygon') {
    // An empty polygon takes memory, too.
    meter.countPoints(1);
    placemark.polygons.push([]);
    placemark.inPolygon = true;
  } else if (element === 'Point' || element === 'LineString') placemark.isOther = true;
}

function endElement(
  placemark: Placemark,
  element: string,
  { field, words }: { field: string; words: string },
  meter: ReadMeter,
  toDegrees: DegreesConverter,
): void {
  const { properties, polygons } = placemark;
  if ((element === 'SimpleData' || element === 'value') && field !== '') properties[field] = words;
  else if (element === 'name' || element === 'address') properties[chooseProperty(element, words)] ??= words;
  else if (element === 'Polygon') placemark.inPolygon = false;
  else if (element === 'coordinates' && placemark.inPolygon) {
    polygons.at(-1)?.push(readRing(words, meter, toDegrees));
  }
}

/** A placemark's name is usually the cadastral number or the plot number. */
function chooseProperty(element: string, words: string): string {
  if (element === 'address') return 'address';
  return /^\d+:\d+:\d+:\d+$/.test(words) ? 'cadastral_number' : 'label';
}

/** Counts each point, so that a huge file is stopped at the limit rather than after parsing. */
function readRing(words: string, meter: ReadMeter, toDegrees: DegreesConverter): Ring {
  const ring: Ring = [];
  for (const [point] of words.matchAll(/\S+/g)) {
    meter.countPoints(1);
    const [longitude = Number.NaN, latitude = Number.NaN] = point.split(',', 2).map(Number);
    ring.push(toDegrees(longitude, latitude));
  }
  return ring;
}

function toFeature({ properties, polygons, isOther }: Placemark, number: number): ParsedFeature {
  if (polygons.length === 0 && isOther) return { number, fault: notAnArea };
  const geometry = polygons.length === 0 ? null : { type: 'MultiPolygon', coordinates: polygons };
  return { number, feature: { properties, geometry, id: undefined } };
}
