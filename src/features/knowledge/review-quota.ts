import type { SignedInContext } from '../../domain/kernel/context.ts';
import type { ModerationOutcome } from '../../domain/rules/knowledge-moderation.ts';
import { refuseOverQuota } from '../../domain/rules/quotas.ts';
import { countQuotaUsage } from '../../store/accounts/quotas.ts';

/**
 * Refuses another revision for review if its author has too many waiting. Replacing a waiting one does not count. The
 * caller has locked the author's quotas.
 */
export async function refuseOverReviewQuota(
  { db, caller, services, now }: Pick<SignedInContext, 'db' | 'caller' | 'services' | 'now'>,
  outcome: ModerationOutcome,
  replaced: string | null,
): Promise<void> {
  if (outcome.revision !== 'waiting' || replaced !== null) return;
  const waiting = await countQuotaUsage(db, 'waiting', caller, now());
  refuseOverQuota('status', 'waiting', waiting, services.quotas);
}
