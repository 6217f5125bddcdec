import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { MapData } from './map-data.ts';

type MapQuery = Partial<Record<'plot' | 'tag' | 'paper', string | null>>;

/** URL of the map with other parameters; the chosen tag is kept unless overridden. */
export function buildMapPath(
  { settlement, tagged }: Pick<MapData, 'settlement' | 'tagged'>,
  asked: MapQuery,
): string {
  const given = { tag: tagged?.slug ?? null, ...asked };
  const query = new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  const here = fillPath(paths.map, { settlement: settlement.slug });
  return query.size > 0 ? `${here}?${query}` : here;
}
