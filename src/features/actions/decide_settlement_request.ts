import { z } from 'zod';
import type { SignedInContext } from '../../domain/kernel/context.ts';
import { id, text } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { refuseDecided, toDecider } from '../../domain/rules/earlier-decision.ts';
import { mayAddSettlements } from '../../domain/rules/settlement-requests.ts';
import {
  endSettlementRequest,
  lockSettlementRequest,
  type SettlementRequestRow,
} from '../../store/land/settlement-requests.ts';
import { insertSettlementRole } from '../../store/land/settlement-roles.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { publishEvent } from '../notify/publish-event.ts';
import { insertRegisterEntry, registerEntry } from './register-entry.ts';

/** As corrected by the moderator. */
const entry = registerEntry.extend({
  /** The applicant becomes the first board member; otherwise a moderator appoints somebody later. */
  is_board: z.boolean(),
});

export const decide_settlement_request = defineOperation({
  name: 'decide_settlement_request',
  summary:
    'Take a settlement that was asked for into the register, or return it with a reason. For moderators.',
  scope: 'session',
  writesIn: 'platform',
  keepsReply: true,
  input: z.object({ request: id, entry: entry.optional(), reason: text(1000).trim().optional() }),
  permit(_subject, caller) {
    permit(mayAddSettlements(caller));
  },
  async write({ request, entry: wanted, reason = '' }, context) {
    const found = (await lockSettlementRequest(context.db, request)) ?? refuse.notFound('request');
    if (found.state !== 'waiting')
      refuseDecided('state', {
        outcome: found.state === 'accepted' ? 'approved' : found.state,
        by: toDecider(found.decidedBy, found.decidedByName),
        at: found.decidedAt,
        reason: found.reason,
      });
    return wanted ? acceptRequest(found, wanted, context) : returnRequest(found, reason, context);
  },
});

/** The created settlement; null when the request was returned. */
type DecidedRequest = { slug: string | null };

async function acceptRequest(
  request: SettlementRequestRow,
  { is_board, ...wanted }: z.output<typeof entry>,
  context: SignedInContext,
): Promise<DecidedRequest> {
  const { db, caller, now } = context;
  const { id: settlementId, slug } = await insertRegisterEntry(wanted, context);
  if (is_board) await insertSettlementRole(db, settlementId, request.accountId, 'editor', now());
  await endSettlementRequest(db, request.id, {
    state: 'accepted',
    settlementId,
    by: caller.accountId,
    now: now(),
  });
  await recordDecision(context, {
    action: 'decide_settlement_request',
    subject: { type: 'settlement', id: settlementId },
    settlementId: null,
    after: { title: wanted.name, slug, is_board },
  });
  await publishEvent(context, {
    type: 'settlement_decided',
    accountId: request.accountId,
    name: wanted.name,
    accepted: { slug, isBoard: is_board },
    reason: null,
  });
  return { slug };
}

async function returnRequest(
  request: SettlementRequestRow,
  reason: string,
  context: SignedInContext,
): Promise<DecidedRequest> {
  const { db, caller, now } = context;
  if (reason === '')
    refuse.invalid('reason', {
      en: 'Say why: the person will read it.',
      ru: 'Напишите причину: человек её прочтёт.',
    });
  await endSettlementRequest(db, request.id, { state: 'returned', reason, by: caller.accountId, now: now() });
  await recordDecision(context, {
    action: 'decide_settlement_request',
    subject: { type: 'settlement_request', id: request.id },
    settlementId: null,
    after: { title: request.name, reason },
  });
  await publishEvent(context, {
    type: 'settlement_decided',
    accountId: request.accountId,
    name: request.name,
    accepted: null,
    reason,
  });
  return { slug: null };
}
