import type { z } from 'zod';
import { findOptionalServers } from './argument-metadata.ts';
import type { Call } from './call.ts';
import type { Caller, Scope } from './caller.ts';
import { compileSchema } from './compiled-schemas.ts';
import { type AnyDefinition, type AnyOperation, type Audience, readsQueryString } from './operation.ts';
import { Refusal } from './refusal.ts';
import { toRefusal } from './validation.ts';

const noSession = { en: 'Sign in first.', ru: 'Сначала войдите.' };
const noToken = { en: 'This operation needs a token.', ru: 'Для этого действия нужен токен.' };

/** Checked where the operation runs, so that no transport can forget it. */
export function checkScope({ scope: required }: Pick<AnyDefinition, 'scope'>, caller: Caller): void {
  if (required === 'public') return;
  if (required === 'session') {
    // A token of whatever scopes is no session: what pages do for a person, no program does in their name.
    if (caller.accountId === null || caller.via !== 'session')
      throw new Refusal({ kind: 'unauthenticated', text: noSession });
    return;
  }
  if (caller.accountId === null) throw new Refusal({ kind: 'unauthenticated', text: noToken });
  const needed =
    required === 'mcp:private' ? (['mcp:read', 'mcp:private'] as const) : ([required as Scope] as const);
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

export function parseInput(
  operation: AnyDefinition & Pick<Partial<AnyOperation>, 'ignoredBeside' | 'route'>,
  input: Record<string, unknown>,
  { surface, audience }: Pick<Call, 'surface' | 'audience'>,
) {
  const taken = surface === 'page' ? operation.input : requireFieldsOn(operation.input, audience);
  const fromQuery = readsQueryString(operation);
  const isGiven = (value: unknown) => value !== '' && value !== null && value !== undefined;
  const isIgnored = (name: string) => isGiven(input[operation.ignoredBeside?.[name] ?? '']);
  const values = fromQuery
    ? Object.fromEntries(Object.entries(input).filter(([name, value]) => isGiven(value) && !isIgnored(name)))
    : input;
  const schema = compileSchema(fromQuery ? taken : toStrictInput(taken));
  const result = schema.safeParse(values, { reportInput: true });
  if (!result.success) throw toRefusal(result.error, taken);
  return result.data;
}

const requiringInputs = new WeakMap<z.ZodObject, Map<Audience | undefined, z.ZodObject>>();

/** The input as an MCP server takes it, or REST: what only others may leave out (`optionalOnMcpServers`) is required. */
export function requireFieldsOn(input: z.ZodObject, audience?: Audience): z.ZodObject {
  let byAudience = requiringInputs.get(input);
  if (byAudience === undefined) {
    byAudience = new Map();
    requiringInputs.set(input, byAudience);
  }
  let schema = byAudience.get(audience);
  if (schema === undefined) {
    const required = Object.entries(input.shape).filter(([, field]) => {
      const servers = findOptionalServers(field);
      return servers !== undefined && !(audience !== undefined && servers.includes(audience));
    });
    schema =
      required.length === 0
        ? input
        : input.extend(
            Object.fromEntries(required.map(([name, field]) => [name, (field as z.ZodOptional).unwrap()])),
          );
    byAudience.set(audience, schema);
  }
  return schema;
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

const headInputs = new WeakMap<AnyDefinition, z.ZodObject>();

/** The fields of `head` alone, from an address. */
export function parseHead(
  definition: AnyDefinition,
  pathFields: Record<string, unknown>,
): Record<string, unknown> {
  let schema = headInputs.get(definition);
  if (schema === undefined) {
    const names = (definition.head ?? []) as readonly string[];
    schema = definition.input.pick(
      Object.fromEntries(names.map((name) => [name, true])) as never,
    ) as z.ZodObject;
    headInputs.set(definition, schema);
  }
  const result = compileSchema(schema).safeParse(pathFields, { reportInput: true });
  if (!result.success) throw toRefusal(result.error, schema);
  return result.data as Record<string, unknown>;
}
