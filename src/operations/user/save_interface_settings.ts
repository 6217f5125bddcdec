import { z } from 'zod';
import { integer, named, text } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { findInterfaceSettings, lockAccount, saveInterfaceSettings } from '../../store/accounts.ts';
import { interfaceSettings, objectViews, showInterfaceSettings } from './shapes.ts';

export const save_interface_settings = defineOperation({
  name: 'save_interface_settings',
  tag: 'User',
  route: 'POST /settings/interface',
  success: 201,
  scope: 'mcp:write',
  audiences: ['resident'],
  summary: 'Save interface settings. What is not sent stays as it was.',
  idempotent: true,
  input: z.object({
    sticky_header: z.boolean().optional().describe('Whether the header stays in view while scrolling.'),
    sticky_sidebar: z.boolean().optional().describe('Whether the sidebar stays in view while scrolling.'),
    assistant_width: integer(360, 720)
      .nullish()
      .describe("Width of the assistant's panel in pixels, 360 to 720; null leaves it to the interface."),
    skin: text(50, 1).nullish().describe('Name of a skin; null follows the device.'),
    objects_view: named(objectViews)
      .nullish()
      .describe('How objects are listed: table or tiles; null leaves it to the interface.'),
  }),
  output: interfaceSettings,
  async handle(input, { db, caller }) {
    await lockAccount(db, caller.accountId);
    const standing = await findInterfaceSettings(db, caller.accountId);
    const next = {
      stickyHeader: input.sticky_header ?? standing.stickyHeader,
      stickySidebar: input.sticky_sidebar ?? standing.stickySidebar,
      assistantWidth: input.assistant_width === undefined ? standing.assistantWidth : input.assistant_width,
      skin: input.skin === undefined ? standing.skin : input.skin,
      objectsView: input.objects_view === undefined ? standing.objectsView : input.objects_view,
    };
    await saveInterfaceSettings(db, caller.accountId, next);
    return showInterfaceSettings(next);
  },
});
