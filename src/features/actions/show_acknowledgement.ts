import { z } from 'zod';
import { reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { findAcknowledgement } from '../../store/messaging/acknowledgements.ts';
import { requireUrgentNotice } from './urgent-notice.ts';

export const show_acknowledgement = defineOperation({
  name: 'show_acknowledgement',
  summary: 'Whether one’s household has acknowledged an urgent announcement.',
  scope: 'session',
  input: z.object({ settlement: reference, article: reference }),
  load: requireUrgentNotice,
  show: (_, { db, caller }, notice) => findAcknowledgement(db, { ...notice, accountId: caller.accountId }),
});
