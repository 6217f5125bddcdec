import type { Pool } from '../../src/base/db/connect.ts';

export async function handle(sql: Pool, url: string): Promise<unknown> {
  const cursor = new URL(url, 'http://x').searchParams.get('cursor');
  const settlements = await sql`
    select id, slug, name, kind, status, region, address, parcels_total from settlement
     where ${cursor === null ? sql`true` : sql`id > ${cursor}`} order by id limit 31`;
  return {
    settlements: settlements.slice(0, 30),
    cursor: settlements.length > 30 ? settlements[29]?.id : null,
  };
}
