import type { Db } from '../../base/db/connect.ts';
import type { MediaSubjectType } from '../../domain/rules/media-access.ts';
import type { Visibility } from '../../domain/rules/settlement-role.ts';
import { type SilenceRow, standingSilences } from '../visibility/silences.ts';

/** Metadata of the file to be uploaded. */
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
  /** The uploaded file; null until then. */
  mediaId: string | null;
  /** Where the account writes nothing now. */
  silences?: SilenceRow[] | null;
}

export async function insertTicket(
  db: Db,
  ticket: { tokenSha256: string; accountId: string; media: PlannedMedia; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db`
    insert into upload_ticket (token_hash, account_id, media, created_at, expires_at)
    values (decode(${ticket.tokenSha256}, 'hex'), ${ticket.accountId}, ${db.json(ticket.media as never)}, ${ticket.createdAt}, ${ticket.expiresAt})`;
}

/** Valid until it expires, even after use (for retries), unless the uploaded file was removed. */
export async function findTicket(db: Db, tokenSha256: string, now: Date): Promise<TicketRow | undefined> {
  const [row] = await db<TicketRow[]>`
    select t.account_id as "accountId", coalesce(a.platform_role = 'moderator', false) as "isModerator", t.media,
           t.media_id as "mediaId", ${standingSilences(db, now)} as silences
      from upload_ticket t join account a on a.id = t.account_id
     where t.token_hash = decode(${tokenSha256}, 'hex') and t.expires_at > ${now}
       and (t.used_at is null or t.media_id is not null) and a.deleted_at is null`;
  return row;
}

/** Locked only after the whole file was received, so that a crashed upload holds no lock. */
export async function lockTicket(
  db: Db,
  tokenSha256: string,
): Promise<{ mediaId: string | null; isUsed: boolean } | undefined> {
  const [row] = await db<{ mediaId: string | null; isUsed: boolean }[]>`
    select media_id as "mediaId", used_at is not null as "isUsed" from upload_ticket
     where token_hash = decode(${tokenSha256}, 'hex') for update`;
  return row;
}

export async function closeTicket(db: Db, tokenSha256: string, mediaId: string, now: Date): Promise<void> {
  await db`
    update upload_ticket set media_id = ${mediaId}, used_at = ${now} where token_hash = decode(${tokenSha256}, 'hex')`;
}

/** False when there is no such ticket. */
export async function extendTicket(
  db: Db,
  ticket: { tokenSha256: string; accountId: string; expiresAt: Date },
): Promise<boolean> {
  const rows = await db`
    update upload_ticket set expires_at = greatest(expires_at, ${ticket.expiresAt})
     where token_hash = decode(${ticket.tokenSha256}, 'hex') and account_id = ${ticket.accountId}
       and (used_at is null or media_id is not null)
    returning 1`;
  return rows.length > 0;
}

export async function deleteExpiredTickets(db: Db, before: Date): Promise<void> {
  await db`delete from upload_ticket where expires_at < ${before}`;
}
