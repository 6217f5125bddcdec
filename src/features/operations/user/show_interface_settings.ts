import { z } from 'zod';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { findInterfaceSettings } from '../../../store/accounts/accounts.ts';
import { interfaceSettings, showInterfaceSettings } from './shapes.ts';

export const show_interface_settings = defineOperation({
  name: 'show_interface_settings',
  tag: 'User',
  route: 'GET /settings/interface',
  success: 200,
  scope: 'mcp:read',
  audiences: ['resident'],
  summary: 'How the calling account likes its interface.',
  input: z.object({}),
  output: interfaceSettings,
  async show(_input, { db, caller }) {
    return showInterfaceSettings(await findInterfaceSettings(db, caller.accountId));
  },
});
