import type { Context } from '../../domain/kernel/context.ts';
import type { Outcome } from '../../domain/rules/knowledge-moderation.ts';
import { refuseOverQuota } from '../../domain/rules/quotas.ts';
import { countUsed } from '../../store/accounts/quotas.ts';

/**
 * Refuses one more text for the moderators when as many of its writer wait as may. What takes the place of a text that
 * waits already is none more. The writer's quotas are locked.
 */
export async function refuseTooManyWaiting(
  { db, caller, services, now }: Pick<Context<'mcp:write'>, 'db' | 'caller' | 'services' | 'now'>,
  outcome: Outcome,
  replaced: string | null,
): Promise<void> {
  if (outcome.revision !== 'waiting' || replaced !== null) return;
  const waiting = await countUsed(db, 'waiting', caller, now());
  refuseOverQuota('status', 'waiting', waiting, services.quotas);
}
