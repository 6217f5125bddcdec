import { type DecisionContext, recordDecision } from '../system/audit.ts';

/** People that may be read at once without an entry in the audit. */
const maxUnaudited = 20;

/** Reading many records of people is itself a decision: once for each reading, without names. */
export async function auditReading(
  context: DecisionContext,
  action: string,
  settlementId: string,
  people: number,
): Promise<void> {
  if (people <= maxUnaudited) return;
  const subject = { type: 'settlement', id: settlementId } as const;
  await recordDecision(context, { action, subject, settlementId, after: { people } });
}
