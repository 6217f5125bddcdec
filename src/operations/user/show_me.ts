import { z } from 'zod';
import { defineOperation } from '../../kernel/operation.ts';
import { loadProfile, profile } from './shapes.ts';

export const show_me = defineOperation({
  name: 'show_me',
  tag: 'User',
  route: 'GET /me',
  success: 200,
  scope: 'mcp:read',
  audiences: ['resident', 'settlement', 'platform', 'company'],
  summary: 'The calling account: name, plots, roles, and what this token may do.',
  description: 'A good first call.',
  input: z.object({}),
  output: z.object({ data: profile }),
  async handle(_input, context) {
    return { data: await loadProfile(context) };
  },
});
