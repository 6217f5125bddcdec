import type { Db } from '../../base/db/connect.ts';
import { findAcknowledgement, findNoticeOfEvent } from '../../store/messaging/acknowledgements.ts';

/** Null when it is not urgent any more, or nothing to somebody without a plot in the settlement. */
export async function findLinkedNotice(db: Db, accountId: string, eventId: string) {
  const notice = await findNoticeOfEvent(db, eventId);
  if (!notice?.isOpen) return null;
  const { isMember, isDone } = await findAcknowledgement(db, { ...notice, accountId });
  return isMember ? { ...notice, isDone } : null;
}
