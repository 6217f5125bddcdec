import type { z } from 'zod';
import type { LandDocument } from '../../../../engines/geometry/land-document.ts';
import { list_tagged } from '../../../../features/operations/common/list_tagged.ts';
import type { MapIslandProps } from '../../islands/map/props.ts';
import type { PageRequest } from '../../page/page.ts';
import { findLabel } from '../../ui/plan-drawing.ts';
import type { TaggedMarks } from '../../ui/plan-tagged.tsx';

type Item = z.output<typeof list_tagged.output>['items'][number];
export type TaggedItem = Item & { readonly type: keyof typeof itemTypes };

export interface TaggedGroup {
  /** Null: of no plot. */
  readonly plot: { readonly id: string; readonly number: string } | null;
  readonly items: readonly TaggedItem[];
}

export interface TagResults {
  readonly slug: string;
  readonly name: string;
  /** By plot number; items without a plot come last. */
  readonly groups: readonly TaggedGroup[];
  readonly cursor: string | null;
}

/** Types that belong to a settlement; tagged companies and knowledge articles are left out. */
const itemTypes = { article: 1, media: 1, parcel_object: 1, task: 1, contact: 1, parcel: 1 };
const isOfSettlement = (item: Item): item is TaggedItem => Object.hasOwn(itemTypes, item.type);

/** Pages of results loaded for one page of the map, which marks all of them. */
const maxPages = 4;
const maxTagLength = 100;

/** Visible items with the tag of the query; null without a tag. */
export async function loadTagged(
  settlement: string,
  { call, text }: PageRequest,
): Promise<TagResults | null> {
  const typed = text('tag').trim().slice(0, maxTagLength);
  if (typed === '') return null;
  let cursor: string | null = text('tagged') || null;
  const items: TaggedItem[] = [];
  let tag = { slug: '', name: typed };
  for (let page = 0; page < maxPages && (page === 0 || cursor !== null); page += 1) {
    const found: z.output<typeof list_tagged.output> = await call(list_tagged, {
      settlement,
      tag: typed,
      cursor: cursor ?? undefined,
    });
    items.push(...found.items.filter(isOfSettlement));
    ({ tag, cursor } = found);
  }
  return { ...tag, groups: groupByPlot(items), cursor };
}

const byNumber = new Intl.Collator('ru', { numeric: true });

function groupByPlot(items: readonly TaggedItem[]): TaggedGroup[] {
  const groups = new Map<string, TaggedGroup & { items: TaggedItem[] }>();
  for (const item of items) {
    const { place } = item;
    const plot = place && { id: place.parcel_id, number: place.plot_number };
    const group = groups.get(plot?.id ?? '') ?? { plot, items: [] };
    group.items.push(item);
    groups.set(plot?.id ?? '', group);
  }
  return [...groups.values()].sort((one, other) =>
    one.plot && other.plot
      ? byNumber.compare(one.plot.number, other.plot.number)
      : Number(one.plot === null) - Number(other.plot === null),
  );
}

export function buildMarks({ groups }: TagResults, word: string): TaggedMarks {
  return {
    plots: new Map(
      groups.flatMap(({ plot, items }) =>
        plot ? [[plot.id, { hasMark: items.some(({ place }) => !place?.point) }]] : [],
      ),
    ),
    things: groups.flatMap(({ items }) =>
      items.flatMap(({ id, title, place }) =>
        place?.point ? [{ id, title, at: [place.point.longitude, place.point.latitude] as const }] : [],
      ),
    ),
    word,
  };
}

/** The same for the interactive map: with positions of marks, since outlines may not be loaded yet. */
export function serializeMarks(
  { plots, things }: TaggedMarks,
  land: LandDocument,
  named: readonly { readonly id: string }[],
): NonNullable<MapIslandProps['tagged']> {
  // Objects drawn with their own label need no second one.
  const known = new Set(named.map(({ id }) => id));
  return {
    plots: land.plots.flatMap(({ id, outline }) => {
      const found = plots.get(id);
      return found ? [{ id, at: (found.hasMark && findLabel(outline)?.at) || null }] : [];
    }),
    things: things.map(({ id, title, at }) => ({ title: known.has(id) ? '' : title, at })),
  };
}
