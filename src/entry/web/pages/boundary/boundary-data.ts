import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import { jsonLimits } from '../../../../base/json/json-limits.ts';
import { parsePlainJson } from '../../../../base/json/lossless-json.ts';
import { Refusal } from '../../../../domain/kernel/refusal.ts';
import { plotNumberKey } from '../../../../domain/rules/plot-numbers.ts';
import type { LandDocument } from '../../../../engines/geometry/land-document.ts';
import { fromWire, openParts } from '../../../../engines/geometry/rings/points.ts';
import type { Position } from '../../../../engines/geometry/types.ts';
import { list_land_around } from '../../../../features/actions/list_land_around.ts';
import { shape_settlement_boundary } from '../../../../features/operations/settlement/shape_settlement_boundary.ts';
import { show_settlement } from '../../../../features/operations/settlement/show_settlement.ts';
import type { PageRequest } from '../../page/page.ts';
import { loadIsSecondNeeded } from '../../page/proposing.tsx';
import { loadClock } from '../../server/settlement-clock.ts';
import type { Clock } from '../../words/format-time.ts';

export type Preview = z.output<typeof shape_settlement_boundary.output>;

/** Legend text for plots that belong to the settlement now. */
export const currentPlotsText: Text = { en: 'in the village now', ru: 'сейчас в посёлке' };

export const refusalTexts = {
  tooMuch: {
    en: 'There is more land here than one page can list. Draw a line around the village instead; ticked plots are then added or removed beside it.',
    ru: 'Земли здесь больше, чем помещается на одной странице. Начертите линию вокруг посёлка — отмеченные участки добавятся или уберутся вместе с ней.',
  },
  notRing: {
    en: 'The line did not arrive whole, or has too many points. Draw it again.',
    ru: 'Линия дошла не целиком, или в ней слишком много точек. Начертите её ещё раз.',
  },
} as const satisfies Record<string, Text>;

/** Metres around the village in which land is offered. */
export const searchRadiusM = 500;
/** Rows of the table at most; others are found by number or ticked on the map. */
const maxRows = 400;

export interface Candidate {
  readonly id: string;
  readonly number: string;
  readonly cadastralNumber: string | null;
  readonly areaM2: number | null;
  readonly isOwn: boolean;
}

/** Ticked plots to include or exclude, and a rough boundary drawn on the map instead. */
export interface BoundarySelection {
  readonly include: ReadonlySet<string>;
  readonly exclude: ReadonlySet<string>;
  readonly ring: readonly Position[] | null;
  /** The line in force stays; ticked plots are taken in or cut out beside it. */
  readonly keepsLine: boolean;
}

export interface BoundaryData {
  readonly settlement: z.output<typeof show_settlement.output>['data'];
  readonly isEmpty: boolean;
  /** Plots of this settlement and of none, for the plan; null without a preview. */
  readonly land: LandDocument | null;
  readonly rows: readonly Candidate[];
  /** Number of rows left out of the table. */
  readonly hidden: number;
  /** The list of plots was truncated, for the map and the table. */
  readonly isTruncated: boolean;
  readonly own: readonly string[];
  readonly choice: BoundarySelection;
  /** The earlier boundary that is looked at. */
  readonly restore: string | null;
  readonly q: string;
  readonly found: { readonly preview: Preview; readonly isReturn: boolean } | null;
  readonly clock: Clock;
  /** The user of the board proposes it to another member. */
  readonly isSecondNeeded: boolean;
}

export async function loadBoundary(settlement: string, pageRequest: PageRequest): Promise<BoundaryData> {
  const found =
    (pageRequest.formResult as BoundaryData['found'] | undefined) ??
    (await previewRefused(settlement, pageRequest));
  const [{ data }, { plots, isCut }, clock, isSecondNeeded] = await Promise.all([
    pageRequest.call(show_settlement, { settlement }),
    // Outlines are most of the data: loaded only for a preview; the map fetches its own.
    pageRequest.call(list_land_around, {
      settlement,
      near: searchRadiusM,
      with_geometry: found !== null,
    }),
    loadClock(pageRequest, settlement),
    loadIsSecondNeeded(settlement, pageRequest),
  ]);
  const choice = readSelection(pageRequest.form);
  const free = plots.filter(({ belongsTo }) => belongsTo !== 'other');
  const q = pageRequest.text('q').trim();
  const { rows, hidden } = selectRows(
    free.map(({ belongsTo, ...plot }) => ({ ...plot, isOwn: belongsTo === 'this' })),
    choice,
    q,
  );
  return {
    settlement: data,
    isEmpty: free.length === 0,
    land: found && {
      settlement: {
        id: data.id,
        slug: data.slug,
        name: data.name,
        dwellingSetbackM: data.setbacks.dwelling_m,
        otherSetbackM: data.setbacks.other_m,
      },
      boundary: data.boundary && fromWire(data.boundary.ring),
      plots: free.map(({ id, number, geometry }) => ({
        id,
        number,
        listing: null,
        outline: geometry ? openParts(geometry) : [],
      })),
      buildings: [],
    },
    rows,
    hidden,
    isTruncated: isCut,
    own: free.filter(({ belongsTo }) => belongsTo === 'this').map(({ id }) => id),
    choice,
    restore: pageRequest.form?.get('restore') ?? null,
    q,
    found,
    clock,
    isSecondNeeded,
  };
}

/** What a form with ticks, a line or an earlier boundary (`restore`) would change. */
export async function previewBoundary(
  settlement: string,
  { call }: Pick<PageRequest, 'call'>,
  form: URLSearchParams,
): Promise<NonNullable<BoundaryData['found']>> {
  const restore = form.get('restore');
  if (restore)
    return { preview: await call(shape_settlement_boundary, { settlement, restore }), isReturn: true };
  const { plots, isCut } = await call(list_land_around, {
    settlement,
    near: searchRadiusM,
    with_geometry: false,
  });
  const choice = readSelection(form);
  if (form.get('ring') && !choice.ring) throw new Refusal({ kind: 'invalid', text: refusalTexts.notRing });
  if (choice.keepsLine && !choice.ring) {
    const { boundary } = (await call(show_settlement, { settlement })).data;
    if (boundary) {
      const preview = await call(shape_settlement_boundary, {
        settlement,
        ...buildKeptLineInput(choice, boundary),
      });
      return { preview, isReturn: false };
    }
  }
  // Ticks cover listed plots only: with a truncated list all others would be excluded.
  if (isCut && !choice.ring) throw new Refusal({ kind: 'invalid', text: refusalTexts.tooMuch });
  const own = plots.filter(({ belongsTo }) => belongsTo === 'this').map(({ id }) => id);
  const preview = await call(shape_settlement_boundary, { settlement, ...buildShapeInput(choice, own) });
  return { preview, isReturn: false };
}

/** A refused apply is shown with its preview, computed anew: the land may have changed. */
async function previewRefused(settlement: string, pageRequest: PageRequest): Promise<BoundaryData['found']> {
  const { form } = pageRequest;
  if (!form?.has('preview')) return null;
  try {
    return await previewBoundary(settlement, pageRequest, form);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Ticked plots always, then those outside, then own ones. */
function selectRows(all: readonly Candidate[], choice: BoundarySelection, q: string) {
  const isTicked = ({ id }: Candidate) => choice.include.has(id) || choice.exclude.has(id);
  const key = plotNumberKey(q);
  const matches = all.filter(
    (each) =>
      isTicked(each) ||
      q === '' ||
      plotNumberKey(each.number).startsWith(key) ||
      (each.cadastralNumber?.includes(q) ?? false),
  );
  const rank = (each: Candidate) => (isTicked(each) ? 0 : each.isOwn ? 2 : 1);
  const sorted = [...matches].sort((one, other) => rank(one) - rank(other));
  return { rows: sorted.slice(0, maxRows), hidden: Math.max(0, sorted.length - maxRows) };
}

/** A field may hold several ids separated by spaces: the script joins plots that the table does not show. */
export function readSelection(form: URLSearchParams | null): BoundarySelection {
  const list = (name: string) =>
    new Set(form?.getAll(name).flatMap((value) => value.split(' ').filter(Boolean)) ?? []);
  return {
    include: list('include'),
    exclude: list('exclude'),
    ring: readRing(form?.get('ring') ?? ''),
    keepsLine: form?.get('keep_line') === 'true',
  };
}

/** The same as hidden fields: a refused form is shown again with its marks. */
export function serializeSelection(
  { include, exclude, ring, keepsLine }: BoundarySelection,
  restore: string | null,
): Record<string, string> {
  return {
    ...(restore && { restore }),
    ...(include.size > 0 && { include: [...include].join(' ') }),
    ...(exclude.size > 0 && { exclude: [...exclude].join(' ') }),
    ...(ring && { ring: JSON.stringify(ring) }),
    ...(keepsLine && { keep_line: 'true' }),
  };
}

function readRing(text: string): Position[] | null {
  if (text === '') return null;
  try {
    const ring = parsePlainJson(text, jsonLimits.boundaryRing);
    const isPosition = (each: unknown): each is Position =>
      Array.isArray(each) && each.length === 2 && each.every((value) => typeof value === 'number');
    return Array.isArray(ring) && ring.every(isPosition) ? ring : null;
  } catch {
    return null;
  }
}

/** Input of shape_settlement_boundary: the line in force as it is, and what was ticked beside it. */
function buildKeptLineInput(
  { include, exclude }: BoundarySelection,
  boundary: NonNullable<BoundaryData['settlement']['boundary']>,
) {
  return {
    ring: boundary.ring,
    parcels: [...new Set([...boundary.parcels.filter((id) => !exclude.has(id)), ...include])],
    exclude: [...new Set([...boundary.exclude.filter((id) => !include.has(id)), ...exclude])],
    snap: false,
  };
}

/** Input of shape_settlement_boundary: the rough ring, or exactly the ticked plots. */
export function buildShapeInput({ include, exclude, ring }: BoundarySelection, own: readonly string[]) {
  if (ring)
    return {
      ring: ring.map(([longitude, latitude]) => ({ latitude, longitude })),
      parcels: [...include],
      exclude: [...exclude],
      snap: true,
    };
  const members = [...own.filter((id) => !exclude.has(id)), ...include];
  return { parcels: members, exclude: [...exclude], snap: true };
}
