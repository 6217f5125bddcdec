import type { Db } from '../../base/db/connect.ts';
import { formatArrayLiteral } from '../../base/db/driver/array-literal.ts';
import { computeTermId } from '../../engines/search/term-id.ts';

/** Pseudo-term whose document frequency is the number of passages. */
export const passageCountTerm = '';

/** Advisory lock key: one merge or recount at a time. */
const mergeLock = '7201511848';

/** Appends document frequency changes; insert-only, so that writers do not block each other. */
export async function insertTermChanges(db: Db, deltas: ReadonlyMap<string, number>): Promise<void> {
  const changed = [...deltas].filter(([, delta]) => delta !== 0);
  if (changed.length === 0) return;
  await db`
    insert into search_term_change (term_id, term, delta)
    select term_id, term, delta
      from unnest(${formatArrayLiteral(changed.map(([term]) => computeTermId(term)))}::text::bigint[],
                  ${changed.map(([term]) => term)}::text[],
                  ${formatArrayLiteral(changed.map(([, delta]) => delta))}::text::integer[]) as change (term_id, term, delta)
     order by term_id`;
}

/**
 * Merges up to `limit` appended changes into the term table; returns their number. Queries already include unmerged
 * changes, only slower.
 */
export async function mergeTermStatistics(db: Db, limit = 50_000): Promise<number> {
  const [turn] = await db<{ taken: boolean }[]>`select pg_try_advisory_xact_lock(${mergeLock}) as taken`;
  if (turn?.taken !== true) return 0;
  const [merged] = await db<{ rows: number }[]>`
    with taken as (
      delete from search_term_change
       where ctid = any (array(select ctid from search_term_change limit ${limit} for update skip locked))
      returning term_id, term, delta
    ), total as (
      select term_id, min(term) as term, sum(delta)::integer as delta from taken group by term_id
    ), written as (
      insert into search_term (id, term, df) select term_id, term, delta from total order by term_id
      on conflict (id) do update set df = search_term.df + excluded.df
    )
    select count(*)::integer as rows from taken`;
  if (merged === undefined || merged.rows === 0) return 0;
  await db`delete from search_term where df <= 0`;
  return merged.rows;
}

/**
 * Recounts all document frequencies. One statement sees one snapshot: it deletes exactly the changes it has counted.
 * Does not block writers.
 */
export async function recountTerms(db: Db): Promise<void> {
  await db`set local statement_timeout = 0`;
  await db`select pg_advisory_xact_lock(${mergeLock})`;
  await db`
    with taken as (
      delete from search_term_change returning 1
    ), counted as materialized (
      select search_term_id(term) as id, term, count(*)::integer as df
        from knowledge_passage cross join lateral (
          select distinct term
            from unnest(string_to_array(replace(lexemes, E'\n', ' ') || ' ' || title_lexemes, ' ')) as term
           where term <> '') as term
       group by term
      union all
      select search_term_id(${passageCountTerm}), ${passageCountTerm}, count(*)::integer from knowledge_passage
    ), forgotten as (
      delete from search_term where not exists (select from counted where counted.id = search_term.id)
    )
    insert into search_term (id, term, df) select id, term, df from counted
    on conflict (id) do update set df = excluded.df where search_term.df <> excluded.df`;
}
