/** Reproducible randomness: the same seed gives the same choices. */
export interface Random {
  /** From 0 up to but not including 1. */
  next(): number;
  /** A whole number from 0 up to but not including `end`. */
  below(end: number): number;
  /** True with this probability. */
  chance(share: number): boolean;
  pick<Entry>(list: readonly Entry[]): Entry;
}

/** mulberry32: 32 bits of state are enough to choose requests, and it is the same on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    chance: (share) => next() < share,
    pick(list) {
      if (list.length === 0) throw new Error('There is nothing to pick from.');
      return list[below(list.length)] as (typeof list)[number];
    },
  };
}
