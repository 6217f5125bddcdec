import type { Db } from '../../base/db/connect.ts';
import type { BoardHiding } from '../../domain/rules/board-hiding.ts';
import type { Visibility } from '../../domain/rules/settlement-role.ts';

export interface HidingSubject {
  type: 'article' | 'media';
  id: string;
}

interface HidingRow {
  id: string;
  widest: Visibility;
  wanted: Visibility;
  reason: string;
  at: Date;
}

/** What the board hid, by the thing's id; the thing itself must be locked to change it. */
export async function listBoardHidings(
  db: Db,
  type: HidingSubject['type'],
  ids: readonly string[],
): Promise<Map<string, BoardHiding>> {
  if (ids.length === 0) return new Map();
  const rows = await db<HidingRow[]>`
    select subject_id as id, widest, wanted, reason, hidden_at as at from board_hiding
     where subject_type = ${type} and subject_id = any(${[...ids]}::bigint[])`;
  return new Map(rows.map(({ id, ...hiding }) => [id, hiding]));
}

export async function findBoardHiding(db: Db, { type, id }: HidingSubject): Promise<BoardHiding | null> {
  return (await listBoardHidings(db, type, [id])).get(id) ?? null;
}

export async function saveBoardHiding(
  db: Db,
  { type, id }: HidingSubject,
  hiding: BoardHiding | null,
): Promise<void> {
  if (hiding === null) {
    await db`delete from board_hiding where subject_type = ${type} and subject_id = ${id}`;
    return;
  }
  await db`
    insert into board_hiding (subject_type, subject_id, widest, wanted, reason, hidden_at)
    values (${type}, ${id}, ${hiding.widest}, ${hiding.wanted}, ${hiding.reason}, ${hiding.at})
    on conflict (subject_type, subject_id) do update
       set widest = excluded.widest, wanted = excluded.wanted, reason = excluded.reason, hidden_at = excluded.hidden_at`;
}
