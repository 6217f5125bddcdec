import type { SignedInContext } from '../../domain/kernel/context.ts';
import { isId } from '../../domain/kernel/identifier.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { findOwnBoardInvitation, type OwnBoardInvitation } from '../../store/land/board-invitations.ts';
import { findAppointableAccount } from '../../store/land/boards.ts';

/** An invitation that the caller may answer; for everybody else there is none. */
export async function loadOwnBoardInvitation(
  id: string,
  { db, caller }: Pick<SignedInContext, 'db' | 'caller'>,
  lock: boolean,
): Promise<OwnBoardInvitation> {
  if (!isId(id)) refuse.notFound('invitation');
  // Before the invitation, as deleting the account does; a deleted one answers nothing.
  if (lock && !(await findAppointableAccount(db, { account: caller.accountId })))
    refuse.notFound('invitation');
  return (await findOwnBoardInvitation(db, id, caller.accountId, lock)) ?? refuse.notFound('invitation');
}
