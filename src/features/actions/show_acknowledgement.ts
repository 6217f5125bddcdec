import { z } from 'zod';
import { defineAction } from '../../domain/kernel/action.ts';
import { reference } from '../../domain/kernel/fields.ts';
import { findAcknowledgement } from '../../store/messaging/acknowledgements.ts';
import { requireUrgentNotice } from './urgent-notice.ts';

export const show_acknowledgement = defineAction({
  name: 'show_acknowledgement',
  summary: 'Whether one’s household has acknowledged an urgent announcement.',
  isReadOnly: true,
  input: z.object({ settlement: reference, article: reference }),
  permit: requireUrgentNotice,
  handle: (_, { db, caller }, notice) => findAcknowledgement(db, { ...notice, accountId: caller.accountId }),
});
