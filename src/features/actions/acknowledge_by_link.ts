import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { acknowledgeNotice } from '../../store/messaging/acknowledgements.ts';
import { findLinkedNotice } from './linked-notice.ts';

export const acknowledge_by_link = defineOperation({
  name: 'acknowledge_by_link',
  summary:
    'Say by an emailed link that the household knows of an urgent announcement. The page verifies the signed link.',
  scope: 'public',
  writesIn: 'nowhere',
  isUncounted: true,
  input: z.object({ account: id, event: id }),
  async write({ account: accountId, event }, { db, now }) {
    const notice = await findLinkedNotice(db, accountId, event);
    if (notice !== null) await acknowledgeNotice(db, { ...notice, accountId, at: now() });
    return notice;
  },
});
