import { z } from 'zod';
import { fillPath, paths } from '../../../base/site/paths.ts';
import { stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import {
  enumField,
  flag,
  formatTimestamp,
  outEnum,
  outId,
  outText,
  outTimestamp,
  outUrl,
} from '../../../domain/kernel/fields.ts';
import { rankWaiting } from '../../../domain/rules/waiting-order.ts';
import {
  listPendingItems,
  type PendingItemRow,
  pendingKinds,
} from '../../../store/accounts/pending-items.ts';

/** `list` beside yes and no. */
export const waitingField = stateDefault(
  false,
  z
    .union([flag, enumField(['list'])])
    .optional()
    .describe('true: also how much waits for you; list: also what.'),
);

export const waitingItems = z
  .array(
    z.object({
      kind: outEnum(pendingKinds).describe(
        'claim, proposal, request, report, motion (what a member of it proposed): for the board; company_task: for a company; text, report, village, company: for moderators; conversation: unread.',
      ),
      id: outId.describe('Of the claim, proposal, task, revision, request, motion or conversation.'),
      title: outText.describe(
        'Plot number of a claim, else name or title; empty for a conversation or motion.',
      ),
      settlement: outId.nullable(),
      company: outId.nullable(),
      since: outTimestamp,
      url: outUrl.describe('Its page.'),
    }),
  )
  .describe(
    'Only with `waiting` list: what is counted, threats first, then claims, then longest waiting; at most 50 of a kind.',
  );

const maxOfKind = 50;

export async function loadWaitingItems({
  db,
  caller,
}: SignedInContext): Promise<z.input<typeof waitingItems>> {
  const rows = await listPendingItems(db, caller.accountId, caller.isModerator, maxOfKind);
  // Sorting is stable: within a rank the longest waiting stay first.
  rows.sort((one, other) => rankWaiting(one) - rankWaiting(other));
  return rows.map((row) => ({
    kind: row.kind,
    id: row.id,
    title: row.title,
    settlement: row.settlementId,
    company: row.companyId,
    since: formatTimestamp(row.since),
    url: findPage(row),
  }));
}

function findPage({ kind, id, settlementSlug, companyId }: PendingItemRow): string {
  const settlement = settlementSlug ?? '';
  if (kind === 'claim') return fillPath(paths.claim, { settlement, resident: id });
  if (kind === 'proposal') return fillPath(paths.correction, { settlement, proposal: id });
  if (kind === 'motion') return fillPath(paths.motion, { settlement, motion: id });
  if (kind === 'text') return fillPath(paths.moderationText, { revision: id });
  if (kind === 'village') return fillPath(paths.platformSettlementRequest, { request: id });
  if (kind === 'company') return fillPath(paths.platformCompany, { company: id });
  if (kind === 'conversation') return fillPath(paths.conversation, { conversation: id });
  if (kind === 'report' && settlementSlug !== null) return fillPath(paths.report, { settlement, report: id });
  if (kind === 'company_task' && companyId !== null) return fillPath(paths.task, { task: id });
  return kind === 'report'
    ? fillPath(paths.platformReport, { report: id })
    : fillPath(paths.task, { task: id });
}
