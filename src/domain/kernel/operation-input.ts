import type { z } from 'zod';
import type { Caller } from './caller.ts';
import { compileSchema } from './compiled-schemas.ts';
import { type AnyOperation, readsQueryString } from './operation.ts';
import { Refusal } from './refusal.ts';
import { toRefusal } from './validation.ts';

const noToken = { en: 'This operation needs a token.', ru: 'Для этого действия нужен токен.' };

/** Checked where the operation runs, so that no transport can forget it. */
export function checkScope(operation: AnyOperation, caller: Caller): void {
  if (operation.scope === 'public') return;
  if (caller.accountId === null) throw new Refusal({ kind: 'unauthenticated', text: noToken });
  const needed =
    operation.scope === 'mcp:private' ? (['mcp:read', 'mcp:private'] as const) : ([operation.scope] as const);
  for (const scope of needed) {
    if (!caller.scopes.has(scope)) {
      throw new Refusal({
        kind: 'missing_scope',
        text: { en: `The token lacks the scope ${scope}.`, ru: `У токена нет права ${scope}.` },
        details: { scope: [...caller.scopes, scope].join(' ') },
      });
    }
  }
}

export function parseInput(operation: AnyOperation, input: Record<string, unknown>) {
  const fromQuery = readsQueryString(operation);
  const given = fromQuery
    ? Object.fromEntries(Object.entries(input).filter(([, value]) => value !== '' && value !== null))
    : input;
  const schema = compileSchema(fromQuery ? operation.input : toStrictInput(operation.input));
  const result = schema.safeParse(given, { reportInput: true });
  if (!result.success) throw toRefusal(result.error, operation.input);
  return result.data;
}

const strictInputs = new WeakMap<z.ZodObject, z.ZodObject>();

/**
 * Writes refuse unknown fields: silently dropping a misspelt one would lose the user's text. Made once per schema: zod
 * compiles a schema when it is first used.
 */
export function toStrictInput(input: z.ZodObject): z.ZodObject {
  let schema = strictInputs.get(input);
  if (schema === undefined) {
    schema = input.strict();
    strictInputs.set(input, schema);
  }
  return schema;
}
