import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { insertSavedForm } from '../../store/accounts/saved-forms.ts';
import { createPlainSecret, hashToken } from '../oauth/secret-token.ts';

export const save_form = defineOperation({
  name: 'save_form',
  summary:
    'Keep a form, sealed by the service, until its author has signed in again; returns the secret that finds it. For everybody.',
  scope: 'public',
  writesIn: 'nowhere',
  isUncounted: true,
  input: z.object({ account: id, sealed: z.string().max(300_000), expires_at: z.date() }),
  async write({ account: accountId, sealed, expires_at: expiresAt }, { db }) {
    const secret = createPlainSecret();
    await insertSavedForm(db, {
      secretHash: hashToken(secret),
      accountId,
      sealed: Buffer.from(sealed, 'base64url'),
      expiresAt,
    });
    return { secret };
  },
});
