import type { Db } from '../../base/db/connect.ts';
import type { Silence } from '../../domain/kernel/silence.ts';

/** As JSON has it: the moment in milliseconds. */
export type SilenceRow = Omit<Silence, 'until'> & { readonly until: number };

export const toSilence = (row: SilenceRow): Silence => ({ ...row, until: new Date(row.until) });

/** Where account `a` writes nothing now: a JSON array; null where there is nothing, as nearly always. */
export function standingSilences(db: Db, now: Date) {
  return db`
    (select json_agg(json_build_object('id', x.id::text, 'settlementId', x.settlement_id::text, 'settlementName', p.name,
                       'timeZone', p.time_zone, 'by', x.imposed_as, 'reason', x.reason,
                       'until', floor(extract(epoch from x.until) * 1000)) order by x.until desc)
       from sanction x left join settlement p on p.id = x.settlement_id
      where x.account_id = a.id and x.kind = 'silence' and x.ended_at is null and x.until > ${now})`;
}
