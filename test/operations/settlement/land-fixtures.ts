import { insertParcels } from '../../../src/store/land/parcels.ts';
import type { TestService } from '../../harness/service.ts';
import { squarePlot } from '../../harness/village.ts';

export interface Place {
  latitude: number;
  longitude: number;
}

/** Parcels of the cadastre in rows and columns of the village's grid; numbers are made of both. */
export async function createParcelGrid(
  service: TestService,
  rows: readonly [from: number, to: number],
  columns: readonly [from: number, to: number],
  settlementId: string | null = null,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  const parcels = [];
  for (let row = rows[0]; row <= rows[1]; row += 1) {
    for (let column = columns[0]; column <= columns[1]; column += 1) {
      const number = `${row}-${column}`;
      const id = service.newId();
      ids[number] = id;
      parcels.push({
        id,
        settlementId,
        number,
        cadastralNumber: `50:99:${row}:${column}`,
        address: '',
        ...squarePlot(row, column),
      });
    }
  }
  for (let start = 0; start < parcels.length; start += 2000)
    await insertParcels(service.db, parcels.slice(start, start + 2000), new Date());
  return ids;
}

/** A line around rows and columns of the grid, drawn a quarter of a plot outside them. */
export function ringAround(
  rows: readonly [from: number, to: number],
  columns: readonly [from: number, to: number],
): Place[] {
  const [south, north] = [56.3 + (rows[0] - 0.25) * 0.0003, 56.3 + (rows[1] + 1.25) * 0.0003];
  const [west, east] = [37.5 + (columns[0] - 0.25) * 0.0005, 37.5 + (columns[1] + 1.25) * 0.0005];
  return [
    { latitude: south, longitude: west },
    { latitude: south, longitude: east },
    { latitude: north, longitude: east },
    { latitude: north, longitude: west },
  ];
}

export async function listMembers(service: TestService, settlementId: string): Promise<string[]> {
  const rows = await service.db<
    { number: string }[]
  >`select number from parcel where settlement_id = ${settlementId} order by number`;
  return rows.map(({ number }) => number);
}

/** Everything a boundary could change, to compare before and after. */
export async function snapshotLand(service: TestService): Promise<string> {
  const { db } = service;
  const land = await db`select id, settlement_id, updated_at from parcel order by id`;
  const history = await db`select count(*)::int as n from settlement_boundary`;
  const changes = await db`select count(*)::int as n from parcel_change`;
  const settlements = await db`select id, boundary_id, parcels_total from settlement order by id`;
  return JSON.stringify([land, history, changes, settlements]);
}
