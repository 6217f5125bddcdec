import { createHash } from 'node:crypto';

/** Metres east and north of the settlement's origin. */
export type Metres = readonly [east: number, north: number];

/** Consecutive segment of a row along a street; it ends `to` metres from the drive. */
export type RowSegment =
  | { readonly to: number; readonly plots: number; readonly lastLiesBefore?: true }
  | { readonly to: number; readonly common: string };

/** Streets branch off a drive in the west; each has a row of plots on its south and north side. */
export interface LandPlan {
  readonly streets: readonly string[];
  /** For each street its southern, then its northern row. */
  readonly rows: readonly (readonly RowSegment[])[];
  readonly depth: number;
  /** Amplitude of the streets' curve in metres; `fan`: relative growth of the depth per metre. */
  readonly bend: number;
  readonly fan: number;
  /** Number of fields in the north that belong to no settlement. */
  readonly beyond: number;
}

export interface ParcelLayout {
  readonly number: string;
  readonly street: string | null;
  readonly ring: readonly Metres[];
  /** Front left, front right, rear right, rear left. */
  readonly frame: readonly [Metres, Metres, Metres, Metres];
}

export interface LandLayout {
  readonly plots: readonly ParcelLayout[];
  readonly commons: readonly ParcelLayout[];
  readonly beyond: readonly ParcelLayout[];
  /** Around plots, streets, the drive and the first `fields` fields of `beyond`. */
  outline(fields?: number): Metres[];
}

/** Coordinates before `bend`: along and across the streets. */
type LayoutNode = readonly [along: number, across: number];
interface Row {
  readonly sides: LayoutNode[][];
  readonly parts: (RowSegment & { readonly street: string })[];
  readonly rearLine: number;
}

const road = 8;
const drive = 9;
const corner = 4;
const fieldWidth = 24;
const ditch = 6;
/** Rear corners closer than this (metres) are merged. */
const mergeDistance = 3;

/** Deterministic pseudo-random number in [0, 1). */
export const seededRandom = (seed: string): number =>
  createHash('sha256').update(seed).digest().readUInt32BE(0) / 2 ** 32;
const seededOffset = (seed: string, reach: number) => (seededRandom(seed) * 2 - 1) * reach;

export function layOutLand(seed: string, plan: LandPlan): LandLayout {
  const { depth } = plan;
  const block = 2 * depth + road;
  const top = plan.streets.length * block;
  const bend = ([along, across]: LayoutNode): Metres => [
    along + 0.08 * across + 5 * Math.sin(across / 70),
    across * (1 + plan.fan * along) + plan.bend * Math.sin(along / 55 + 0.4) * (0.5 + (0.5 * across) / top),
  ];
  const frontOf = (row: number) => (row >> 1) * block + depth + (row % 2) * road;
  const rearOf = (row: number) => (row >> 1) * block + (row % 2) * block;

  const rearLines: number[][] = Array.from({ length: plan.streets.length + 1 }, () => []);
  const meet = (line: number, along: number): number => {
    const known = rearLines[line]?.find((one) => Math.abs(one - along) < mergeDistance);
    if (known === undefined) rearLines[line]?.push(along);
    return known ?? along;
  };
  const rows = plan.rows.map((stretches, index): Row => {
    const rearLine = (index + 1) >> 1;
    const [front, rear] = [frontOf(index), rearOf(index)];
    const inward = Math.sign(rear - front);
    // Cut corner at the junction with the drive.
    const sides: LayoutNode[][] = [
      [
        [corner, front],
        [0, front + inward * corner],
        [meet(rearLine, 0), rear],
      ],
    ];
    const parts: Row['parts'] = [];
    const addSide = (along: number, name: string, part: RowSegment) => {
      const middle: LayoutNode = [along + seededOffset(`${name} middle`, 1.4), (front + rear) / 2];
      sides.push([
        [along + seededOffset(`${name} front`, 1.5), front],
        ...(seededRandom(`${name} kink`) < 0.4 || 'lastLiesBefore' in part ? [middle] : []),
        [meet(rearLine, along + seededOffset(`${name} rear`, 3.5)), rear],
      ]);
      parts.push({ ...part, street: plan.streets[index >> 1] as string });
    };
    let from = 0;
    for (const [place, stretch] of stretches.entries()) {
      if ('common' in stretch) {
        addSide(stretch.to, `${seed} ${stretch.common} east`, stretch);
      } else {
        const weights = Array.from(
          { length: stretch.plots },
          (_, plot) => 0.84 + 0.36 * seededRandom(`${seed} ${index} ${place} ${plot} width`),
        );
        const all = weights.reduce((sum, weight) => sum + weight, 0);
        let along = from;
        for (const [plot, weight] of weights.entries()) {
          along += (weight / all) * (stretch.to - from);
          const next = plot === stretch.plots - 1 ? stretches[place + 1] : undefined;
          const name =
            next && 'common' in next ? `${seed} ${next.common} west` : `${seed} ${index} ${place} ${plot}`;
          addSide(along, name, stretch);
        }
      }
      from = stretch.to;
    }
    return { sides, parts, rearLine };
  });
  for (const line of rearLines) line.sort((a, b) => a - b);

  /** Corners of other plots on a rear line between two of one's own. */
  const between = (line: number, from: number, to: number): LayoutNode[] => {
    const across = line * block;
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    const nodes = (rearLines[line] ?? []).filter((along) => along > low && along < high);
    return (from < to ? nodes : nodes.reverse()).map((along): LayoutNode => [along, across]);
  };
  const rearEnd = (side: readonly LayoutNode[]) => (side.at(-1) as LayoutNode)[0];
  const frameOf = (row: number, left: number, right: number): ParcelLayout['frame'] => {
    const [front, rear] = [frontOf(row), rearOf(row)];
    const [first, last] = [rows[row]?.sides[left] as LayoutNode[], rows[row]?.sides[right] as LayoutNode[]];
    const start = left === 0 ? 0 : (first[0] as LayoutNode)[0];
    return [
      bend([start, front]),
      bend([(last[0] as LayoutNode)[0], front]),
      bend([rearEnd(last), rear]),
      bend([rearEnd(first), rear]),
    ];
  };

  const plots: ParcelLayout[] = [];
  const halves = new Map<
    string,
    { left: LayoutNode[]; right: LayoutNode[]; frame: ParcelLayout['frame'] }[]
  >();
  for (const [index, { sides, parts, rearLine }] of rows.entries())
    for (const [place, part] of parts.entries()) {
      const [left, right] = [sides[place] as LayoutNode[], sides[place + 1] as LayoutNode[]];
      const frame = frameOf(index, place, place + 1);
      if ('common' in part) {
        halves.set(part.common, [...(halves.get(part.common) ?? []), { left, right, frame }]);
        continue;
      }
      const fromEnd = 'lastLiesBefore' in part ? parts.length - 1 - place : undefined;
      const around = [...right, ...between(rearLine, rearEnd(right), rearEnd(left)), ...reversed(left)];
      const ring =
        fromEnd === 0
          ? [...right.slice(0, -1), ...reversed(left.slice(0, -1))]
          : fromEnd === 1
            ? goBehind(left, right, sides[place + 2] as LayoutNode[], rearLine)
            : around;
      plots.push({ number: String(plots.length + 1), street: part.street, ring: ring.map(bend), frame });
    }

  /** The second-last plot extends behind the last one, which is shortened. */
  function goBehind(
    left: LayoutNode[],
    right: LayoutNode[],
    farther: LayoutNode[],
    line: number,
  ): LayoutNode[] {
    return [
      ...right.slice(0, -1),
      ...farther.slice(1),
      ...between(line, rearEnd(farther), rearEnd(left)),
      ...reversed(left),
    ];
  }

  // Common land spans two rows: both halves meet on the rear line.
  const commons = [...halves].map(([number, [south, north]]): ParcelLayout => {
    if (south === undefined || north === undefined) throw new Error(`${number} lies in one row only.`);
    const ring = [
      ...south.right,
      ...reversed(north.right).slice(1),
      ...north.left,
      ...reversed(south.left).slice(1),
    ];
    return { number, street: null, ring: ring.map(bend), frame: south.frame };
  });

  const beyond = Array.from({ length: plan.beyond }, (_, index): ParcelLayout => {
    const [west, east] = [index * fieldWidth, (index + 1) * fieldWidth];
    const nodes: [LayoutNode, LayoutNode, LayoutNode, LayoutNode] = [
      [west, top + ditch],
      [east, top + ditch],
      [east, top + ditch + depth],
      [west, top + ditch + depth],
    ];
    const frame = nodes.map(bend) as unknown as ParcelLayout['frame'];
    return { number: String(index + 1), street: null, ring: frame, frame };
  });

  function outline(fields = 0): Metres[] {
    const ends = rows.map(({ sides }) => sides.at(-1) as LayoutNode[]);
    const firstEnd = rearEnd(ends[0] as LayoutNode[]);
    const ring: LayoutNode[] = [[-drive, 0], ...between(0, -1, firstEnd)];
    for (const [index, side] of ends.entries()) {
      ring.push(...(index % 2 === 0 ? [...side].reverse() : side));
      const next = ends[index + 1];
      if (index % 2 === 1 && next !== undefined)
        ring.push(...between(rows[index]?.rearLine as number, rearEnd(side), rearEnd(next)));
    }
    const lastEnd = rearEnd(ends.at(-1) as LayoutNode[]);
    const line = plan.streets.length;
    if (fields === 0) ring.push(...between(line, lastEnd, -1));
    else {
      const east = fields * fieldWidth;
      ring.push(...between(line, lastEnd, east), [east, top + ditch]);
      for (let field = fields; field >= 0; field -= 1) ring.push([field * fieldWidth, top + ditch + depth]);
    }
    for (let row = rows.length - 1; row >= 0; row -= 1) {
      if (row % 2 === 1) ring.push([-drive, rearOf(row)]);
      ring.push([-drive, frontOf(row)]);
    }
    return ring.map(bend);
  }

  return { plots, commons, beyond, outline };
}

const reversed = (nodes: readonly LayoutNode[]): LayoutNode[] => [...nodes].reverse();
