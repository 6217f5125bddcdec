import type { Db } from '../../base/db/connect.ts';
import { isId } from '../../domain/kernel/identifier.ts';
import {
  finishImport,
  type ImportCounts,
  importColumns,
  type LandImport,
  type NewImport,
} from './land-imports.ts';

/** An import by the command line, applied in this transaction. Rows are kept, features are not: files may be of any size. */
export async function insertCommandImport(
  db: Db,
  given: Pick<NewImport, 'id' | 'kind' | 'fileName' | 'system' | 'parameters'> & {
    settlementId: string | null;
    isSwapped: boolean;
    now: Date;
  },
): Promise<void> {
  await db`
    insert into land_import (id, settlement_id, kind, is_bounded, file_name, system, parameters, is_swapped, state,
                             created_at, expires_at)
    values (${given.id}, ${given.settlementId}, ${given.kind}, false, ${given.fileName}, ${given.system}, ${given.parameters},
            ${given.isSwapped}, 'applying', ${given.now}, ${given.now})`;
}

/** False: it changed nothing and is not kept. */
export async function finishCommandImport(
  db: Db,
  id: string,
  report: ImportCounts,
  now: Date,
): Promise<boolean> {
  const dropped = await db`
    delete from land_import i where id = ${id}
       and not exists (select 1 from land_import_row r where r.import_id = i.id) returning 1`;
  if (dropped.length > 0) return false;
  await db`
    update land_import set report = ${db.json(report as never)}, read_count = ${report.read} where id = ${id}`;
  await finishImport(db, id, now);
  return true;
}

export async function lockImport(db: Db, id: string): Promise<void> {
  await db`select 1 from land_import where id = ${id} for update`;
}

/** An import of any settlement or none, for the command line. */
export async function findAnyImport(db: Db, id: string): Promise<LandImport | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await db<LandImport[]>`select ${importColumns(db)} from land_import where id = ${id}`;
  return row;
}
