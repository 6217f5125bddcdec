import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { MapData } from './map-data.ts';

type MapQuery = Partial<Record<'plot' | 'tag' | 'paper', string | null>>;

/** URL of the map with other parameters; the chosen tag is kept unless overridden. */
export function buildMapPath(
  { settlement, tagged }: Pick<MapData, 'settlement' | 'tagged'>,
  parameters: MapQuery,
): string {
  const values = { tag: tagged?.slug ?? null, ...parameters };
  const query = new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  const here = fillPath(paths.map, { settlement: settlement.slug });
  return query.size > 0 ? `${here}?${query}` : here;
}
