import { z } from 'zod';
import { enumField, id, reference, timestamp } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { decideVisit, visitOutcomes } from '../../domain/rules/announcement-visits.ts';
import { mayManageRegister } from '../../domain/rules/residency.ts';
import { deleteVisit, isHousehold, lockVisit, saveVisit } from '../../store/messaging/announcement-visits.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { findAnnouncementToVisit } from './announcement-to-visit.ts';

export const record_visit = defineOperation({
  name: 'record_visit',
  summary:
    'Say that a plot was told of an announcement at the door, or that nobody was at home. For the board.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    article: reference,
    parcel: id,
    outcome: enumField([...visitOutcomes, 'undo']),
    /** For undo: when the visit was recorded that is taken back. */
    seen_at: timestamp.optional(),
  }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }) {
    permit(mayManageRegister(settlementRole.isEditor));
  },
  async write({ article: reference, parcel, outcome, seen_at }, { db, caller, now }, settlement) {
    const article = await findAnnouncementToVisit(db, settlement.id, reference);
    if (article.status !== 'published') refuse.invalid('article', notPublished);
    if (!(await isHousehold(db, article.settlementId, parcel))) refuse.notFound('parcel');
    if (outcome === 'undo' && seen_at === undefined) refuse.invalid('seen_at', nothingSeen);
    const present = await lockVisit(db, article.id, parcel);
    const tick = outcome === 'undo' ? { takesBack: new Date(seen_at as string) } : { outcome };
    const decided = decideVisit(present, tick);
    if (decided === 'delete') await deleteVisit(db, article.id, parcel);
    if (decided === 'save' && outcome !== 'undo')
      await saveVisit(db, {
        articleId: article.id,
        parcelId: parcel,
        outcome,
        by: caller.accountId,
        at: now(),
      });
    return { changed: decided !== 'keep' };
  },
});

const notPublished = {
  en: 'Publish the announcement first.',
  ru: 'Сначала опубликуйте объявление.',
};
const nothingSeen = {
  en: 'Open the list again: it is not clear what to undo.',
  ru: 'Откройте список заново: непонятно, что отменить.',
};
