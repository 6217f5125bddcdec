import type { LandDocument, LandOutline } from '../../../geometry/land-document.ts';
import type { Position } from '../../../geometry/types.ts';

export const landFileKinds = ['geojson', 'kml', 'dxf'] as const;
export type LandFileKind = (typeof landFileKinds)[number];

/** Something of the reader's own plots, which the land document does not hold. */
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

/** The land as other programs read it: longitude and latitude in degrees; metres from the south-west corner in DXF. */
export function writeLandFile(
  kind: LandFileKind,
  land: LandDocument,
  objects: readonly LandObject[],
): string {
  if (kind === 'geojson') return writeGeoJson(land, objects);
  return kind === 'kml' ? writeKml(land, objects) : writeDxf(land, objects);
}

const closed = (ring: readonly Position[]): Position[] => (ring[0] ? [...ring, ring[0]] : []);

function writeGeoJson(land: LandDocument, objects: readonly LandObject[]): string {
  const feature = (geometry: unknown, properties: Record<string, unknown>) => ({
    type: 'Feature',
    geometry,
    properties,
  });
  const area = (outline: LandOutline) =>
    outline.length === 0
      ? null
      : { type: 'MultiPolygon', coordinates: outline.map((part) => part.map(closed)) };
  return JSON.stringify({
    type: 'FeatureCollection',
    features: [
      ...(land.boundary
        ? [
            feature(
              { type: 'Polygon', coordinates: [closed(land.boundary)] },
              { kind: 'boundary', name: land.settlement.name },
            ),
          ]
        : []),
      ...land.plots.map(({ number, listing, outline }) =>
        feature(area(outline), { kind: 'plot', plot_number: number, listing }),
      ),
      ...land.buildings.map(({ plot, purpose, setbackM, outline }) =>
        feature(area(outline), {
          kind: 'building',
          plot_number: land.plots[plot]?.number,
          purpose,
          setback_m: setbackM,
        }),
      ),
      ...objects.map(({ title, kind, type, points }) =>
        feature(
          type === 'ring'
            ? { type: 'Polygon', coordinates: [closed(points)] }
            : type === 'line'
              ? { type: 'LineString', coordinates: points }
              : { type: 'Point', coordinates: points[0] },
          { kind: 'object', object: kind, title },
        ),
      ),
    ],
  });
}

const escapeXml = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write them
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

function writeKml(land: LandDocument, objects: readonly LandObject[]): string {
  const line = (points: readonly Position[]) => points.map(([x, y]) => `${x},${y}`).join(' ');
  const ring = (points: readonly Position[]) =>
    `<LinearRing><coordinates>${line(closed(points))}</coordinates></LinearRing>`;
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
  const folder = (name: string, marks: readonly string[]) =>
    `<Folder><name>${name}</name>\n${marks.join('\n')}\n</Folder>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${escapeXml(land.settlement.name)}</name>
${[
  folder('boundary', land.boundary ? [mark(land.settlement.name, area([[land.boundary]]))] : []),
  folder(
    'plots',
    land.plots.filter(hasOutline).map(({ number, outline }) => mark(number, area(outline))),
  ),
  folder(
    'buildings',
    land.buildings.map(({ purpose, outline }) => mark(purpose, area(outline))),
  ),
  folder(
    'objects',
    objects.map(({ title, type, points }) =>
      mark(
        title,
        type === 'ring'
          ? area([[points as Position[]]])
          : type === 'line'
            ? `<LineString><coordinates>${line(points)}</coordinates></LineString>`
            : `<Point><coordinates>${line(points.slice(0, 1))}</coordinates></Point>`,
      ),
    ),
  ),
].join('\n')}
</Document></kml>
`;
}

const hasOutline = ({ outline }: { outline: LandOutline }) => outline.length > 0;

/** R12, which every drawing program reads: closed polylines and texts, letters beyond ASCII by their code. */
function writeDxf(land: LandDocument, objects: readonly LandObject[]): string {
  const place = metresFrom(land);
  const lines: (string | number)[] = ['0', 'SECTION', '2', 'ENTITIES'];
  const polyline = (layer: string, points: readonly Position[], isClosed: boolean) => {
    lines.push(0, 'POLYLINE', 8, layer, 66, 1, 70, isClosed ? 1 : 0);
    for (const point of points) lines.push(0, 'VERTEX', 8, layer, ...at(place(point)));
    lines.push(0, 'SEQEND', 8, layer);
  };
  const label = (layer: string, text: string, point: Position | undefined) => {
    if (point) lines.push(0, 'TEXT', 8, layer, ...at(place(point)), 40, 3, 1, escapeDxf(text));
  };
  const area = (layer: string, outline: LandOutline) => {
    for (const ring of outline.flat()) polyline(layer, ring, true);
  };
  if (land.boundary) polyline('BOUNDARY', land.boundary, true);
  for (const { number, outline } of land.plots) {
    area('PLOTS', outline);
    label('NUMBERS', number, outline[0]?.[0]?.[0]);
  }
  for (const { outline } of land.buildings) area('BUILDINGS', outline);
  for (const { title, type, points } of objects) {
    if (type !== 'point') polyline('OBJECTS', points, type === 'ring');
    label('OBJECTS', title, points[0]);
  }
  lines.push(0, 'ENDSEC', 0, 'EOF');
  return `${lines.join('\n')}\n`;
}

const at = ([x, y]: Position) => [10, x.toFixed(3), 20, y.toFixed(3), 30, 0];

function metresFrom(land: LandDocument): (position: Position) => Position {
  let [west, south] = [180, 90];
  for (const ring of [land.boundary ?? [], ...land.plots.flatMap(({ outline }) => outline.flat())])
    for (const [x, y] of ring) [west, south] = [Math.min(west, x), Math.min(south, y)];
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
