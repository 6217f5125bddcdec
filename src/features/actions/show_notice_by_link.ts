import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { findLinkedNotice } from './linked-notice.ts';

export const show_notice_by_link = defineOperation({
  name: 'show_notice_by_link',
  summary:
    'The urgent announcement of an emailed link, and whether the household has acknowledged it; null when the account has no plot there any more. The page verifies the signed link.',
  scope: 'public',
  input: z.object({ account: id, event: id }),
  show: ({ account, event }, { db }) => findLinkedNotice(db, account, event),
});
