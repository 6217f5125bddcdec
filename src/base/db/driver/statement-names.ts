import type { ComposedStatement } from './template.ts';

const names = new Map<string, string>();
/** The cache is cleared above this size; connections are recycled often enough to drop old names. */
const maxCachedNames = 10_000;
let last = 0;

function keyOf({ text, types }: ComposedStatement): string {
  for (const type of types) if (type !== 0) return `${text}\n${types.join()}`;
  return text;
}

/** Prepared statement name, unique per text and parameter types and the same on every connection. */
export function statementNameOf(statement: ComposedStatement): string {
  const key = keyOf(statement);
  let name = names.get(key);
  if (name === undefined) {
    if (names.size >= maxCachedNames) names.clear();
    last += 1;
    name = `s${last}`;
    names.set(key, name);
  }
  return name;
}

/** Forgets the name, so that the next use gets a new one. */
export function forgetStatementName(statement: ComposedStatement, name: string): void {
  const key = keyOf(statement);
  if (names.get(key) === name) names.delete(key);
}
