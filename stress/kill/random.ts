/** Seeded random numbers, so that a run can be reproduced. */
export interface Random {
  /** In [0, 1). */
  next(): number;
  below(count: number): number;
  between(least: number, most: number): number;
  pick<Entry>(list: readonly Entry[]): Entry;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    below: (count) => Math.floor(next() * count),
    between: (least, most) => least + next() * (most - least),
    pick: (list) => list[Math.floor(next() * list.length)] as never,
  };
}
