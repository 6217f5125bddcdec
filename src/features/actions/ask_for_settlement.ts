import { z } from 'zod';
import type { Db } from '../../base/db/connect.ts';
import { enumField, line, name, text } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { Refusal, refuse } from '../../domain/kernel/refusal.ts';
import { refuseOverQuota } from '../../domain/rules/quotas.ts';
import { settlementKinds } from '../../domain/rules/settlement.ts';
import { applicantRoles, mayRequestSettlement } from '../../domain/rules/settlement-requests.ts';
import { countQuotaUsage, lockQuotas } from '../../store/accounts/quotas.ts';
import { countSettlementRequests, insertSettlementRequest } from '../../store/land/settlement-requests.ts';
import { listSettlements } from '../../store/land/settlements.ts';
import { publishEvent } from '../notify/publish-event.ts';
import { likeRequest, maxAlike } from './settlements-alike.ts';

const day = 86_400_000;

export const ask_for_settlement = defineOperation({
  name: 'ask_for_settlement',
  summary: 'Ask moderators to take a settlement into the register. For everybody who is signed in.',
  scope: 'session',
  writesIn: 'platform',
  keepsReply: true,
  input: z.object({
    name: name(200).trim(),
    kind: enumField(settlementKinds),
    region: name(100).trim(),
    place: line(300).trim(),
    asker: enumField(applicantRoles),
    contact: line(200).trim(),
    note: text(1000).trim(),
    /** Refused where the register has one called alike in the region. */
    unless_similar: z.boolean().optional(),
  }),
  async load(fields, { db, caller, now }) {
    // Serializes concurrent requests of the account, so that each sees the earlier ones.
    await lockQuotas(db, caller.accountId);
    const since = new Date(now().getTime() - day);
    return countSettlementRequests(db, caller.accountId, fields, since);
  },
  async write({ unless_similar, ...fields }, context, sent) {
    const { db, caller, services, now, newId } = context;
    // A repeated request for the same settlement while one is pending is the same request.
    if (sent.same !== null) return { request: sent.same, isNew: false };
    const answer = mayRequestSettlement(sent);
    if (answer !== true) throw new Refusal({ kind: 'invalid', text: answer });
    const waiting = await countQuotaUsage(db, 'waiting', caller, now());
    refuseOverQuota('name', 'waiting', waiting, services.quotas);
    if (unless_similar) await refuseAlike(db, fields);
    const id = newId();
    await insertSettlementRequest(db, { ...fields, id, accountId: caller.accountId, now: now() });
    await publishEvent(context, {
      type: 'settlement_asked',
      requestId: id,
      name: fields.name,
      authorId: caller.accountId,
    });
    return { request: id, isNew: true };
  },
});

async function refuseAlike(db: Db, request: { name: string; region: string }): Promise<void> {
  const alike = await listSettlements(db, likeRequest(request), maxAlike);
  if (alike.length === 0) return;
  const names = alike.map(({ name, address }) => [name, address].filter(Boolean).join(', ')).join('; ');
  refuse.invalid('unless_similar', {
    en: `There are similar names in the register: ${names}. If yours is a different one, send it anyway.`,
    ru: `Похожие уже есть: ${names}. Если ваш — другой, всё равно отправьте.`,
  });
}
