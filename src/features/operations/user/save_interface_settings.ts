import { z } from 'zod';
import { enumField, integer, text } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import {
  findInterfaceSettings,
  lockAccount,
  saveInterfaceSettings,
} from '../../../store/accounts/accounts.ts';
import { interfaceSettings, objectViews, showInterfaceSettings } from './shapes.ts';

export const save_interface_settings = defineOperation({
  name: 'save_interface_settings',
  tag: 'User',
  route: 'POST /settings/interface',
  success: 201,
  scope: 'mcp:write',
  writesIn: 'nowhere',
  audiences: ['resident'],
  summary: 'Save interface settings.',
  idempotent: true,
  input: z.object({
    sticky_header: z.boolean().optional().describe('It stays in view.'),
    sticky_sidebar: z.boolean().optional().describe('It stays in view.'),
    assistant_width: integer(360, 720).nullish().describe('Pixels, 360 to 720, or null.'),
    skin: text(50, 1).nullish().describe('A name, or null.'),
    objects_view: enumField(objectViews).nullish().describe('How objects are listed, or null.'),
  }),
  output: interfaceSettings,
  async write(input, { db, caller }) {
    await lockAccount(db, caller.accountId);
    const current = await findInterfaceSettings(db, caller.accountId);
    const next = {
      stickyHeader: input.sticky_header ?? current.stickyHeader,
      stickySidebar: input.sticky_sidebar ?? current.stickySidebar,
      assistantWidth: input.assistant_width === undefined ? current.assistantWidth : input.assistant_width,
      skin: input.skin === undefined ? current.skin : input.skin,
      objectsView: input.objects_view === undefined ? current.objectsView : input.objects_view,
    };
    await saveInterfaceSettings(db, caller.accountId, next);
    return showInterfaceSettings(next);
  },
  show: showWritten,
});
