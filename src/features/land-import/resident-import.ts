import type { Db, Pool } from '../../base/db/connect.ts';
import type { Text } from '../../base/i18n/text.ts';
import type { Context } from '../../domain/kernel/context.ts';
import type { ResidentListLine } from '../../domain/kernel/ports.ts';
import {
  isConfirmedByList,
  planResidentList,
  type ResidentImportPlan,
} from '../../domain/rules/resident-list.ts';
import {
  findListEntries,
  findListEntryOfAccount,
  listPlotNumberKeys,
  listWaitingClaims,
  saveResidentList,
} from '../../store/land/resident-list.ts';
import { confirmMembership, lockResident } from '../../store/land/residents.ts';
import { publishEvent } from '../notify/publish-event.ts';

export interface ResidentReport {
  read: number;
  listed: number;
  refused: number;
  /** Pending claims confirmed by the list. */
  confirmed: number;
}

/**
 * Imports the board's list of plots, names and emails. Pending claims that match are confirmed at once, later ones
 * when made. Importing again adds and updates, never removes.
 */
export async function importResidents(
  tools: Pick<Context, 'now' | 'newId' | 'services'> & { pool: Pool },
  settlementId: string,
  lines: readonly ResidentListLine[],
  onRefused: (row: number, reason: Text) => void = () => {},
): Promise<ResidentReport> {
  return tools.pool.begin(async (db) => {
    const plan = await planResidents(db, settlementId, lines);
    for (const { line, reason } of plan.lines) if (reason) onRefused(line, reason);
    const count = (...outcomes: string[]) =>
      plan.lines.filter(({ outcome }) => outcomes.includes(outcome)).length;
    return {
      read: plan.lines.length,
      listed: count('added', 'changed', 'same'),
      refused: count('refused'),
      confirmed: await applyResidents({ ...tools, db }, settlementId, plan, null),
    };
  });
}

/** Computes the effect of the list without writing. */
export async function planResidents(
  db: Db,
  settlementId: string,
  lines: readonly ResidentListLine[],
): Promise<ResidentImportPlan> {
  const claims = await listWaitingClaims(db, settlementId);
  return planResidentList(lines, {
    plots: await listPlotNumberKeys(db, settlementId),
    listed: await findListEntries(db, settlementId, [...lines, ...claims]),
    claims,
  });
}

/** Applies a plan made in the same transaction; returns the number of confirmed claims. */
export async function applyResidents(
  context: Pick<Context, 'db' | 'now' | 'newId' | 'services'>,
  settlementId: string,
  { entries, claims }: ResidentImportPlan,
  decidedBy: string | null,
): Promise<number> {
  const { db, now, newId } = context;
  await saveResidentList(db, settlementId, entries, newId, now());
  let confirmed = 0;
  for (const { id } of claims) {
    const claim = await lockResident(db, settlementId, id);
    // Decided or withdrawn concurrently, or its account has another email now.
    if (claim?.state !== 'claimed') continue;
    const listed = await findListEntryOfAccount(db, claim.accountId, claim.parcelId);
    if (listed === undefined || !isConfirmedByList(listed.listedAt, listed)) continue;
    await confirmMembership(db, id, { role: listed.role, decidedBy, now: now() });
    const { accountId, plotNumber } = claim;
    await publishEvent(context, {
      type: 'residency_decided',
      accountId,
      settlementId,
      plotNumber,
      outcome: 'confirmed',
      reason: null,
    });
    confirmed += 1;
  }
  return confirmed;
}
