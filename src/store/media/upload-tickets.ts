import type { Db } from '../../db/connect.ts';
import type { MediaSubjectType } from '../../rules/media-access.ts';
import type { Visibility } from '../../rules/standing.ts';

/** What the file will become. */
export interface PlannedMedia {
  subjectType: MediaSubjectType;
  subjectId: string;
  caption: string;
  fileName: string;
  visibility: Visibility | null;
  tags: string[];
}

export interface TicketRow {
  accountId: string;
  isModerator: boolean;
  media: PlannedMedia;
}

export async function insertTicket(
  db: Db,
  ticket: { tokenSha256: string; accountId: string; media: PlannedMedia; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db`
    insert into upload_ticket (token_hash, account_id, media, created_at, expires_at)
    values (decode(${ticket.tokenSha256}, 'hex'), ${ticket.accountId}, ${db.json(ticket.media as never)}, ${ticket.createdAt}, ${ticket.expiresAt})`;
}

/** Uses it up and looks it up in one statement, so that of two senders one finds nothing. */
export async function claimTicket(db: Db, tokenSha256: string, now: Date): Promise<TicketRow | undefined> {
  const [row] = await db<TicketRow[]>`
    update upload_ticket t set used_at = ${now}
      from account a
     where t.token_hash = decode(${tokenSha256}, 'hex') and t.used_at is null and t.expires_at > ${now}
       and a.id = t.account_id and a.deleted_at is null
    returning t.account_id as "accountId", coalesce(a.platform_role = 'moderator', false) as "isModerator", t.media`;
  return row;
}

/** A line that broke or a wrong file does not cost the address: it can be used again until it expires. */
export async function releaseTicket(db: Db, tokenSha256: string): Promise<void> {
  await db`
    update upload_ticket set used_at = null where token_hash = decode(${tokenSha256}, 'hex') and media_id is null`;
}

export async function closeTicket(db: Db, tokenSha256: string, mediaId: string): Promise<void> {
  await db`update upload_ticket set media_id = ${mediaId} where token_hash = decode(${tokenSha256}, 'hex')`;
}

export async function sweepTickets(db: Db, before: Date): Promise<void> {
  await db`delete from upload_ticket where expires_at < ${before}`;
}
