import type { Db, Pool } from '../../base/db/connect.ts';
import type { Text } from '../../base/i18n/text.ts';
import type { Context } from '../../domain/kernel/context.ts';
import type { PeopleListLine } from '../../domain/kernel/ports.ts';
import { type PeopleImportPlan, planPeopleImport } from '../../domain/rules/people-import.ts';
import { cleanName, decideJoining } from '../../domain/rules/recorded-people.ts';
import { listRegister } from '../../store/land/people-register.ts';
import {
  joinRecord,
  listClaimsByAddress,
  listPlotsByNumber,
  lockRecordOfAddress,
  saveRecordedPeople,
} from '../../store/land/recorded-people.ts';
import { confirmMembership, lockResident } from '../../store/land/residents.ts';
import { publishEvent } from '../notify/publish-event.ts';

export interface PeopleReport {
  read: number;
  listed: number;
  refused: number;
  /** Pending claims confirmed by recorded addresses. */
  confirmed: number;
}

type Tools = Pick<Context, 'db' | 'now' | 'newId' | 'services'>;

/**
 * Imports the board's list of people. Pending claims from recorded addresses are confirmed at once, later ones when
 * made. Importing again adds and updates, never removes.
 */
export async function importPeople(
  tools: Omit<Tools, 'db'> & { pool: Pool },
  settlementId: string,
  lines: readonly PeopleListLine[],
  onRefused: (row: number, reason: Text) => void = () => {},
): Promise<PeopleReport> {
  return tools.pool.begin(async (db) => {
    const plan = await planPeople(db, settlementId, lines, tools.now());
    for (const { line, reason } of plan.lines) if (reason) onRefused(line, reason);
    const count = (...outcomes: string[]) =>
      plan.lines.filter(({ outcome }) => outcomes.includes(outcome)).length;
    return {
      read: plan.lines.length,
      listed: count('added', 'changed', 'same'),
      refused: count('refused'),
      confirmed: await applyPeople({ ...tools, db }, settlementId, plan, null),
    };
  });
}

/** Far above what a list and a village have together. */
const maxPresent = 50_000;

/** Computes the effect of the list without writing. */
export async function planPeople(
  db: Db,
  settlementId: string,
  lines: readonly PeopleListLine[],
  now: Date,
): Promise<PeopleImportPlan> {
  const claims = await listClaimsByAddress(db, settlementId);
  const plots = await listPlotsByNumber(db, settlementId);
  const named = lines.flatMap(({ numberKey }) => plots.get(numberKey) ?? []);
  const parcelIds = [...new Set([...named, ...claims.map(({ parcelId }) => parcelId)])];
  const rows = await listRegister(db, settlementId, { parcelIds, limit: maxPresent }, now);
  const people = rows.map((row) => ({ ...row, name: cleanName(row.name) }));
  return planPeopleImport(lines, { plots, people, claims });
}

/** Applies a plan made in the same transaction; returns the number of confirmed claims. */
export async function applyPeople(
  context: Tools,
  settlementId: string,
  { people, claims }: Pick<PeopleImportPlan, 'people' | 'claims'>,
  decidedBy: string | null,
): Promise<number> {
  const { db, now, newId } = context;
  // Accounts are locked before records, as by a claim.
  for (const { id } of claims) await lockResident(db, settlementId, id);
  await saveRecordedPeople(db, people, newId, now());
  let confirmed = 0;
  for (const { id } of claims)
    if (await confirmByAddress(context, settlementId, id, decidedBy)) confirmed += 1;
  return confirmed;
}

/** Confirms a claim if the board has recorded its address and nothing speaks against it. */
export async function confirmByAddress(
  context: Tools,
  settlementId: string,
  id: string,
  decidedBy: string | null,
): Promise<boolean> {
  const { db, now } = context;
  const claim = await lockResident(db, settlementId, id);
  // Decided or withdrawn concurrently, or its account has another email now.
  if (claim?.state !== 'claimed') return false;
  const { accountId, parcelId, plotNumber } = claim;
  const record = await lockRecordOfAddress(db, accountId, parcelId, now());
  if (record === undefined || decideJoining({ by: 'address', ...record }, record) !== 'join') return false;
  await joinRecord(db, record.id, id, now());
  await confirmMembership(db, id, { role: record.role, decidedBy, now: now() });
  await publishEvent(context, {
    type: 'residency_decided',
    accountId,
    settlementId,
    plotNumber,
    outcome: 'confirmed',
    reason: null,
  });
  return true;
}
