import { createHash } from 'node:crypto';

/** Metres east and north of the settlement's origin. */
export type Metres = readonly [east: number, north: number];

/** Consecutive segment of a row along a street; it ends `to` metres from the drive. */
export type Stretch =
  | { readonly to: number; readonly plots: number; readonly lastLiesBefore?: true }
  | { readonly to: number; readonly common: string };

/** Streets branch off a drive in the west; each has a row of plots on its south and north side. */
export interface LandPlan {
  readonly streets: readonly string[];
  /** For each street its southern, then its northern row. */
  readonly rows: readonly (readonly Stretch[])[];
  readonly depth: number;
  /** Amplitude of the streets' curve in metres; `fan`: relative growth of the depth per metre. */
  readonly bend: number;
  readonly fan: number;
  /** Number of fields in the north that belong to no settlement. */
  readonly beyond: number;
}

export interface LaidParcel {
  readonly number: string;
  readonly street: string | null;
  readonly ring: readonly Metres[];
  /** Front left, front right, rear right, rear left. */
  readonly frame: readonly [Metres, Metres, Metres, Metres];
}

export interface LaidLand {
  readonly plots: readonly LaidParcel[];
  readonly commons: readonly LaidParcel[];
  readonly beyond: readonly LaidParcel[];
  /** Around plots, streets, the drive and the first `fields` fields of `beyond`. */
  outline(fields?: number): Metres[];
}

/** Coordinates before `bend`: along and across the streets. */
type Node = readonly [along: number, across: number];
interface Row {
  readonly sides: Node[][];
  readonly parts: (Stretch & { readonly street: string })[];
  readonly rearLine: number;
}

const road = 8;
const drive = 9;
const corner = 4;
const fieldWidth = 24;
const ditch = 6;
/** Rear corners closer than this (metres) are merged. */
const meets = 3;

/** Deterministic pseudo-random number in [0, 1). */
export const share = (seed: string): number =>
  createHash('sha256').update(seed).digest().readUInt32BE(0) / 2 ** 32;
const swing = (seed: string, reach: number) => (share(seed) * 2 - 1) * reach;

export function layLand(seed: string, plan: LandPlan): LaidLand {
  const { depth } = plan;
  const block = 2 * depth + road;
  const top = plan.streets.length * block;
  const bend = ([along, across]: Node): Metres => [
    along + 0.08 * across + 5 * Math.sin(across / 70),
    across * (1 + plan.fan * along) + plan.bend * Math.sin(along / 55 + 0.4) * (0.5 + (0.5 * across) / top),
  ];
  const frontOf = (row: number) => (row >> 1) * block + depth + (row % 2) * road;
  const rearOf = (row: number) => (row >> 1) * block + (row % 2) * block;

  const rearLines: number[][] = Array.from({ length: plan.streets.length + 1 }, () => []);
  const meet = (line: number, along: number): number => {
    const known = rearLines[line]?.find((one) => Math.abs(one - along) < meets);
    if (known === undefined) rearLines[line]?.push(along);
    return known ?? along;
  };
  const rows = plan.rows.map((stretches, index): Row => {
    const rearLine = (index + 1) >> 1;
    const [front, rear] = [frontOf(index), rearOf(index)];
    const inward = Math.sign(rear - front);
    // Cut corner at the junction with the drive.
    const sides: Node[][] = [
      [
        [corner, front],
        [0, front + inward * corner],
        [meet(rearLine, 0), rear],
      ],
    ];
    const parts: Row['parts'] = [];
    const addSide = (along: number, name: string, part: Stretch) => {
      const middle: Node = [along + swing(`${name} middle`, 1.4), (front + rear) / 2];
      sides.push([
        [along + swing(`${name} front`, 1.5), front],
        ...(share(`${name} kink`) < 0.4 || 'lastLiesBefore' in part ? [middle] : []),
        [meet(rearLine, along + swing(`${name} rear`, 3.5)), rear],
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
          (_, plot) => 0.84 + 0.36 * share(`${seed} ${index} ${place} ${plot} width`),
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
  const between = (line: number, from: number, to: number): Node[] => {
    const across = line * block;
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    const nodes = (rearLines[line] ?? []).filter((along) => along > low && along < high);
    return (from < to ? nodes : nodes.reverse()).map((along): Node => [along, across]);
  };
  const rearEnd = (side: readonly Node[]) => (side.at(-1) as Node)[0];
  const frameOf = (row: number, left: number, right: number): LaidParcel['frame'] => {
    const [front, rear] = [frontOf(row), rearOf(row)];
    const [first, last] = [rows[row]?.sides[left] as Node[], rows[row]?.sides[right] as Node[]];
    const start = left === 0 ? 0 : (first[0] as Node)[0];
    return [
      bend([start, front]),
      bend([(last[0] as Node)[0], front]),
      bend([rearEnd(last), rear]),
      bend([rearEnd(first), rear]),
    ];
  };

  const plots: LaidParcel[] = [];
  const halves = new Map<string, { left: Node[]; right: Node[]; frame: LaidParcel['frame'] }[]>();
  for (const [index, { sides, parts, rearLine }] of rows.entries())
    for (const [place, part] of parts.entries()) {
      const [left, right] = [sides[place] as Node[], sides[place + 1] as Node[]];
      const frame = frameOf(index, place, place + 1);
      if ('common' in part) {
        halves.set(part.common, [...(halves.get(part.common) ?? []), { left, right, frame }]);
        continue;
      }
      const fromEnd = 'lastLiesBefore' in part ? parts.length - 1 - place : undefined;
      const around = [...right, ...between(rearLine, rearEnd(right), rearEnd(left)), ...turned(left)];
      const ring =
        fromEnd === 0
          ? [...right.slice(0, -1), ...turned(left.slice(0, -1))]
          : fromEnd === 1
            ? goBehind(left, right, sides[place + 2] as Node[], rearLine)
            : around;
      plots.push({ number: String(plots.length + 1), street: part.street, ring: ring.map(bend), frame });
    }

  /** The second-last plot extends behind the last one, which is shortened. */
  function goBehind(left: Node[], right: Node[], farther: Node[], line: number): Node[] {
    return [
      ...right.slice(0, -1),
      ...farther.slice(1),
      ...between(line, rearEnd(farther), rearEnd(left)),
      ...turned(left),
    ];
  }

  // Common land spans two rows: both halves meet on the rear line.
  const commons = [...halves].map(([number, [south, north]]): LaidParcel => {
    if (south === undefined || north === undefined) throw new Error(`${number} lies in one row only.`);
    const ring = [
      ...south.right,
      ...turned(north.right).slice(1),
      ...north.left,
      ...turned(south.left).slice(1),
    ];
    return { number, street: null, ring: ring.map(bend), frame: south.frame };
  });

  const beyond = Array.from({ length: plan.beyond }, (_, index): LaidParcel => {
    const [west, east] = [index * fieldWidth, (index + 1) * fieldWidth];
    const nodes: [Node, Node, Node, Node] = [
      [west, top + ditch],
      [east, top + ditch],
      [east, top + ditch + depth],
      [west, top + ditch + depth],
    ];
    const frame = nodes.map(bend) as unknown as LaidParcel['frame'];
    return { number: String(index + 1), street: null, ring: frame, frame };
  });

  function outline(fields = 0): Metres[] {
    const ends = rows.map(({ sides }) => sides.at(-1) as Node[]);
    const firstEnd = rearEnd(ends[0] as Node[]);
    const ring: Node[] = [[-drive, 0], ...between(0, -1, firstEnd)];
    for (const [index, side] of ends.entries()) {
      ring.push(...(index % 2 === 0 ? [...side].reverse() : side));
      const next = ends[index + 1];
      if (index % 2 === 1 && next !== undefined)
        ring.push(...between(rows[index]?.rearLine as number, rearEnd(side), rearEnd(next)));
    }
    const lastEnd = rearEnd(ends.at(-1) as Node[]);
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

const turned = (nodes: readonly Node[]): Node[] => [...nodes].reverse();
