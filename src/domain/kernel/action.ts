import type { z } from 'zod';
import type { Context } from './context.ts';

/**
 * Something a page does that is no operation: it concerns an account, a settlement's office or the installation. It runs
 * through the kernel like an operation and has neither a REST route nor an MCP tool.
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
  /** The same form arriving twice is done once, and the second is told what the first was: a reply of plain JSON. */
  readonly isIdempotent?: true;
  /**
   * Something slow, before the transaction and with nothing held meanwhile. `permit` has not run yet: whoever may not is
   * refused here, too. `handle` gets what it found.
   */
  prepare?(input: z.output<Input>, context: Context<'mcp:write'>): Promise<Prepared>;
  /** Who may: loads what it is about, or refuses. Runs first in the transaction; `handle` gets what it found. */
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
