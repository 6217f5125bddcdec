import type { z } from 'zod';
import type { AnyOperation } from '../../../domain/kernel/operation.ts';

/** Makes the URLs inside a value absolute; null: the schema has none. */
type UrlCompleter = ((value: unknown, origin: string) => void) | null;

interface Definition {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  valueType?: z.ZodType;
  options?: readonly z.ZodType[];
  innerType?: z.ZodType;
}

const isUrlField = (schema: z.ZodType | undefined): boolean => {
  if (schema === undefined) return false;
  const { type, innerType } = schema._zod.def as Definition;
  if (type === 'string') return (schema.meta() as { isAddress?: boolean } | undefined)?.isAddress === true;
  return isUrlField(innerType);
};

/** Compiled once from the output schema, so that responses without URLs cost nothing. */
function compileCompleter(schema: z.ZodType): UrlCompleter {
  const { type, shape, element, valueType, options, innerType } = schema._zod.def as Definition;
  if (type === 'array') return completeEach(element, (value) => value as unknown[]);
  if (type === 'record') return completeEach(valueType, (value) => Object.values(value as object));
  if (type === 'union') return combineCompleters((options ?? []).map(compileCompleter));
  if (type === 'object') return compileFields(shape ?? {});
  return innerType === undefined ? null : compileCompleter(innerType);
}

function completeEach(inner: z.ZodType | undefined, entries: (value: unknown) => unknown[]): UrlCompleter {
  const complete = inner === undefined ? null : compileCompleter(inner);
  if (complete === null) return null;
  return (value, origin) => {
    if (typeof value !== 'object' || value === null) return;
    for (const entry of entries(value)) complete(entry, origin);
  };
}

function compileFields(shape: Record<string, z.ZodType>): UrlCompleter {
  const names = Object.keys(shape).filter((name) => isUrlField(shape[name]));
  const inner = Object.entries(shape).flatMap(([name, field]) => {
    const complete = compileCompleter(field);
    return complete === null ? [] : [[name, complete] as const];
  });
  if (names.length === 0 && inner.length === 0) return null;
  return (value, origin) => {
    if (typeof value !== 'object' || value === null) return;
    const fields = value as Record<string, unknown>;
    for (const name of names) {
      const address = fields[name];
      if (typeof address === 'string' && address.startsWith('/')) fields[name] = `${origin}${address}`;
    }
    for (const [name, complete] of inner) complete(fields[name], origin);
  };
}

function combineCompleters(completers: readonly UrlCompleter[]): UrlCompleter {
  const some = completers.filter((each) => each !== null);
  if (some.length === 0) return null;
  return (value, origin) => {
    for (const complete of some) complete(value, origin);
  };
}

const compiled = new WeakMap<AnyOperation, { complete: UrlCompleter }>();

/** Assistants have no base URL to resolve against, so URLs in tool results are absolute. */
export function makeUrlsAbsolute(operation: AnyOperation, reply: unknown, origin: string): void {
  let found = compiled.get(operation);
  if (found === undefined) {
    found = { complete: compileCompleter(operation.output) };
    compiled.set(operation, found);
  }
  found.complete?.(reply, origin);
}
