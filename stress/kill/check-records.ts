import type { Pool } from '../../src/base/db/connect.ts';
import type { Acknowledged } from './ledger.ts';

type FoundRow = { marker: string } & Record<string, string | null>;

/** Queries for each kind of thing by marker, with the fields that writers expect, all as text. */
const recordQueries: Record<string, (sql: Pool, like: string) => PromiseLike<readonly FoundRow[]>> = {
  article: (sql, like) =>
    sql<FoundRow[]>`select title as marker, body, status from article where title like ${like}`,
  knowledge_revision: (sql, like) => sql<FoundRow[]>`
    select title as marker, state from knowledge_revision where title like ${like} and note = ''`,
  knowledge_note: (sql, like) => sql<FoundRow[]>`
    select note as marker, state from knowledge_revision where note like ${like}`,
  task: (sql, like) =>
    sql<FoundRow[]>`select title as marker, body, status from task where title like ${like}`,
  task_comment: (sql, like) =>
    sql<FoundRow[]>`select comment as marker from task_change where comment like ${like}`,
  message: (sql, like) => sql<FoundRow[]>`
    select body as marker, id::text as id, number::text as number from message where body like ${like}`,
  proposal: (sql, like) =>
    sql<FoundRow[]>`select note as marker, status from change_proposal where note like ${like}`,
  review: (sql, like) => sql<FoundRow[]>`select body as marker, medal from review where body like ${like}`,
  answer: (sql, like) => sql<FoundRow[]>`select body as marker from review_answer where body like ${like}`,
  object: (sql, like) => sql<FoundRow[]>`
    select title as marker, notes, (archived_at is not null)::text as archived from parcel_object where title like ${like}`,
  connection: (sql, like) =>
    sql<FoundRow[]>`select name as marker, state from device_connection where name like ${like}`,
  contact: (sql, like) =>
    sql<FoundRow[]>`select name as marker, notes, hours from contact where name like ${like}`,
  claim: (sql, like) => sql<FoundRow[]>`select note as marker, state from membership where note like ${like}`,
  media: (sql, like) => sql<FoundRow[]>`
    select caption as marker, id::text as id, visibility::text as visibility from media where caption like ${like}`,
  ticket: (sql, like) => sql<FoundRow[]>`
    select media->>'caption' as marker from upload_ticket where media->>'caption' like ${like}`,
  // One per account, or found by identifier.
  company: (sql) => sql<FoundRow[]>`select id::text as marker, name, hours from company`,
  settings: (sql) => sql<FoundRow[]>`
    select account_id::text as marker, assistant_width::text as width from interface_settings`,
  preferences: (sql) => sql<FoundRow[]>`
    select account_id::text as marker, topics->'reminders'->>'mail' as reminders from notification_preference`,
  account: (sql) => sql<FoundRow[]>`select id::text as marker, language from account`,
  notification: (sql) => sql<FoundRow[]>`
    select id::text as marker, (read_at is not null)::text as read from notification`,
};

export interface RecordsReport {
  records: number;
  lost: string[];
  doubled: string[];
}

/** Checks that every acknowledged thing exists once, in its last written state, and that no marker exists twice. */
export async function checkRecords(
  sql: Pool,
  entries: readonly Acknowledged[],
  prefix: string,
): Promise<RecordsReport> {
  const expected = new Map<
    string,
    Map<string, { has: Record<string, string>; gone: boolean; last: string }>
  >();
  for (const { thing, marker, has, gone, operation } of entries) {
    const ofKind = expected.get(thing) ?? new Map();
    expected.set(thing, ofKind);
    const known = ofKind.get(marker);
    ofKind.set(marker, { has: { ...known?.has, ...has }, gone: gone === true, last: operation });
  }
  const report: RecordsReport = { records: 0, lost: [], doubled: [] };
  for (const [thing, find] of Object.entries(recordQueries)) {
    const rows = await find(sql, `${prefix}%`);
    const byMarker = new Map<string, FoundRow[]>();
    for (const row of rows) byMarker.set(row.marker, [...(byMarker.get(row.marker) ?? []), row]);
    // Unacknowledged things may exist at most once, too.
    for (const [marker, same] of byMarker)
      if (same.length > 1) report.doubled.push(`${thing} ${marker}: ${same.length} times`);
    for (const [marker, { has, gone, last }] of expected.get(thing) ?? []) {
      report.records += 1;
      const row = byMarker.get(marker)?.[0];
      if (gone) {
        if (row !== undefined) report.lost.push(`${thing} ${marker}: still exists after ${last}`);
      } else if (row === undefined) report.lost.push(`${thing} ${marker}: missing after ${last}`);
      else {
        for (const [field, value] of Object.entries(has)) {
          if (row[field] !== value)
            report.lost.push(`${thing} ${marker}: ${field} is ${row[field]}, not ${value}, after ${last}`);
        }
      }
    }
  }
  for (const thing of expected.keys())
    if (recordQueries[thing] === undefined) throw new Error(`No query for ${thing}.`);
  return report;
}
