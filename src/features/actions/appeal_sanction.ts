import { z } from 'zod';
import { id, nonBlank } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { findAppealFault, maxAppealLength } from '../../domain/rules/sanctions.ts';
import { hasOtherModerator, saveAppeal } from '../../store/accounts/sanctions.ts';
import { loadSanction } from '../loaders/sanction.ts';
import { publishEvent } from '../notify/publish-event.ts';

export const appeal_sanction = defineOperation({
  name: 'appeal_sanction',
  summary: 'Appeal once against what was imposed on oneself; the moderators of the platform decide.',
  scope: 'session',
  writesIn: 'nowhere',
  input: z.object({ sanction: id, words: nonBlank(maxAppealLength).trim() }),
  load: loadSanction,
  permit: ({ isOwn }) => permit(isOwn || onlyOwn),
  async write({ words }, context, { sanction }) {
    const { db, now } = context;
    const fault = findAppealFault(sanction, now());
    if (fault !== null) refuse.invalid('words', fault);
    await saveAppeal(db, sanction.id, words, now());
    // Another moderator decides, where there is one.
    const { accountId, imposedBy } = sanction;
    const except = (await hasOtherModerator(db, [accountId, imposedBy]))
      ? [accountId, imposedBy]
      : [accountId];
    await publishEvent(context, { type: 'sanction_appealed', sanctionId: sanction.id, except });
  },
});

const onlyOwn = { en: 'Only the person it concerns appeals.', ru: 'Обжаловать может только сам человек.' };
