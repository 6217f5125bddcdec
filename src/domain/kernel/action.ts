import type { z } from 'zod';
import type { Context } from './context.ts';

/**
 * What only pages offer: about an account, a board's work or the installation. It runs through the kernel like an
 * operation, without a REST route or an MCP tool.
 */
export interface Action<
  Name extends string = string,
  Input extends z.ZodObject = z.ZodObject,
  Output = unknown,
  Permitted = unknown,
  Prepared = unknown,
> {
  readonly name: Name;
  /** One line: what it does, and for whom. */
  readonly summary: string;
  readonly input: Input;
  /** Runs without a transaction and changes nothing but what counts its readers. */
  readonly isReadOnly?: true;
  /** A repeat of the same form gets the stored reply of the first, which has to be plain JSON. */
  readonly isIdempotent?: true;
  /**
   * Slow work before the transaction, without a connection or locks. `permit` has not run yet, so permissions are
   * checked here too. Its result is passed to `handle`.
   */
  prepare?(input: z.output<Input>, context: Context<'mcp:write'>): Promise<Prepared>;
  /** Loads the subject and checks permission, first in the transaction. Its result is passed to `handle`. */
  permit(input: z.output<Input>, context: Context<'mcp:write'>): Promise<Permitted>;
  handle(
    input: z.output<Input>,
    context: Context<'mcp:write'>,
    permitted: Permitted,
    prepared: Prepared,
  ): Promise<Output>;
}

export function defineAction<
  const Name extends string,
  Input extends z.ZodObject,
  Output,
  Permitted,
  Prepared = undefined,
>(
  action: Action<Name, Input, Output, Permitted, Prepared>,
): Action<Name, Input, Output, Permitted, Prepared> {
  return Object.freeze(action);
}
