import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { isInUse } from '../../store/system/installation.ts';

export const show_installation_use = defineOperation({
  name: 'show_installation_use',
  summary: 'Whether the installation has something to protect by now. For everybody who is signed in.',
  scope: 'session',
  input: z.object({}),
  show: async (_, { db }) => ({ isInUse: await isInUse(db) }),
});
