import type { ReplyOf } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import type { find_settlement } from '../../../features/actions/find_settlement.ts';
import type { PageRequest } from '../page/page.ts';

/** By id or slug; show_settlement would read much more. */
export async function requireSettlement(
  reference: string,
  { findSettlement }: PageRequest,
): Promise<NonNullable<ReplyOf<typeof find_settlement>>> {
  return (await findSettlement(reference)) ?? refuse.notFound('settlement');
}
