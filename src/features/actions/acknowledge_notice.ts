import { z } from 'zod';
import { reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { notOfPlot } from '../../domain/rules/urgent-notice.ts';
import { acknowledgeNotice } from '../../store/messaging/acknowledgements.ts';
import { requireUrgentNotice } from './urgent-notice.ts';

export const acknowledge_notice = defineOperation({
  name: 'acknowledge_notice',
  summary:
    'Say that one’s household knows of an urgent announcement, which is not repeated to it any more. For members of a plot.',
  scope: 'session',
  writesIn: 'nowhere',
  input: z.object({ settlement: reference, article: reference }),
  load: requireUrgentNotice,
  async write(_, { db, caller, now }, notice) {
    const { accountId } = caller;
    if ((await acknowledgeNotice(db, { ...notice, accountId, at: now() })) === 0) refuse.forbidden(notOfPlot);
    return { slug: notice.slug };
  },
});
