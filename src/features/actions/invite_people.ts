import { z } from 'zod';
import { reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { findLastPacedLetter } from '../../store/land/invitations.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { findSettlement } from '../loaders/memberships.ts';
import { createCodesByPlan } from './invitees.ts';
import { enqueueInvitation } from './person-invitation.ts';
import { requireRegister } from './register-keeping.ts';

/** Written in one transaction; the rest waits for the next press. */
const maxLetters = 500;
/** Mail servers take many letters at once for advertising: twenty a minute over the whole installation. */
const paceMilliseconds = 3_000;

export const invite_people = defineOperation({
  name: 'invite_people',
  summary:
    'Send a letter with a code to everybody recorded with an e-mail who was not invited yet, or whom the letter did not reach. For the board.',
  scope: 'session',
  keepsReply: true,
  input: z.object({ settlement: reference }),
  load: ({ settlement }, context) => requireRegister(settlement, context),
  async write(_, context, settlementId) {
    const { db, caller, now } = context;
    const { made, expiresAt, left } = await createCodesByPlan(context, settlementId, 'letter', maxLetters);
    const village = (await findSettlement(db, settlementId, caller))?.name ?? '';
    const last = await findLastPacedLetter(db);
    const start = Math.max(now().getTime(), last === null ? 0 : last.getTime() + paceMilliseconds);
    for (const [index, { person, code, letterId }] of made.entries())
      await enqueueInvitation(
        context,
        { ...person, settlementId, village },
        {
          id: letterId,
          to: person.emailKey as string,
          code,
          expiresAt,
          sendAt: new Date(start + index * paceMilliseconds),
        },
      );
    if (made.length > 0)
      await recordDecision(context, {
        action: 'invite_people',
        subject: { type: 'settlement', id: settlementId },
        settlementId,
        after: { letters: made.length },
      });
    return { sent: made.length, left };
  },
});
