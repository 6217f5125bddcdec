import type { Db } from '../../base/db/connect.ts';

export interface UnembeddedPassage {
  id: string;
  title: string;
  text: string;
}

/** Passages without an embedding of this model, newest first. */
export async function listUnembedded(db: Db, model: string, limit: number): Promise<UnembeddedPassage[]> {
  return db<UnembeddedPassage[]>`
    select id, title, text from knowledge_passage passage
     where not exists (select from knowledge_vector where passage_id = passage.id and model = ${model})
     order by id desc limit ${limit}`;
}

/** Vector length in bytes; null when there are none. */
export async function findVectorBytes(db: Db, model: string): Promise<number | null> {
  const [row] = await db<{ bytes: number }[]>`
    select length(vector) as bytes from knowledge_vector where model = ${model} limit 1`;
  return row?.bytes ?? null;
}

/** Skips passages that were deleted or retitled meanwhile. */
export async function saveVectors(
  db: Db,
  model: string,
  passages: readonly UnembeddedPassage[],
  vectors: readonly Buffer[],
): Promise<void> {
  await db`
    insert into knowledge_vector (passage_id, model, vector)
    select passage.id, ${model}, made.vector
      from unnest(${passages.map(({ id }) => id)}::bigint[], ${passages.map(({ title }) => title)}::text[],
                  ${vectors.map((vector) => `\\x${vector.toString('hex')}`)}::text[]::bytea[]) as made (id, title, vector)
      join knowledge_passage passage on passage.id = made.id and passage.title = made.title
       for key share of passage
    on conflict (passage_id) do update
       set model = excluded.model, vector = excluded.vector, written = clock_timestamp()`;
}

export async function deleteVectors(db: Db, passageIds: readonly string[]): Promise<void> {
  await db`delete from knowledge_vector where passage_id = any (${[...passageIds]}::bigint[])`;
}

/** Newest passages first, without the vectors themselves. */
export async function listVectors(
  db: Db,
  model: string,
  limit: number,
): Promise<{ id: string; written: string }[]> {
  return db<{ id: string; written: string }[]>`
    select passage_id as id, written::text from knowledge_vector where model = ${model} order by passage_id desc limit ${limit}`;
}

export async function readVectors(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; written: string; vector: Buffer }[]> {
  return db<{ id: string; written: string; vector: Buffer }[]>`
    select passage_id as id, written::text, vector from knowledge_vector where passage_id = any (${[...ids]}::bigint[])`;
}
