import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { mayWriteMessage } from '../../../domain/rules/messaging.ts';
import { listRepresentativeIds } from '../../../store/directory/company-representatives.ts';
import { countResidents, findSharedSettlement } from '../../../store/land/residents.ts';
import { isRelatedTo, listBoardMemberIds } from '../../../store/land/settlement-roles.ts';
import { listBlocked } from '../../../store/messaging/blocks.ts';
import {
  addMembers,
  lockThread,
  nameMember,
  type ThreadRow,
} from '../../../store/messaging/conversations.ts';

/** Adds a board member who writes into the board's conversation for the first time. */
export async function joinThread(
  conversationId: string,
  address: { as_board?: boolean | undefined },
  { db, caller }: SignedInContext,
): Promise<ThreadRow> {
  if (address.as_board !== true) return refuse.notFound('conversation');
  await addMembers(db, conversationId, [{ accountId: caller.accountId, side: 'board' }]);
  return (await lockThread(db, conversationId, caller.accountId)) ?? refuse.notFound('conversation');
}

/** `known`: what of it has been read in this transaction. */
export async function permitWriting(
  thread: ThreadRow,
  accountId: string,
  known: { areNeighbours: boolean },
  { db }: SignedInContext,
): Promise<void> {
  const me = thread.members.find((member) => member.accountId === accountId);
  const others = thread.members.filter((member) => member !== me);
  const otherIds = others.map((member) => member.accountId);
  const isPerson = thread.kind === 'person';
  const [first = ''] = otherIds;
  const areNeighbours =
    isPerson &&
    otherIds.length > 0 &&
    (otherIds.length === 1
      ? known.areNeighbours || (await findSharedSettlement(db, accountId, first)) !== null
      : (await countResidents(db, thread.settlementId as string, [accountId, ...otherIds])) ===
        otherIds.length + 1);
  permit(
    mayWriteMessage({
      kind: thread.kind,
      side: me?.side ?? 'person',
      areNeighbours,
      isRelated: thread.kind === 'board' && (await isRelatedTo(db, thread.settlementId as string, accountId)),
      isAnswered:
        thread.kind !== 'company' || (await listRepresentativeIds(db, thread.companyId as string)).length > 0,
      isBlocking: me?.isBlocking ?? false,
      isBlocked:
        others.some((member) => member.isBlocking) ||
        (isPerson && (await listBlocked(db, accountId, otherIds)).length > 0),
    }),
  );
}

/** Somebody known as a plot so far is shown by name to a neighbour who writes to them by account. */
export async function nameAddressee(
  thread: ThreadRow,
  address: { account?: string | undefined },
  { db }: SignedInContext,
): Promise<void> {
  const isPlot = thread.members.some(
    ({ accountId, side }) => accountId === address.account && side === 'plot',
  );
  if (thread.kind === 'person' && address.account !== undefined && isPlot)
    await nameMember(db, thread.id, address.account);
}

/** Adds current board members or representatives: they read from the next message on. */
export async function addRoleMembers(thread: ThreadRow, { db }: SignedInContext): Promise<void> {
  if (thread.kind === 'board') {
    const board = await listBoardMemberIds(db, thread.settlementId as string);
    await addMembers(
      db,
      thread.id,
      board.map((accountId) => ({ accountId, side: 'board' as const })),
    );
  } else if (thread.kind === 'company') {
    const staff = await listRepresentativeIds(db, thread.companyId as string);
    await addMembers(
      db,
      thread.id,
      staff.map((accountId) => ({ accountId, side: 'company' as const })),
    );
  }
}
