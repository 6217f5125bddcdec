import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db, Pool } from '../../base/db/connect.ts';
import type { Text } from '../../base/i18n/text.ts';
import type { Context } from '../../domain/kernel/context.ts';
import type { PeopleListLine } from '../../domain/kernel/ports.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import {
  createMatchCheck,
  type PeopleImportPlan,
  planPeopleImport,
  type RegisteredPerson,
  type Steps,
} from '../../domain/rules/people-import.ts';
import { maxOwnersNamed, ownerKey, type PlotOwner } from '../../domain/rules/plot-owners.ts';
import { cleanName, decideJoining } from '../../domain/rules/recorded-people.ts';
import { streamRegister } from '../../store/land/people-register.ts';
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

/** Far above what a list may name. */
const maxMatching = 20_000;
const tooManyMatching: Text = {
  en: `More than ${maxMatching} people of the register have the names and addresses of the list. Split it up.`,
  ru: `Имена и адреса из списка есть больше чем у ${maxMatching} человек реестра. Разделите его на части.`,
};

/** Computes the effect of the list without writing, in turns: a list and a register may be long. */
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
  const mayMatch = await runInTurns(createMatchCheck(lines, { plots, claims }));
  const people: RegisteredPerson[] = [];
  const owners = new Map<string, PlotOwner[]>();
  for await (const rows of streamRegister(db, settlementId, parcelIds, now)) {
    for (const row of rows) {
      if (mayMatch(row)) people.push({ ...row, name: cleanName(row.name) });
      if (row.role !== 'owner') continue;
      const known = owners.get(row.parcelId);
      const owner = { key: ownerKey(row), name: row.name };
      if (known === undefined) owners.set(row.parcelId, [owner]);
      else if (known.length <= maxOwnersNamed) known.push(owner);
    }
    if (people.length > maxMatching) refuse.invalid('csv', tooManyMatching);
  }
  return runInTurns(planPeopleImport(lines, { plots, people, claims, owners }));
}

async function runInTurns<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await nextTurn();
  }
}

/** Tells whether a plan is the one that was shown. */
export async function digestPlan({ lines, people, claims }: PeopleImportPlan): Promise<string> {
  const digest = createHash('sha256');
  for (const part of [lines, people, claims])
    for (let at = 0; at < part.length; at += savedAtOnce) {
      digest.update(`${JSON.stringify(part.slice(at, at + savedAtOnce))}\n`);
      await nextTurn();
    }
  return digest.digest('base64url');
}

/** Records that are written as JSON at once. */
const savedAtOnce = 500;

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
  for (let at = 0; at < people.length; at += savedAtOnce)
    await saveRecordedPeople(db, people.slice(at, at + savedAtOnce), newId, now());
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
