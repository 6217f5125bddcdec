import type { Context } from '../kernel/context.ts';
import type { ProductEvent } from './events.ts';

/**
 * The one place where events become notifications, in the transaction of the operation that states them.
 */
export async function announce(
  _context: Pick<Context, 'db' | 'now' | 'newId' | 'services'>,
  _event: ProductEvent,
): Promise<void> {}
