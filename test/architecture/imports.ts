import { dirname, join } from 'node:path';

export interface Import {
  from: string;
  to: string;
  /** A type import, which has no effect at run time. */
  isType: boolean;
}

const pattern =
  /^\s*(?:import|export)\s+(type\b)?[^'"]*?from\s+'(\.[^']+)'|^import\s+'(\.[^']+)'|import\('(\.[^']+)'\)/gm;

/** Relative imports of a source file, with both paths relative to the same root. */
export function listImports(path: string, source: string): Import[] {
  return [...source.matchAll(pattern)].map((match) => ({
    from: path,
    to: join(dirname(path), match[2] ?? match[3] ?? match[4] ?? ''),
    isType: match[1] !== undefined,
  }));
}

/** Every group of names that lead to each other, by however many steps (Tarjan's strongly connected components). */
export function findCycles(edges: readonly { from: string; to: string }[]): string[][] {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to]);
  const order = new Map<string, number>();
  const path: string[] = [];
  const circles: string[][] = [];
  const pageRequest = (name: string): number => {
    let low = order.size;
    order.set(name, low);
    path.push(name);
    for (const other of next.get(name) ?? []) {
      if (!order.has(other)) low = Math.min(low, pageRequest(other));
      else if (path.includes(other)) low = Math.min(low, order.get(other) as number);
    }
    if (low === order.get(name)) {
      const group = path.splice(path.indexOf(name));
      if (group.length > 1) circles.push(group.sort());
    }
    return low;
  };
  for (const name of next.keys()) if (!order.has(name)) pageRequest(name);
  return circles.sort();
}
