import type { Db, Pool } from '../../base/db/connect.ts';
import type { Text } from '../../base/i18n/text.ts';
import type { Context } from '../../domain/kernel/context.ts';
import type { ListedLine } from '../../domain/kernel/ports.ts';
import { isVouchedFor, planResidentList, type ResidentPlan } from '../../domain/rules/resident-list.ts';
import {
  findListedResident,
  listKnownParcelKeys,
  listListedResidents,
  listWaitingClaims,
  saveListedResidents,
} from '../../store/land/resident-list.ts';
import { confirmMembership, lockResident } from '../../store/land/residents.ts';
import { publishEvent } from '../notify/publish-event.ts';

export interface ResidentReport {
  read: number;
  listed: number;
  refused: number;
  /** Claims that waited and that the list has confirmed. */
  confirmed: number;
}

/**
 * The board's own list: plot, name, address. Claims that wait and agree with it are confirmed at once, later ones as
 * they come. Importing again adds and corrects; nobody is taken off.
 */
export async function importResidents(
  tools: Pick<Context, 'now' | 'newId' | 'services'> & { pool: Pool },
  settlementId: string,
  lines: readonly ListedLine[],
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

/** What the list would do as things stand; nothing is written. */
export async function planResidents(
  db: Db,
  settlementId: string,
  lines: readonly ListedLine[],
): Promise<ResidentPlan> {
  const claims = await listWaitingClaims(db, settlementId);
  return planResidentList(lines, {
    plots: await listKnownParcelKeys(db, settlementId),
    listed: await listListedResidents(db, settlementId, [...lines, ...claims]),
    claims,
  });
}

/** Does what was planned in the same transaction; tells how many claims it confirmed. */
export async function applyResidents(
  context: Pick<Context, 'db' | 'now' | 'newId' | 'services'>,
  settlementId: string,
  { entries, claims }: ResidentPlan,
  decidedBy: string | null,
): Promise<number> {
  const { db, now, newId } = context;
  await saveListedResidents(db, settlementId, entries, newId, now());
  let confirmed = 0;
  for (const { id } of claims) {
    const claim = await lockResident(db, settlementId, id);
    // Decided or withdrawn at this very moment, or under another address by now.
    if (claim?.state !== 'claimed') continue;
    const listed = await findListedResident(db, claim.accountId, claim.parcelId);
    if (listed === undefined || !isVouchedFor(listed.listedAt, listed)) continue;
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
