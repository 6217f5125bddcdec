/** Disjoint sets (union-find). */
export interface DisjointSets {
  find(i: number): number;
  /** False if both were already in the same set. */
  join(a: number, b: number): boolean;
  count(): number;
  /** The root of the largest set; of equal ones the lowest. */
  largest(): number;
}

export function createDisjointSets(size: number): DisjointSets {
  const parent = Int32Array.from({ length: size }, (_, i) => i);
  let left = size;
  const find = (i: number): number => {
    let root = i;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root] as number] as number;
      root = parent[root] as number;
    }
    return root;
  };
  return {
    find,
    count: () => left,
    join(a, b) {
      const x = find(a);
      const y = find(b);
      if (x === y) return false;
      parent[Math.max(x, y)] = Math.min(x, y);
      left--;
      return true;
    },
    largest() {
      const sizes = new Int32Array(size);
      let best = 0;
      for (let i = 0; i < size; i++) {
        const root = find(i);
        sizes[root] = (sizes[root] as number) + 1;
      }
      for (let i = 0; i < size; i++) if ((sizes[i] as number) > (sizes[best] as number)) best = i;
      return best;
    },
  };
}
