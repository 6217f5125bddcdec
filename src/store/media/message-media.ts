import type { Db } from '../../base/db/connect.ts';
import { type MediaRow, mediaColumns } from './media.ts';

/** Assigns uploaded photographs of the sender to a message; returns their number. */
export async function attachToMessage(
  db: Db,
  accountId: string,
  ids: readonly string[],
  messageId: string,
): Promise<number> {
  const rows = await db`
    update media set subject_id = ${messageId}
     where id = any(${[...ids]}::bigint[]) and owner_id = ${accountId} and subject_type = 'message' and subject_id = owner_id
       and state <> 'failed'
    returning 1`;
  return rows.length;
}

/** Photographs per message in upload order. The caller has checked that the messages are visible. */
export async function listMediaOfMessages(
  db: Db,
  messageIds: readonly string[],
): Promise<Map<string, MediaRow[]>> {
  const media = new Map<string, MediaRow[]>(messageIds.map((id) => [id, []]));
  if (messageIds.length === 0) return media;
  const rows = await db<MediaRow[]>`
    select ${mediaColumns(db)} from media m
     where m.subject_type = 'message' and m.subject_id = any(${[...messageIds]}::bigint[]) and m.state <> 'failed'
     order by m.id`;
  for (const row of rows) media.get(row.subjectId)?.push(row);
  return media;
}
