import type { Db } from '../../base/db/connect.ts';

/** The greatest id below a bound in any table; undefined in an empty database. Reads indexes only. */
export async function findNewestId(db: Db, below: string): Promise<string | undefined> {
  const tables = await db<{ name: string }[]>`
    select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = current_schema() and c.column_name = 'id' and c.data_type = 'bigint' and t.table_type = 'BASE TABLE'`;
  let newest: bigint | undefined;
  for (const { name } of tables) {
    const [row] = await db<{ id: string | null }[]>`
      select max(id)::text as id from ${db(name)} where id < ${below}::bigint`;
    const id = row?.id == null ? undefined : BigInt(row.id);
    if (id !== undefined && (newest === undefined || id > newest)) newest = id;
  }
  return newest?.toString();
}
