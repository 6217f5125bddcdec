import { z } from 'zod';
import { enumField, id, nonBlank } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import {
  appealOutcomes,
  isStanding,
  maxReasonLength,
  mayDecideAppeal,
} from '../../domain/rules/sanctions.ts';
import { decideAppeal } from '../../store/accounts/sanctions.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { loadSanction } from '../loaders/sanction.ts';
import { publishEvent } from '../notify/publish-event.ts';
import { endSanctionEarly } from './sanction-ending.ts';

export const decide_appeal = defineOperation({
  name: 'decide_appeal',
  summary:
    'Keep what somebody appealed against, or take it back, with a reason. For moderators other than who imposed it.',
  scope: 'session',
  writesIn: 'platform',
  input: z.object({
    sanction: id,
    outcome: enumField(appealOutcomes),
    reason: nonBlank(maxReasonLength).trim(),
  }),
  load: loadSanction,
  permit: ({ sanction, ...who }) => permit(mayDecideAppeal(sanction, who)),
  async write({ outcome, reason }, context, { sanction }) {
    const { db, caller, now } = context;
    const { id: sanctionId, accountId, office, settlementId, imposedBy } = sanction;
    if (sanction.appealedAt === null) refuse.invalid('outcome', noAppeal);
    if (sanction.appealOutcome !== null) refuse.invalid('outcome', alreadyDecided);
    await decideAppeal(db, sanctionId, { outcome, reason, by: caller.accountId, at: now() });
    if (outcome === 'lifted' && isStanding(sanction, now()))
      await endSanctionEarly(context, sanction, reason);
    await recordDecision(context, {
      action: 'decide_appeal',
      subject: { type: 'sanction', id: sanctionId },
      settlementId: null,
      after: { sanction: sanction.kind, appeal: outcome, reason },
    });
    const decided = { type: 'appeal_decided', sanctionId, accountId, outcome, reason } as const;
    const imposer = office === 'board' ? { settlementId: settlementId as string } : { accountId: imposedBy };
    for (const to of ['person', 'imposer'] as const)
      await publishEvent(context, { ...decided, to, imposedBy: imposer, byId: caller.accountId });
  },
});

const noAppeal = { en: 'Nobody has appealed against it.', ru: 'Это решение никто не обжаловал.' };
const alreadyDecided = {
  en: 'This appeal has been decided already.',
  ru: 'По этому обжалованию уже решили.',
};
