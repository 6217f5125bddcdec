import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { MapData } from './map-data.ts';

type Asked = Partial<Record<'q' | 'plot' | 'cursor' | 'tag' | 'after' | 'paper', string | null>>;

/** The map with something else asked for; the tag stays chosen until another is, or none. */
export function mapAddress(
  { settlement, tagged }: Pick<MapData, 'settlement' | 'tagged'>,
  asked: Asked,
): string {
  const given = { tag: tagged?.slug ?? null, ...asked };
  const query = new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
  const here = fillPath(paths.map, { settlement: settlement.slug });
  return query.size > 0 ? `${here}?${query}` : here;
}
