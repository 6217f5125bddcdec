import type { z } from 'zod';
import type { Context } from '../kernel/context.ts';

/**
 * Something a page does that is no operation: it concerns an account, a settlement's office or the installation. It runs
 * through the kernel like an operation and has neither a REST route nor an MCP tool.
 */
export interface Action<
  Name extends string = string,
  Input extends z.ZodObject = z.ZodObject,
  Output = unknown,
  Permitted = unknown,
> {
  readonly name: Name;
  /** One line: what it does, and for whom. */
  readonly summary: string;
  readonly input: Input;
  /** The same form arriving twice is done once, and the second is told what the first was: a reply of plain JSON. */
  readonly isOnce?: true;
  /**
   * What has to stay also when the action is refused, such as a try that was counted: runs before the transaction.
   */
  prepare?(input: z.output<Input>, context: Context<'mcp:write'>): Promise<void>;
  /** Who may: loads what it is about, or refuses. Runs first in the transaction; `handle` gets what it found. */
  permit(input: z.output<Input>, context: Context<'mcp:write'>): Promise<Permitted>;
  handle(input: z.output<Input>, context: Context<'mcp:write'>, permitted: Permitted): Promise<Output>;
}

export function defineAction<const Name extends string, Input extends z.ZodObject, Output, Permitted>(
  action: Action<Name, Input, Output, Permitted>,
): Action<Name, Input, Output, Permitted> {
  return Object.freeze(action);
}
