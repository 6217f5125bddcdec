import type { z } from 'zod';
import type { Audience } from './operation.ts';

/**
 * An argument that only these MCP servers take, to keep the other tool lists short; REST always takes it. Wrap the
 * whole field: the metadata must be outermost.
 */
export function onlyOnMcpServers<Field extends z.ZodType>(servers: readonly Audience[], field: Field): Field {
  return field.meta({ servers }) as Field;
}

/** An argument that REST and the other MCP servers require; on these servers and on pages it may be left out. */
export function optionalOnMcpServers<Field extends z.ZodType>(servers: readonly Audience[], field: Field) {
  return field.optional().meta({ optionalOn: servers });
}

/** The servers on which the argument may be left out, if REST requires it. */
export const findOptionalServers = (field: z.ZodType) =>
  ((field.meta() ?? {}) as { optionalOn?: readonly Audience[] }).optionalOn;

/** States in the contract what a handler takes for an argument left out; parsing stays as it is. Wrap the whole field. */
export function stateDefault<Field extends z.ZodType>(value: unknown, field: Field): Field {
  return field.meta({ stated: value }) as Field;
}

/** An argument of REST only: no MCP server takes it. */
export const restOnly = <Field extends z.ZodType>(field: Field) => onlyOnMcpServers([], field);

export function isAcceptedOn(audience: Audience, field: z.ZodType): boolean {
  const { servers } = (field.meta() ?? {}) as { servers?: readonly Audience[] };
  return servers === undefined || servers.includes(audience);
}
