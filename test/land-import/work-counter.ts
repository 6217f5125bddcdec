type Cost = (self: { length: number }, given: readonly unknown[], result: unknown) => number;

const whole: Cost = ({ length }) => length;
const ofResult: Cost = (_, __, result) => (result as { length: number }).length;
/** Distance from the start of a search to its result, or to the end. */
const searched: Cost = ({ length }, [, from], result) =>
  (Number(result) === -1 ? length : Number(result)) - Number(from ?? 0);

/** Cost of built-in functions used by parsers, in characters, elements or bytes. */
const costs: readonly [object, Record<string, Cost>][] = [
  [
    String.prototype,
    {
      indexOf: searched,
      slice: ofResult,
      split: whole,
      replace: whole,
      replaceAll: whole,
      trim: whole,
      trimStart: whole,
      toLowerCase: whole,
      includes: whole,
      startsWith: (_, [start]) => String(start).length,
      endsWith: (_, [end]) => String(end).length,
    },
  ],
  // Not `exec`, which String.prototype.split would then call for each character.
  [RegExp.prototype, { test: (_, [text]) => String(text).length }],
  [
    Array.prototype,
    { entries: whole, map: whole, filter: whole, find: whole, slice: ofResult, some: whole, push: () => 1 },
  ],
  [Uint8Array.prototype, { slice: ofResult, indexOf: searched }],
  [Buffer.prototype, { toString: ofResult, readDoubleLE: () => 1, readInt32LE: () => 1 }],
  [TextDecoder.prototype, { decode: (_, [bytes]) => (bytes as Uint8Array).length }],
  [Buffer, { concat: ofResult }],
  [Object, { fromEntries: (_, [list]) => (list as unknown[]).length }],
  [JSON, { parse: (_, [text]) => String(text).length }],
];

/** Measures work by the input of built-in functions, so that its growth shows without a clock. */
export async function countWork(work: () => Promise<void>): Promise<number> {
  let count = 0;
  const before = costs.map(([owner, methods]) =>
    Object.fromEntries(
      Object.keys(methods).map((name) => [name, Object.getOwnPropertyDescriptor(owner, name)]),
    ),
  );
  for (const [owner, methods] of costs)
    for (const [name, cost] of Object.entries(methods)) {
      const found = Object.getOwnPropertyDescriptor(owner, name)?.value as
        | ((...given: unknown[]) => unknown)
        | undefined;
      if (found === undefined) continue;
      Object.defineProperty(owner, name, {
        configurable: true,
        writable: true,
        value(this: { length: number }, ...given: unknown[]) {
          const result = found.apply(this, given);
          count += cost(this, given, result);
          return result;
        },
      });
    }
  try {
    await work();
  } finally {
    for (const [index, [owner]] of costs.entries())
      for (const [name, descriptor] of Object.entries(before[index] ?? {}))
        if (descriptor) Object.defineProperty(owner, name, descriptor);
  }
  return count;
}
