import { readProperty } from './json.ts';

export type JsonPath = readonly (string | number)[];

const maxPathLength = 200;
const maxSteps = 16;
const step = /\.([\p{L}_][\p{L}\p{N}_-]*)|\[(\d{1,5})\]|\['([^'\\]{1,100})'\]|\["([^"\\]{1,100})"\]/uy;

/** `$.a.b[0]['c d']`: names and indices only. Without wildcards, filters or search the cost is linear in the path. */
export function parseJsonPath(path: string): JsonPath | null {
  if (path.length > maxPathLength || !path.startsWith('$')) return null;
  const steps: (string | number)[] = [];
  step.lastIndex = 1;
  while (step.lastIndex < path.length) {
    const found = step.exec(path);
    if (!found || steps.length === maxSteps) return null;
    const [, name, position, single, double] = found;
    steps.push(position === undefined ? ((name ?? single ?? double) as string) : Number(position));
  }
  return steps;
}

export function readJsonPath(value: unknown, path: JsonPath): unknown {
  let current = value;
  for (const key of path) {
    if (typeof key === 'number') current = Array.isArray(current) ? current[key] : undefined;
    else current = readProperty(current, key);
    if (current === undefined) return undefined;
  }
  return current;
}
