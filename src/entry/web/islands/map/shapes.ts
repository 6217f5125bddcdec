import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import Point from 'ol/geom/Point.js';
import Polygon from 'ol/geom/Polygon.js';
import { fromLonLat, toLonLat } from 'ol/proj.js';
import type { PlacedShape } from './placed-shape.ts';

type DrawableGeometry = Point | LineString | Polygon;

export function toFeature({ title, type, points }: PlacedShape): Feature<DrawableGeometry> {
  const places = points.map(([longitude, latitude]) => fromLonLat([longitude, latitude]));
  const first = places[0] ?? [0, 0];
  const shape =
    type === 'point'
      ? new Point(first)
      : type === 'line'
        ? new LineString(places)
        : new Polygon([[...places, first]]);
  const feature = new Feature<DrawableGeometry>(shape);
  feature.set('title', title, true);
  return feature;
}

/** Wire format of operations: a ring does not repeat its first point. */
export function toWireShape(shape: DrawableGeometry): {
  type: PlacedShape['type'];
  points: { latitude: number; longitude: number }[];
} {
  const [type, places] =
    shape instanceof Point
      ? (['point', [shape.getCoordinates()]] as const)
      : shape instanceof LineString
        ? (['line', shape.getCoordinates()] as const)
        : (['ring', (shape.getCoordinates()[0] ?? []).slice(0, -1)] as const);
  return {
    type,
    points: places.map((place) => {
      const [longitude = 0, latitude = 0] = toLonLat(place);
      return { latitude, longitude };
    }),
  };
}
