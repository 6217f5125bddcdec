import type { Db } from '../../base/db/connect.ts';
import type { ResidentRole } from '../../domain/rules/residency.ts';

export interface NewPlotCode {
  id: string;
  parcelId: string;
  hash: Buffer;
  /** Set: an owner's invitation. */
  role: ResidentRole | null;
  emailKey?: string;
  /** As the owner wrote it: an address or a name. */
  invitee?: string;
  /** The recorded person it is for. */
  personId?: string;
  /** The letter that carries it. */
  letterId?: string;
}

export async function insertPlotCodes(
  db: Db,
  codes: readonly NewPlotCode[],
  issue: { by: string; at: Date; expiresAt: Date },
): Promise<void> {
  await db`
    insert into plot_code (id, parcel_id, code_hash, role, email_key, invitee, person_id, letter_id, issued_by, issued_at, expires_at)
    select c.id, c.parcel, decode(c.hash, 'hex'), c.role, c.email, c.invitee, c.person, c.letter, ${issue.by}, ${issue.at}, ${issue.expiresAt}
      from unnest(${codes.map((code) => code.id)}::bigint[], ${codes.map((code) => code.parcelId)}::bigint[],
                  ${codes.map((code) => code.hash.toString('hex'))}::text[], ${codes.map((code) => code.role)}::text[],
                  ${codes.map((code) => code.emailKey ?? null)}::text[], ${codes.map((code) => code.invitee ?? null)}::text[],
                  ${codes.map((code) => code.personId ?? null)}::bigint[], ${codes.map((code) => code.letterId ?? null)}::bigint[])
           c (id, parcel, hash, role, email, invitee, person, letter)`;
}

export interface ParcelForCodes {
  id: string;
  number: string;
  /** Then the code of the board confirms no further owner. */
  hasOwner: boolean;
}

/**
 * Plots to issue codes for, in display order. Locked: boundaries cannot unlink them, and a concurrent issue waits and
 * withdraws these codes.
 */
export async function lockParcelsForCodes(
  db: Db,
  settlementId: string,
  parcelId: string | undefined,
  limit: number,
): Promise<ParcelForCodes[]> {
  return db<ParcelForCodes[]>`
    select p.id, p.number,
           exists (select 1 from membership m where m.parcel_id = p.id and m.state = 'confirmed' and m.role = 'owner') as "hasOwner"
      from parcel p
     where p.settlement_id = ${settlementId} ${parcelId === undefined ? db`and p.kind = 'dwelling'` : db`and p.id = ${parcelId}`}
     order by length(p.number_key), p.number_key, p.id limit ${limit} for no key update`;
}

/** Withdraws unused printed codes; invitations of owners and codes of recorded people only when requested. */
export async function withdrawPlotCodes(
  db: Db,
  parcelIds: readonly string[],
  now: Date,
  what: { invitations: boolean },
): Promise<void> {
  await db`
    update plot_code set used_at = ${now}, invitee = null
     where parcel_id = any(${parcelIds as string[]}::bigint[]) and used_at is null
       ${what.invitations ? db`` : db`and role is null and person_id is null`}`;
}

/** Printed codes for households that could still be used. */
export async function countUnusedCodes(db: Db, parcelIds: readonly string[], now: Date): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from plot_code
     where parcel_id = any(${parcelIds as string[]}::bigint[]) and used_at is null and role is null
       and person_id is null and expires_at > ${now}`;
  return row?.count ?? 0;
}

/** The plot of an unused code; a code is random enough to be of one plot only. */
export async function findParcelOfCode(
  db: Db,
  settlementId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    select c.parcel_id as id from plot_code c join parcel p on p.id = c.parcel_id
     where p.settlement_id = ${settlementId} and c.used_at is null and c.expires_at > ${now}
       and encode(c.code_hash, 'hex') = any(${hashes.map((hash) => hash.toString('hex'))}::text[])
     limit 1`;
  return row?.id;
}

export interface PlotCodeRow {
  id: string;
  role: ResidentRole | null;
  /** Of an invitation: whether its sender is still an owner of the plot. */
  isVouched: boolean;
  issuedBy: string;
  /** The recorded person it was made for. */
  personId: string | null;
}

/** The code if valid for this plot now. Locks all codes of the plot, so that they are used one at a time. */
export async function lockPlotCode(
  db: Db,
  parcelId: string,
  hashes: readonly Buffer[],
  now: Date,
): Promise<PlotCodeRow | undefined> {
  const rows = await db<(PlotCodeRow & { hash: Buffer; isOver: boolean })[]>`
    select c.id, c.role, c.issued_by as "issuedBy", c.person_id as "personId", c.code_hash as hash, c.expires_at <= ${now} as "isOver",
           c.role is null or exists (select 1 from membership m where m.parcel_id = c.parcel_id and m.account_id = c.issued_by
                                        and m.state = 'confirmed' and m.role = 'owner') as "isVouched"
      from plot_code c
     where c.parcel_id = ${parcelId} and c.used_at is null order by c.id for update of c`;
  return rows.find((row) => !row.isOver && hashes.some((hash) => hash.equals(row.hash)));
}

export async function usePlotCode(db: Db, id: string, accountId: string, now: Date): Promise<void> {
  await db`update plot_code set used_at = ${now}, used_by = ${accountId}, invitee = null where id = ${id}`;
}

/**
 * Counts an attempt and returns the number within the hour since the first. One statement, so concurrent attempts get
 * different numbers.
 */
export async function countPlotCodeAttempt(db: Db, accountId: string, now: Date): Promise<number> {
  const [row] = await db<{ tries: number }[]>`
    insert into plot_code_try as t (account_id, tries, since) values (${accountId}, 1, ${now})
    on conflict (account_id) do update
      set tries = case when t.since <= ${now}::timestamptz - interval '1 hour' then 1 else t.tries + 1 end,
          since = case when t.since <= ${now}::timestamptz - interval '1 hour' then excluded.since else t.since end
    returning tries`;
  return row?.tries ?? 0;
}

export async function hasOwner(db: Db, parcelId: string): Promise<boolean> {
  const rows = await db`
    select 1 from membership where parcel_id = ${parcelId} and state = 'confirmed' and role = 'owner' limit 1`;
  return rows.length > 0;
}

export interface OwnedParcel {
  id: string;
  number: string;
  settlementId: string;
  settlementName: string;
}

/** The plot if the account is its confirmed owner. Locked, so that invitations are counted one at a time. */
export async function lockOwnedParcel(
  db: Db,
  accountId: string,
  parcelId: string,
): Promise<OwnedParcel | undefined> {
  const [row] = await db<OwnedParcel[]>`
    select p.id, p.number, s.id as "settlementId", s.name as "settlementName"
      from parcel p join settlement s on s.id = p.settlement_id
     where p.id = ${parcelId} and exists (
             select 1 from membership m where m.parcel_id = p.id and m.account_id = ${accountId}
                and m.state = 'confirmed' and m.role = 'owner')
     for no key update of p`;
  return row;
}

/** Valid invitations to the plot, and invitations to this address within a day. */
export async function countInvitations(
  db: Db,
  parcelId: string,
  emailKey: string | null,
  now: Date,
): Promise<{ ofParcel: number; toAddress: number }> {
  const [row] = await db<{ ofParcel: number; toAddress: number }[]>`
    select (select count(*)::int from plot_code where parcel_id = ${parcelId} and role is not null and used_at is null
               and expires_at > ${now}) as "ofParcel",
           (select count(*)::int from plot_code where email_key = ${emailKey}
               and issued_at > ${now}::timestamptz - interval '1 day') as "toAddress"`;
  return row ?? { ofParcel: 0, toAddress: 0 };
}

export interface InvitationRow {
  id: string;
  role: ResidentRole;
  /** Null: a link for nobody by name. */
  invitee: string | null;
  isSent: boolean;
  invitedBy: string;
  issuedAt: Date;
  expiresAt: Date;
}

/** Invitations to the plot that work now: their senders are owners still. */
export async function listInvitations(db: Db, parcelId: string, now: Date): Promise<InvitationRow[]> {
  return db<InvitationRow[]>`
    select c.id, c.role, c.invitee, c.email_key is not null as "isSent", a.display_name as "invitedBy",
           c.issued_at as "issuedAt", c.expires_at as "expiresAt"
      from plot_code c join account a on a.id = c.issued_by
      join membership m on m.parcel_id = c.parcel_id and m.account_id = c.issued_by
                       and m.state = 'confirmed' and m.role = 'owner'
     where c.parcel_id = ${parcelId} and c.role is not null and c.used_at is null and c.expires_at > ${now}
     order by c.id desc limit 50`;
}

/** False when it was used, cancelled or never of this plot. */
export async function withdrawInvitation(db: Db, parcelId: string, id: string, now: Date): Promise<boolean> {
  const rows = await db<{ id: string }[]>`
    update plot_code set used_at = ${now}, invitee = null
     where id = ${id} and parcel_id = ${parcelId} and role is not null and used_at is null returning id`;
  return rows.length > 0;
}
