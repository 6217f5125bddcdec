/** Lets so many through at once; the others wait in order. */
export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createGate(size: number): Gate {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (inside >= size) await new Promise<void>((enter) => waiting.push(enter));
    else inside += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    }
  };
}
