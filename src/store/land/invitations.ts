import type { Db } from '../../base/db/connect.ts';
import type { InvitationState, Invitee } from '../../domain/rules/invitations.ts';
import type { ResidentRole } from '../../domain/rules/residency.ts';
import { plotOrder } from './plot-reach.ts';
import { isOver } from './recorded-people.ts';

/** State of code `c` with its letter `l`; a letter of an older version is not known, and counts as sent. */
const codeState = (db: Db, now: Date) => db`
  case when c.used_by is not null then 'used'
       when c.used_at is not null then 'withdrawn'
       when c.expires_at <= ${now} then 'over'
       when c.email_key is null then 'paper'
       when coalesce(l.state, c.letter_state) = 'printed' then 'console'
       else coalesce(l.state, c.letter_state, 'sent') end`;

export interface InviteeRow extends Invitee {
  personId: string;
  parcelId: string;
  plotNumber: string;
  name: string;
  role: ResidentRole;
  postalAddress: string;
}

/** Everybody recorded in the settlement with what became of the last invitation, by plot. */
export async function listInvitees(
  db: Db,
  settlementId: string,
  now: Date,
  limit: number,
): Promise<InviteeRow[]> {
  return db<InviteeRow[]>`
    select r.id as "personId", p.id as "parcelId", p.number as "plotNumber", r.name, r.role, r.postal_address as "postalAddress",
           r.email_key as "emailKey", coalesce(m.state = 'confirmed', false) as "hasAccount",
           ${isOver(db, now)} or coalesce(m.state = 'ended', false) as "isOver", last.state,
           (select count(*)::int from plot_code t
             where t.email_key = r.email_key and t.issued_at > ${now}::timestamptz - interval '1 day') as "sentToday"
      from parcel p join settlement s on s.id = p.settlement_id
      join recorded_person r on r.parcel_id = p.id
      left join membership m on m.id = r.membership_id
      left join lateral (
        select ${codeState(db, now)} as state from plot_code c left join letter l on l.id = c.letter_id
         where c.person_id = r.id order by c.id desc limit 1) last on true
     where p.settlement_id = ${settlementId}
     order by ${plotOrder(db)}, r.id limit ${limit}`;
}

/** Members whom nobody recorded: they have accounts. */
export async function countMembersWithoutRecord(db: Db, settlementId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from parcel p join membership m on m.parcel_id = p.id and m.state = 'confirmed'
     where p.settlement_id = ${settlementId} and not exists (select 1 from recorded_person r where r.membership_id = m.id)`;
  return row?.count ?? 0;
}

/** First key of the two-key advisory lock; the second is derived from the settlement. */
const invitingLockKey = 7201513;

/** Until the transaction ends, one editor at a time invites everybody: the second finds them invited. */
export async function lockInviting(db: Db, settlementId: string): Promise<void> {
  await db`select pg_advisory_xact_lock(${invitingLockKey}::integer, hashint8(${settlementId}::bigint))`;
}

/**
 * Locks these records and their codes without waiting, and returns whose could be locked: who is joining the village at
 * this moment is left out, and needs no invitation any more.
 */
export async function lockInvitees(db: Db, personIds: readonly string[]): Promise<Set<string>> {
  const records = await db<{ id: string }[]>`
    select id from recorded_person where id = any(${personIds as string[]}::bigint[]) and membership_id is null
     order by id for update skip locked`;
  const ids = records.map(({ id }) => id);
  const codes = await db<{ id: string }[]>`
    select id from plot_code where person_id = any(${ids}::bigint[]) and used_at is null order by id for update skip locked`;
  const busy = await db<{ id: string }[]>`
    select person_id as id from plot_code
     where person_id = any(${ids}::bigint[]) and used_at is null and id <> all(${codes.map(({ id }) => id)}::bigint[])`;
  const joining = new Set(busy.map(({ id }) => id));
  return new Set(ids.filter((id) => !joining.has(id)));
}

export async function withdrawCodesOfPeople(db: Db, personIds: readonly string[], now: Date): Promise<void> {
  await db`
    update plot_code set used_at = ${now}, invitee = null
     where person_id = any(${personIds as string[]}::bigint[]) and used_at is null`;
}

/** When the last letter of an invitation is to be sent that has not been tried; null: none waits. */
export async function findLastPacedLetter(db: Db): Promise<Date | null> {
  const [row] = await db<{ at: Date | null }[]>`
    select max(l.send_at) as at from letter l join plot_code c on c.letter_id = l.id
     where l.state = 'waiting' and l.attempts = 0`;
  return row?.at ?? null;
}

export interface IssuedCodeRow {
  id: string;
  plotNumber: string;
  /** Null: for whoever lives on the plot. */
  personId: string | null;
  name: string | null;
  isByLetter: boolean;
  state: InvitationState;
  issuedBy: string;
  issuedAt: Date;
  expiresAt: Date;
}

/** Codes that the board made, newest first; withdrawn ones only where they are asked for. Invitations of owners are theirs. */
export async function listIssuedCodes(
  db: Db,
  settlementId: string,
  wanted: { state?: InvitationState | undefined; before?: string | undefined; limit: number },
  now: Date,
): Promise<IssuedCodeRow[]> {
  const { state, before } = wanted;
  return db<IssuedCodeRow[]>`
    select x.* from (
      select c.id, p.number as "plotNumber", c.person_id as "personId", r.name, c.email_key is not null as "isByLetter",
             ${codeState(db, now)} as state, a.display_name as "issuedBy", c.issued_at as "issuedAt", c.expires_at as "expiresAt"
        from parcel p join plot_code c on c.parcel_id = p.id and c.role is null
        join account a on a.id = c.issued_by
        left join recorded_person r on r.id = c.person_id
        left join letter l on l.id = c.letter_id
       where p.settlement_id = ${settlementId} ${before === undefined ? db`` : db`and c.id < ${before}`}) x
     where ${state === undefined ? db`x.state <> 'withdrawn'` : db`x.state = ${state}`}
     order by x.id desc limit ${wanted.limit}`;
}
