import type { Db } from '../../base/db/connect.ts';
import type { StartProgress } from '../../domain/rules/board-start.ts';

export interface BoardStartRow extends StartProgress {
  isHidden: boolean;
}

export async function findBoardStart(db: Db, settlementId: string): Promise<BoardStartRow | undefined> {
  const [row] = await db<BoardStartRow[]>`
    select (select count(*)::int from parcel p where p.settlement_id = s.id) as plots,
           s.boundary_id is not null as "hasBoundary",
           (select count(*)::int from settlement_role r where r.settlement_id = s.id and r.role = 'editor') as editors,
           exists (select 1 from recorded_person r join parcel p on p.id = r.parcel_id
                    where p.settlement_id = s.id and r.membership_id is null)
             or exists (select 1 from membership m join parcel p on p.id = m.parcel_id
                         where p.settlement_id = s.id and m.state = 'confirmed') as "hasPeople",
           exists (select 1 from plot_code c join parcel p on p.id = c.parcel_id
                    where p.settlement_id = s.id) as "hasCodes",
           exists (select 1 from article a where a.settlement_id = s.id and a.kind = 'announcement'
                      and a.status = 'published') as "hasAnnouncement",
           s.start_hidden_at is not null as "isHidden"
      from settlement s where s.id = ${settlementId}`;
  return row;
}

export async function hideBoardStart(db: Db, settlementId: string, now: Date): Promise<void> {
  await db`update settlement set start_hidden_at = ${now} where id = ${settlementId}`;
}
