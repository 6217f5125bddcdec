import type {
  BoundaryInput,
  Candidate,
  Geometry,
  Position,
  ShapedBoundary,
} from '../../src/engines/geometry/engine.ts';
import { findSelfIntersection } from '../../src/engines/geometry/rings/self-intersection.ts';
import { boxOfAll, createRandom, isInside } from './village.ts';

export interface SelectionScore {
  selections: number;
  exact: number;
  valid: number;
  idempotent: number;
  listed: number;
  points: { median: number; most: number };
  faults: string[];
}

/** A random star-shaped ring around some parcel, with a few parcels included and a few excluded. */
export function drawSelection(candidates: readonly Candidate[], random: () => number): BoundaryInput {
  const [west, south, east, north] = boxOfAll(candidates);
  const pick = () => candidates[Math.floor(random() * candidates.length)] as Candidate;
  const [cx, cy] = pick().centre;
  const reach = (0.02 + 0.5 * random() ** 2) * (random() < 0.1 ? 3 : 1);
  const corners = 3 + Math.floor(random() * 20);
  const ring: Position[] = Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * (i + 0.8 * random())) / corners;
    const radius = reach * (0.4 + 0.6 * random());
    return [cx + Math.cos(angle) * radius * (east - west), cy + Math.sin(angle) * radius * (north - south)];
  });
  const some = (most: number, from: () => string) => {
    const count = random() < 0.3 ? 0 : Math.floor(random() * most);
    return [...new Set(Array.from({ length: count }, from))];
  };
  const inside = candidates.filter((candidate) => isInside(ring, candidate.centre));
  const exclude = some(12, () => (inside[Math.floor(random() * inside.length)] ?? pick()).id);
  const parcels = some(8, () => pick().id).filter((id) => !exclude.includes(id));
  return { ring, parcels, exclude, snap: true, candidates };
}

function membersOf({ ring, parcels, exclude }: BoundaryInput, candidates: readonly Candidate[]): Set<string> {
  const out = new Set(parcels);
  for (const { id, centre } of candidates) if (ring && isInside(ring, centre)) out.add(id);
  for (const id of exclude ?? []) out.delete(id);
  return out;
}

const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  a.size === b.size && [...a].every((id) => b.has(id));

export async function scoreSelections(
  geometry: Geometry,
  candidates: readonly Candidate[],
  count: number,
  seed: number,
  progress: (done: number) => void,
): Promise<SelectionScore> {
  const random = createRandom(seed);
  const score = { selections: count, exact: 0, valid: 0, idempotent: 0, listed: 0, faults: [] as string[] };
  const sizes: number[] = [];
  for (let done = 0; done < count; ) {
    const input = drawSelection(candidates, random);
    const wanted = membersOf(input, candidates);
    if (wanted.size === 0) continue;
    done++;
    progress(done);
    let shaped: ShapedBoundary;
    try {
      shaped = await geometry.shapeBoundary(input);
    } catch (error) {
      score.faults.push(`${done}: ${String(error)}`);
      continue;
    }
    sizes.push(shaped.ring.length);
    const exact =
      sameSet(wanted, new Set(shaped.members)) &&
      sameSet(wanted, membersOf({ ...shaped, candidates }, candidates));
    const valid =
      shaped.ring.length >= 3 && findSelfIntersection(Float64Array.from(shaped.ring.flat())) === null;
    const again = await geometry.shapeBoundary({ ...shaped, candidates });
    const idempotent = JSON.stringify(again) === JSON.stringify(shaped);
    if (exact) score.exact++;
    if (valid) score.valid++;
    if (idempotent) score.idempotent++;
    score.listed += shaped.parcels.length - (input.parcels?.length ?? 0);
    score.listed += shaped.exclude.length - (input.exclude?.length ?? 0);
    if (!exact || !valid || !idempotent)
      score.faults.push(`${done}: ${JSON.stringify({ exact, valid, idempotent })}`);
  }
  sizes.sort((a, b) => a - b);
  return { ...score, points: { median: sizes[sizes.length >> 1] ?? 0, most: sizes.at(-1) ?? 0 } };
}
