import type { LandDocument, LandOutline } from '../../../../engines/geometry/land-document.ts';
import { computeLandExtents } from '../../../../engines/geometry/land-extents.ts';
import type { Position } from '../../../../engines/geometry/types.ts';

export const landFileKinds = ['geojson', 'kml', 'dxf'] as const;
export type LandFileKind = (typeof landFileKinds)[number];

/** An object on the user's own plots, which the land document does not contain. */
export interface LandObject {
  readonly title: string;
  readonly kind: string;
  readonly type: 'point' | 'line' | 'ring';
  readonly points: readonly Position[];
}

export const landFileTypes: Readonly<Record<LandFileKind, string>> = {
  geojson: 'application/geo+json',
  kml: 'application/vnd.google-earth.kml+xml',
  dxf: 'image/vnd.dxf',
};

/**
 * Longitude and latitude in degrees; in DXF metres from the south-west corner. Generated in chunks: 100,000 plots are
 * 44 MB, which would block the event loop for seconds.
 */
export function writeLandFile(
  kind: LandFileKind,
  land: LandDocument,
  objects: readonly LandObject[],
): Iterable<string> {
  if (kind === 'geojson') return writeGeoJson(land, objects);
  return kind === 'kml' ? writeKml(land, objects) : writeDxf(land, objects);
}

const closeRing = (ring: readonly Position[]): Position[] => (ring[0] ? [...ring, ring[0]] : []);

function* writeGeoJson(land: LandDocument, objects: readonly LandObject[]): Iterable<string> {
  yield '{"type":"FeatureCollection","features":[';
  let isFirst = true;
  for (const [geometry, properties] of listFeatures(land, objects)) {
    yield `${isFirst ? '' : ','}${JSON.stringify({ type: 'Feature', geometry, properties })}`;
    isFirst = false;
  }
  yield ']}';
}

function* listFeatures(
  { settlement, boundary, plots, buildings }: LandDocument,
  objects: readonly LandObject[],
): Iterable<[geometry: unknown, properties: Record<string, unknown>]> {
  const area = (outline: LandOutline) =>
    outline.length === 0
      ? null
      : { type: 'MultiPolygon', coordinates: outline.map((part) => part.map(closeRing)) };
  if (boundary)
    yield [
      { type: 'Polygon', coordinates: [closeRing(boundary)] },
      { kind: 'boundary', name: settlement.name },
    ];
  for (const { number, listing, outline } of plots)
    yield [area(outline), { kind: 'plot', plot_number: number, listing }];
  for (const { plot, purpose, setbackM, outline } of buildings)
    yield [
      area(outline),
      { kind: 'building', plot_number: plots[plot]?.number, purpose, setback_m: setbackM },
    ];
  for (const { title, kind, type, points } of objects)
    yield [
      type === 'ring'
        ? { type: 'Polygon', coordinates: [closeRing(points)] }
        : type === 'line'
          ? { type: 'LineString', coordinates: points }
          : { type: 'Point', coordinates: points[0] },
      { kind: 'object', object: kind, title },
    ];
}

const escapeXml = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write them
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

function* writeKml(land: LandDocument, objects: readonly LandObject[]): Iterable<string> {
  const line = (points: readonly Position[]) => points.map(([x, y]) => `${x},${y}`).join(' ');
  const ring = (points: readonly Position[]) =>
    `<LinearRing><coordinates>${line(closeRing(points))}</coordinates></LinearRing>`;
  const area = (outline: LandOutline) =>
    `<MultiGeometry>${outline
      .map(
        ([border = [], ...holes]) =>
          `<Polygon><outerBoundaryIs>${ring(border)}</outerBoundaryIs>${holes
            .map((hole) => `<innerBoundaryIs>${ring(hole)}</innerBoundaryIs>`)
            .join('')}</Polygon>`,
      )
      .join('')}</MultiGeometry>`;
  const mark = (name: string, shape: string) =>
    `<Placemark><name>${escapeXml(name)}</name>${shape}</Placemark>`;
  function* folder<Each>(name: string, list: readonly Each[], write: (each: Each) => string) {
    yield `<Folder><name>${name}</name>\n`;
    for (const each of list) yield `${write(each)}\n`;
    yield '</Folder>\n';
  }
  const { settlement, boundary, plots, buildings } = land;
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${escapeXml(settlement.name)}</name>\n`;
  yield* folder('boundary', boundary ? [boundary] : [], (border) => mark(settlement.name, area([[border]])));
  yield* folder('plots', plots.filter(hasOutline), ({ number, outline }) => mark(number, area(outline)));
  yield* folder('buildings', buildings, ({ purpose, outline }) => mark(purpose, area(outline)));
  yield* folder('objects', objects, ({ title, type, points }) =>
    mark(
      title,
      type === 'ring'
        ? area([[points as Position[]]])
        : type === 'line'
          ? `<LineString><coordinates>${line(points)}</coordinates></LineString>`
          : `<Point><coordinates>${line(points.slice(0, 1))}</coordinates></Point>`,
    ),
  );
  yield '</Document></kml>\n';
}

const hasOutline = ({ outline }: { outline: LandOutline }) => outline.length > 0;

/** DXF R12, which every CAD program reads: closed polylines and texts, non-ASCII characters escaped. */
function* writeDxf(land: LandDocument, objects: readonly LandObject[]): Iterable<string> {
  const place = createMetreProjection(land);
  const write = (...lines: (string | number)[]) => `${lines.join('\n')}\n`;
  const polyline = (layer: string, points: readonly Position[], isClosed: boolean) =>
    write(
      ...[0, 'POLYLINE', 8, layer, 66, 1, 70, isClosed ? 1 : 0],
      ...points.flatMap((point) => [0, 'VERTEX', 8, layer, ...formatDxfPoint(place(point))]),
      ...[0, 'SEQEND', 8, layer],
    );
  const label = (layer: string, text: string, point: Position | undefined) =>
    point ? write(0, 'TEXT', 8, layer, ...formatDxfPoint(place(point)), 40, 3, 1, escapeDxf(text)) : '';
  const area = (layer: string, outline: LandOutline) =>
    outline
      .flat()
      .map((ring) => polyline(layer, ring, true))
      .join('');
  yield write(0, 'SECTION', 2, 'ENTITIES');
  if (land.boundary) yield polyline('BOUNDARY', land.boundary, true);
  for (const { number, outline } of land.plots)
    yield area('PLOTS', outline) + label('NUMBERS', number, outline[0]?.[0]?.[0]);
  for (const { outline } of land.buildings) yield area('BUILDINGS', outline);
  for (const { title, type, points } of objects) {
    if (type !== 'point') yield polyline('OBJECTS', points, type === 'ring');
    yield label('OBJECTS', title, points[0]);
  }
  yield write(0, 'ENDSEC', 0, 'EOF');
}

const formatDxfPoint = ([x, y]: Position) => [10, x.toFixed(3), 20, y.toFixed(3), 30, 0];

function createMetreProjection(land: LandDocument): (position: Position) => Position {
  const [left, bottom] = computeLandExtents(land).whole ?? [180, 90];
  let [west, south] = [left, bottom];
  for (const [x, y] of land.boundary ?? []) [west, south] = [Math.min(west, x), Math.min(south, y)];
  const metres = 111_320;
  const narrowing = Math.cos((south * Math.PI) / 180);
  return ([x, y]) => [(x - west) * metres * narrowing, (y - south) * metres];
}

const escapeDxf = (text: string) =>
  [...text.replaceAll(/[\r\n]+/g, ' ')]
    .map((sign) => {
      const code = sign.codePointAt(0) ?? 32;
      return code < 128 ? sign : `\\U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
    })
    .join('');
