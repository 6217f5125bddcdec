import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { findCurrentPolicy } from '../../store/accounts/policies.ts';

export const show_policies = defineOperation({
  name: 'show_policies',
  summary:
    'The current privacy policy and terms of the installation; null when none were published. For everybody.',
  scope: 'public',
  input: z.object({}),
  show: async (_, { db }) => (await findCurrentPolicy(db)) ?? null,
});
