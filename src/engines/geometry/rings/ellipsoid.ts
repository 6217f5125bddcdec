/** Measures on the WGS84 ellipsoid. Edges are straight in longitude and latitude, as GeoJSON has them. */
const equatorialRadius = 6378137;
const flattening = 1 / 298.257223563;
const e2 = flattening * (2 - flattening);
const eccentricity = Math.sqrt(e2);
const polarRadius = equatorialRadius * (1 - flattening);
const radian = Math.PI / 180;

/** Metres to one degree of longitude and of latitude at this latitude. */
export function degreeLengths(latitude: number): { longitude: number; latitude: number } {
  const sine = Math.sin(latitude * radian);
  const w2 = 1 - e2 * sine * sine;
  const normal = equatorialRadius / Math.sqrt(w2);
  const meridian = (normal * (1 - e2)) / w2;
  return { longitude: normal * Math.cos(latitude * radian) * radian, latitude: meridian * radian };
}

/** The radii at the middle latitude keep the error under a millionth up to the 50 km that drawings may span. */
export function distanceBetween(lon1: number, lat1: number, lon2: number, lat2: number): number {
  const scale = degreeLengths((lat1 + lat2) / 2);
  return Math.hypot((lon2 - lon1) * scale.longitude, (lat2 - lat1) * scale.latitude);
}

/** Area between the equator and a latitude over one degree of longitude. */
function areaFromEquator(latitude: number): number {
  const sine = Math.sin(latitude * radian);
  const inner = sine / (1 - e2 * sine * sine) + Math.atanh(eccentricity * sine) / eccentricity;
  return ((polarRadius * polarRadius) / 2) * inner * radian;
}

/** Signed area of an open ring of interleaved degrees, positive counter-clockwise. Simpson's rule along each edge. */
export function ringArea(ring: Float64Array): number {
  const count = ring.length / 2;
  if (count < 3) return 0;
  const base = areaFromEquator(ring[1] as number);
  let area = 0;
  let lon1 = ring[2 * count - 2] as number;
  let lat1 = ring[2 * count - 1] as number;
  let band1 = areaFromEquator(lat1) - base;
  for (let i = 0; i < count; i++) {
    const lon2 = ring[2 * i] as number;
    const lat2 = ring[2 * i + 1] as number;
    const band2 = areaFromEquator(lat2) - base;
    const middle = areaFromEquator((lat1 + lat2) / 2) - base;
    area -= ((lon2 - lon1) * (band1 + 4 * middle + band2)) / 6;
    lon1 = lon2;
    lat1 = lat2;
    band1 = band2;
  }
  return area;
}

/** Length of an open or, with `closed`, a closed line of interleaved degrees. */
export function lineLength(line: Float64Array, closed: boolean): number {
  const count = line.length / 2;
  let length = 0;
  for (let i = closed ? 0 : 1; i < count; i++) {
    const from = i === 0 ? count - 1 : i - 1;
    length += distanceBetween(
      line[2 * from] as number,
      line[2 * from + 1] as number,
      line[2 * i] as number,
      line[2 * i + 1] as number,
    );
  }
  return length;
}
