import { z } from 'zod';
import type { Text } from '../../base/i18n/text.ts';
import { defineAction } from '../../domain/kernel/action.ts';
import { reference } from '../../domain/kernel/fields.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { acknowledgeNotice } from '../../store/messaging/acknowledgements.ts';
import { requireUrgentNotice } from './urgent-notice.ts';

const notOfPlot: Text = {
  en: 'Only members of a plot acknowledge an urgent announcement: there is nothing for you to do.',
  ru: 'Срочное объявление отмечают жители участков: вам ничего делать не нужно.',
};

export const acknowledge_notice = defineAction({
  name: 'acknowledge_notice',
  summary:
    'Say that one’s household knows of an urgent announcement, which is not repeated to it any more. For members of a plot.',
  input: z.object({ settlement: reference, article: reference }),
  permit: requireUrgentNotice,
  async handle(_, { db, caller, now }, notice) {
    const { accountId } = caller;
    if ((await acknowledgeNotice(db, { ...notice, accountId, at: now() })) === 0) refuse.forbidden(notOfPlot);
    return { slug: notice.slug };
  },
});
