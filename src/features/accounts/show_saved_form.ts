import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { findSavedForm } from '../../store/accounts/saved-forms.ts';
import { hashToken } from '../oauth/secret-token.ts';
import { linkToken } from './account-fields.ts';

export const show_saved_form = defineOperation({
  name: 'show_saved_form',
  summary:
    'A form that was kept for its author, still sealed; null when there is none. For whoever has its secret.',
  scope: 'public',
  input: z.object({ secret: linkToken }),
  async show({ secret }, { db, now }) {
    return { sealed: (await findSavedForm(db, hashToken(secret), now()))?.toString('base64url') ?? null };
  },
});
