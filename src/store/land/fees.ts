import type { Db } from '../../base/db/connect.ts';
import type { FeeRow, FeeTotals } from '../../domain/rules/fee-tables.ts';

export interface FeeTableRow extends FeeTotals {
  id: string;
  period: string;
  uploadedAt: Date;
  uploadedBy: string;
  rowsWithoutPlot: number;
  state: 'standing' | 'replaced' | 'taken_back';
}

/** Newest first, with their sums: no line of a single plot. */
export async function listFeeTables(db: Db, settlementId: string, limit: number): Promise<FeeTableRow[]> {
  return db<FeeTableRow[]>`
    select t.id, t.period, t.uploaded_at as "uploadedAt", a.display_name as "uploadedBy", t.rows_without_plot as "rowsWithoutPlot",
           case when t.taken_back_at is not null then 'taken_back' when t.replaced_at is not null then 'replaced' else 'standing' end as state,
           coalesce(l.asked, 0)::float8 as asked, coalesce(l.paid, 0)::float8 as paid,
           coalesce(l.remaining, 0)::float8 as remaining, l.plots
      from fee_table t join account a on a.id = t.uploaded_by
      left join lateral (select sum(asked) as asked, sum(paid) as paid, sum(remaining) as remaining,
                                count(distinct parcel_id)::int as plots from fee_line where table_id = t.id) l on true
     where t.settlement_id = ${settlementId} order by t.id desc limit ${limit}`;
}

export interface FeeLine {
  line: number;
  plotNumber: string;
  asked: number | null;
  paid: number | null;
  remaining: number | null;
  note: string;
}

/** In the order of the file. */
export async function listFeeLines(
  db: Db,
  settlementId: string,
  tableId: string,
  limit: number,
): Promise<FeeLine[]> {
  return db<FeeLine[]>`
    select l.line, p.number as "plotNumber", l.asked::float8 as asked, l.paid::float8 as paid,
           l.remaining::float8 as remaining, l.note
      from fee_table t join fee_line l on l.table_id = t.id join parcel p on p.id = l.parcel_id
     where t.id = ${tableId} and t.settlement_id = ${settlementId} order by l.line limit ${limit}`;
}

export async function mapPlotsByNumber(db: Db, settlementId: string): Promise<Map<string, string[]>> {
  const rows = await db<{ key: string; ids: string[] }[]>`
    select number_key as key, array_agg(id::text order by id) as ids from parcel
     where settlement_id = ${settlementId} group by number_key`;
  return new Map(rows.map(({ key, ids }) => [key, ids]));
}

export interface StandingTable {
  id: string;
  period: string;
}

/** With the settlement locked. */
export async function findStandingTable(
  db: Db,
  settlementId: string,
  period: string,
): Promise<StandingTable | undefined> {
  const [row] = await db<StandingTable[]>`
    select id, period from fee_table
     where settlement_id = ${settlementId} and lower(period) = lower(${period}) and replaced_at is null and taken_back_at is null`;
  return row;
}

export async function countFeeTables(db: Db, settlementId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from fee_table where settlement_id = ${settlementId}`;
  return row?.count ?? 0;
}

export async function insertFeeTable(
  db: Db,
  table: {
    id: string;
    settlementId: string;
    period: string;
    uploadedBy: string;
    now: Date;
    rows: readonly FeeRow[];
  },
): Promise<void> {
  const { id, settlementId, period, uploadedBy, now, rows } = table;
  const taken = rows.filter(({ parcelId }) => parcelId !== null);
  await db`
    update fee_table set replaced_at = ${now}
     where settlement_id = ${settlementId} and lower(period) = lower(${period}) and replaced_at is null and taken_back_at is null`;
  await db`
    insert into fee_table (id, settlement_id, period, uploaded_by, uploaded_at, rows_without_plot)
    values (${id}, ${settlementId}, ${period}, ${uploadedBy}, ${now}, ${rows.length - taken.length})`;
  await db`
    insert into fee_line (table_id, line, parcel_id, asked, paid, remaining, note)
    select ${id}, r.line, r."parcelId", r.asked, r.paid, r.remaining, r.note
      from jsonb_to_recordset(${db.json(taken as never)})
           as r (line integer, "parcelId" bigint, asked numeric, paid numeric, remaining numeric, note text)`;
}

/** Takes a standing table back; the one that it replaced stands again. Undefined: it stands no more. */
export async function takeBackFeeTable(
  db: Db,
  settlementId: string,
  id: string,
  now: Date,
): Promise<{ period: string; isRestored: boolean } | undefined> {
  const [table] = await db<{ period: string }[]>`
    update fee_table set taken_back_at = ${now}
     where id = ${id} and settlement_id = ${settlementId} and replaced_at is null and taken_back_at is null returning period`;
  if (table === undefined) return undefined;
  const restored = await db`
    update fee_table set replaced_at = null
     where id = (select t.id from fee_table t
                  where t.settlement_id = ${settlementId} and lower(t.period) = lower(${table.period}) and t.id < ${id}
                    and t.replaced_at is not null and t.taken_back_at is null order by t.id desc limit 1)
    returning 1`;
  return { period: table.period, isRestored: restored.length > 0 };
}
