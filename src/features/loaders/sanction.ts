import type { SignedInContext } from '../../domain/kernel/context.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { findSanction, hasOtherModerator, type SanctionRow } from '../../store/accounts/sanctions.ts';
import { findSettlement } from './memberships.ts';

/** A sanction as the caller may know it. */
export interface KnownSanction {
  sanction: SanctionRow;
  settlementId: string | null;
  isOwn: boolean;
  isEditor: boolean;
  isModerator: boolean;
  accountId: string;
  hasOtherModerator: boolean;
}

/** For the person, whoever imposes such in its place, and the auditor; 404 to all others. */
export async function loadSanction(
  { sanction: id }: { sanction: string },
  { db, caller }: Pick<SignedInContext, 'db' | 'caller'>,
  lock: boolean,
): Promise<KnownSanction> {
  const sanction = (await findSanction(db, id, lock)) ?? refuse.notFound('sanction');
  const { accountId, settlementId, imposedBy, office } = sanction;
  const isOwn = accountId === caller.accountId;
  const place = settlementId === null || isOwn ? undefined : await findSettlement(db, settlementId, caller);
  const { isEditor = false, readsAsBoard = false } = place?.settlementRole ?? {};
  const isSeen = isOwn || caller.isModerator || (office === 'board' && readsAsBoard);
  if (!isSeen) refuse.notFound('sanction');
  return {
    sanction,
    settlementId,
    isOwn,
    isEditor,
    isModerator: caller.isModerator,
    accountId: caller.accountId,
    hasOtherModerator: caller.isModerator && (await hasOtherModerator(db, [accountId, imposedBy])),
  };
}
