import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { hasModerator } from '../../store/system/installation.ts';

export const show_moderator_presence = defineOperation({
  name: 'show_moderator_presence',
  summary: 'Whether anybody moderates the platform. For everybody who is signed in.',
  scope: 'session',
  input: z.object({}),
  show: async (_, { db }) => ({ hasModerator: await hasModerator(db) }),
});
