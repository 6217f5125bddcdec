import { z } from 'zod';
import { reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { shortenName } from '../../domain/rules/short-name.ts';
import { loadOwnBoardInvitation } from './own-board-invitation.ts';

export const show_board_invitation = defineOperation({
  name: 'show_board_invitation',
  summary: 'An invitation to a board. For whom it was sent to.',
  scope: 'session',
  input: z.object({ invitation: reference }),
  load: ({ invitation }, context) => loadOwnBoardInvitation(invitation, context, false),
  show: async (_, { now }, { inviterName, expiresAt, ...invitation }) => ({
    ...invitation,
    expiresAt,
    inviter: shortenName(inviterName),
    isOver: invitation.answer === null && expiresAt <= now(),
  }),
});
