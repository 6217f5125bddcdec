import { z } from 'zod';
import { scopes } from '../../domain/kernel/caller.ts';
import { audiences, defineOperation } from '../../domain/kernel/operation.ts';
import { issueAuthorizationCode } from '../oauth/authorize.ts';
import { requireSession } from './require-session.ts';

const url = z.string().max(4000);

export const grant_access = defineOperation({
  name: 'grant_access',
  summary:
    'Let a program act in one’s name as the consent page has shown it; returns the code that it fetches its tokens with. For oneself.',
  scope: 'session',
  writesIn: 'nowhere',
  /** `AuthorizationRequest`, which was checked before it was shown. */
  input: z.object({
    clientId: url,
    clientName: z.string().max(1000),
    clientHost: z.string().max(300).nullable(),
    redirectUri: url,
    state: z.string().nullable(),
    challenge: z.string().max(200),
    scopes: z.array(z.enum(scopes)).max(scopes.length),
    resource: url,
    audience: z.enum(audiences),
  }),
  load: (_, context) => requireSession(context),
  write: async (request, { db, caller, origin: issuer, now, newId }) => ({
    code: await issueAuthorizationCode(db, request, {
      accountId: caller.accountId,
      issuer,
      grantId: newId(),
      now: now(),
    }),
  }),
});
