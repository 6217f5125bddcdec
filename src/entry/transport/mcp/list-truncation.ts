import type { Audience } from '../../../domain/kernel/operation.ts';
import { type AnyOperation, parseRoute, readsQueryString } from '../../../domain/kernel/operation.ts';
import { listArgumentNames } from './arguments.ts';

/** The key added to a reply from which something was left out. */
const leftOutKey = '_left_out';

/** An object with more names than this is treated as a list. */
const minNamesOfMap = 50;

/** All lists at one path of the reply. */
interface ListLocation {
  size: number;
  lists: { count: number; keep(count: number): void }[];
  /** Points of an outline: a part of them would be another outline. */
  isLine: boolean;
}

/** Lists shorter than this are not cut. */
const minTruncatedSize = 200;

/**
 * The reply with its longest lists truncated until it fits, and a text on what is missing and how to get it. A list
 * with a cursor is not truncated: its cursor continues after the whole page. Texts are never truncated.
 */
export function truncateLists(
  operation: AnyOperation,
  reply: Record<string, unknown>,
  { audience, most }: { audience: Audience; most: number },
): Record<string, unknown> {
  const cut = structuredClone(reply);
  const isPaged = 'cursor' in operation.input.shape;
  const missing = new Map<string, number>();
  let over = JSON.stringify(cut).length - most;
  while (over > 0) {
    const [longest] = [...findLists(cut, isPaged)].sort(([, a], [, b]) => b.size - a.size);
    // Only texts are left.
    if (longest === undefined || longest[1].size < minTruncatedSize) break;
    const [path, { lists, isLine, size }] = longest;
    // At most 90 % at once, because then another list may be the longest.
    const share = isLine ? 0 : Math.min(0.9, Math.max(0.1, 1 - (1.1 * over) / size));
    for (const { count, keep } of lists) {
      const kept = Math.floor(count * share);
      keep(kept);
      missing.set(path, (missing.get(path) ?? 0) + count - kept);
    }
    over = JSON.stringify(cut).length - most;
  }
  return missing.size === 0
    ? reply
    : { ...cut, [leftOutKey]: describeOmissions(operation, audience, missing) };
}

/** By path, such as data.boundary.ring; [] stands for list entries. */
function findLists(reply: Record<string, unknown>, isPaged: boolean): Map<string, ListLocation> {
  const places = new Map<string, ListLocation>();
  visit(reply, '', () => {});
  return places;

  /** Returns the approximate length of the value as JSON. */
  function visit(value: unknown, path: string, replace: (next: unknown) => void): number {
    if (typeof value === 'string') return value.length + 3;
    if (typeof value !== 'object' || value === null) return 6;
    const isList = Array.isArray(value);
    const fields = value as Record<string, unknown>;
    const names = Object.keys(fields);
    let size = 2;
    for (const name of names) {
      const inner = isList ? `${path}[]` : path === '' ? name : `${path}.${name}`;
      if (!isList) size += name.length + 3;
      size += visit(fields[name], inner, (next) => {
        fields[name] = next;
      });
    }
    const isPage = isPaged && isList && !/[.[]/.test(path);
    const isCuttable = names.length > 0 && path !== '' && !isPage && (isList || names.length > minNamesOfMap);
    if (isCuttable) {
      const [first] = Object.values(fields);
      const isLine = typeof first === 'object' && first !== null && 'latitude' in first;
      const place = places.get(path) ?? { size: 0, lists: [], isLine };
      const keep = (count: number) =>
        replace(isList ? value.slice(0, count) : Object.fromEntries(Object.entries(value).slice(0, count)));
      place.lists.push({ count: names.length, keep });
      place.size += size;
      places.set(path, place);
    }
    return size;
  }
}

/** Arguments that do not filter. */
const nonFilterArguments = new Set(['cursor', 'limit', 'detail', 'section', 'pictures']);

function describeOmissions(
  operation: AnyOperation,
  audience: Audience,
  missing: ReadonlyMap<string, number>,
): string {
  const what = [...missing].map(([path, count]) => `${count} of ${path}`).join(', ');
  const { shape } = operation.input;
  const optional = [...listArgumentNames(operation, audience)].filter(
    (name) => !nonFilterArguments.has(name) && shape[name]?.safeParse(undefined).success === true,
  );
  const ways = [
    'detail' in shape && '`detail` summary leaves room for more entries',
    readsQueryString(operation) && optional.length > 0 && `narrow it with ${optional.join(', ')}`,
    `the whole is at /api/v1${parseRoute(operation).path}`,
  ].filter((way) => way !== false);
  return `Left out to keep this short: ${what}. To get it: ${ways.join('; ')}.`;
}
