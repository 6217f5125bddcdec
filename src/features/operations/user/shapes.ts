import { z } from 'zod';
import type { Context } from '../../../domain/kernel/context.ts';
import {
  formatTimestamp,
  outEnum,
  outId,
  outSlug,
  outText,
  outTimestamp,
} from '../../../domain/kernel/fields.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import {
  findAccount,
  type InterfaceSettingsRow,
  listEndedMemberships,
  listMemberships,
  listRepresentedCompanies,
  listSettlementRoles,
} from '../../../store/accounts/accounts.ts';
import { parcelRoles } from '../parcel/shapes.ts';

export const objectViews = ['table', 'tiles'] as const;

export const profile = z.object({
  id: outId,
  email: outText,
  display_name: outText,
  language: outEnum(['en', 'ru']),
  platform_role: outEnum(['moderator']).nullable().describe('Null for nearly everybody.'),
  is_operator: z.boolean().describe('Keeps the installation running.'),
  created_at: outTimestamp,
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
        role: outEnum(['editor', 'staff']),
      }),
    )
    .describe('Settlements where the account has a role: editor is the board.'),
  companies: z
    .array(z.object({ company: outId, name: outText, state: outEnum(['claimed', 'confirmed']) }))
    .describe('Companies the account speaks for.'),
});

type Profile = z.input<typeof profile>;

export async function loadProfile({
  db,
  caller,
}: Pick<Context<'mcp:read'>, 'db' | 'caller'>): Promise<Profile> {
  const [account, parcels, ended, settlements, companies] = await Promise.all([
    findAccount(db, caller.accountId),
    listMemberships(db, caller.accountId),
    listEndedMemberships(db, caller.accountId),
    listSettlementRoles(db, caller.accountId),
    listRepresentedCompanies(db, caller.accountId),
  ]);
  const found = account ?? refuse.notFound('address');
  return {
    id: found.id,
    email: found.email,
    display_name: found.displayName,
    language: found.language,
    platform_role: found.platformRole,
    is_operator: found.isOperator,
    created_at: formatTimestamp(found.createdAt),
    scopes: [...caller.scopes],
    parcels: parcels.map((row) => ({
      parcel_id: row.parcelId,
      plot_number: row.plotNumber,
      settlement: row.settlementId,
      settlement_slug: row.settlementSlug,
      settlement_name: row.settlementName,
      resident: row.id,
      role: row.role as Profile['parcels'][number]['role'],
      state: row.state as Profile['parcels'][number]['state'],
    })),
    ended_parcels: ended.map((row) => ({
      parcel_id: row.parcelId,
      plot_number: row.plotNumber,
      settlement: row.settlementId,
      settlement_slug: row.settlementSlug,
      settlement_name: row.settlementName,
      role: row.role as Profile['parcels'][number]['role'],
      reason: row.reason,
      decided_at: formatTimestamp(row.decidedAt),
    })),
    settlements: settlements.map((row) => ({
      settlement: row.settlementId,
      settlement_slug: row.settlementSlug,
      settlement_name: row.settlementName,
      role: row.role as Profile['settlements'][number]['role'],
    })),
    companies: companies.map((row) => ({
      company: row.companyId,
      name: row.name,
      state: row.state as Profile['companies'][number]['state'],
    })),
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
