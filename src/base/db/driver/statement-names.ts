import type { Composed } from './template.ts';

const names = new Map<string, string>();
/** Texts beyond these are forgotten and named anew; connections are renewed often enough to forget the old names. */
const mostNames = 10_000;
let last = 0;

function keyOf({ text, types }: Composed): string {
  for (const type of types) if (type !== 0) return `${text}\n${types.join()}`;
  return text;
}

/** One name per text and types of the values, the same on every connection; a name is never used for two texts. */
export function nameOf(statement: Composed): string {
  const key = keyOf(statement);
  let name = names.get(key);
  if (name === undefined) {
    if (names.size >= mostNames) names.clear();
    last += 1;
    name = `s${last}`;
    names.set(key, name);
  }
  return name;
}

/** The next use gets a new name, if nobody has seen to that already. */
export function renew(statement: Composed, name: string): void {
  const key = keyOf(statement);
  if (names.get(key) === name) names.delete(key);
}
