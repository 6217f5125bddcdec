import { compileSchema } from './compiled-schemas.ts';
import type { Context } from './context.ts';
import { type AnyDefinition, showWritten } from './operation.ts';
import { refuseSilenced } from './write-permission.ts';

/** The subject, for a caller who may have it. */
export async function loadPermitted(
  definition: AnyDefinition,
  input: Record<string, unknown>,
  context: Context,
  lock: boolean,
): Promise<unknown> {
  const subject = await definition.load?.(input, context, lock);
  definition.permit?.(subject, context.caller, input);
  refuseSilenced(definition, subject, context, input);
  return subject;
}

/** The same while only the fields of `head` are known. */
export async function permitHead(
  definition: AnyDefinition,
  at: Record<string, unknown>,
  context: Context,
): Promise<void> {
  const subject = await definition.load?.(at, context, false);
  definition.permit?.(subject, context.caller, undefined as never);
}

/** The reply is made from what `write` returned, and made anew for a repeat. */
export const showsAnew = ({ show }: AnyDefinition) => show !== undefined && show !== showWritten;

/** The reply, without fields that the output does not declare. */
export async function show(
  definition: AnyDefinition,
  input: Record<string, unknown>,
  context: Context,
  shown: unknown,
): Promise<unknown> {
  const reply = definition.show === undefined ? shown : await definition.show(input, context, shown);
  return definition.output === undefined ? reply : compileSchema(definition.output).parse(reply);
}
