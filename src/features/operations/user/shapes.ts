import { z } from 'zod';
import { languages } from '../../../base/i18n/text.ts';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import {
  outDay,
  outEnum,
  outId,
  outSlug,
  outText,
  outTimestamp,
  outWord,
} from '../../../domain/kernel/fields.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { formatLocalTime } from '../../../domain/rules/local-time.ts';
import { endingKinds } from '../../../domain/rules/residency-ending.ts';
import type { InterfaceSettingsRow } from '../../../store/accounts/accounts.ts';
import { findProfile, type ProfileRow } from '../../../store/accounts/profile.ts';
import { parcelRoles } from '../parcel/shapes.ts';

export const objectViews = ['table', 'tiles'] as const;

export const profile = z.object({
  id: outId,
  email: outText,
  display_name: outText,
  language: outEnum(languages),
  platform_role: outEnum(['moderator']).nullable().describe('Null for nearly everybody.'),
  is_operator: z.boolean().describe('Keeps the installation running.'),
  created_at: outTimestamp,
  time_zone: outWord.nullable().describe('Where the first plot or board lies; null: nowhere yet.'),
  local_time: outTimestamp.nullable().describe('The time there now, with its offset.'),
  scopes: z
    .array(outEnum(['mcp:read', 'mcp:write', 'mcp:private']))
    .describe('What the token of this call may do.'),
  parcels: z
    .array(
      z.object({
        parcel_id: outId,
        plot_number: outText,
        settlement: outId,
        settlement_slug: outSlug,
        settlement_name: outText,
        time_zone: outWord,
        resident: outId.describe('For remove_resident.'),
        role: outEnum(parcelRoles),
        state: outEnum(['claimed', 'confirmed']).describe('claimed: waits for the board.'),
      }),
    )
    .describe('Plots of the account, claims included.'),
  ended_parcels: z
    .array(
      z.object({
        parcel_id: outId,
        plot_number: outText,
        settlement: outId,
        settlement_slug: outSlug,
        settlement_name: outText,
        role: outEnum(parcelRoles),
        reason: outText.nullable(),
        decided_at: outTimestamp,
        ending: z
          .object({ reason_kind: outEnum(endingKinds), on: outDay })
          .nullable()
          .describe('How a membership ended; null of a refused claim.'),
      }),
    )
    .describe(
      'Claims that the board refused and memberships it ended, with its reason, newest first; at most 20.',
    ),
  settlements: z
    .array(
      z.object({
        settlement: outId,
        settlement_slug: outSlug,
        settlement_name: outText,
        time_zone: outWord,
        role: outEnum(['editor', 'staff', 'auditor']),
      }),
    )
    .describe(
      'Settlements where the account has a role: editor is the board, an auditor reads what it reads.',
    ),
  companies: z
    .array(z.object({ company: outId, name: outText, state: outEnum(['claimed', 'confirmed']) }))
    .describe('Companies the account speaks for.'),
});

/** With `count`, also how much waits for the account. */
export async function loadProfile(
  { db, caller, now }: Pick<SignedInContext, 'db' | 'caller' | 'now'>,
  count = false,
): Promise<{ known: z.input<typeof profile>; waiting: ProfileRow['waiting'] }> {
  const row = (await findProfile(db, caller.accountId, count ? caller : null)) ?? refuse.notFound('address');
  const { waiting, ...known } = row;
  const timeZone = known.parcels[0]?.time_zone ?? known.settlements[0]?.time_zone ?? null;
  return {
    known: {
      time_zone: timeZone,
      local_time: timeZone === null ? null : formatLocalTime(now(), timeZone),
      scopes: [...caller.scopes],
      ...known,
    },
    waiting,
  };
}

export const interfaceSettings = z.object({
  sticky_header: z.boolean(),
  sticky_sidebar: z.boolean(),
  assistant_width: z.int().nullable().describe('360 to 720 pixels; null: the interface decides.'),
  skin: outText.nullable().describe('Null: follows the device.'),
  objects_view: outEnum(objectViews).nullable().describe('Null: the interface decides.'),
});

export function showInterfaceSettings(row: InterfaceSettingsRow): z.input<typeof interfaceSettings> {
  return {
    sticky_header: row.stickyHeader,
    sticky_sidebar: row.stickySidebar,
    assistant_width: row.assistantWidth,
    skin: row.skin,
    objects_view: row.objectsView as (typeof objectViews)[number] | null,
  };
}
