import { fillPath, paths } from '../../base/site/paths.ts';
import type { SignedInContext } from '../../domain/kernel/context.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { normalizeEmail } from '../../domain/rules/email.ts';
import { type invitedRoles, mayInvite } from '../../domain/rules/residency.ts';
import { countInvitations, insertPlotCodes, type OwnedParcel } from '../../store/land/plot-codes.ts';
import { recordDecision } from '../../store/system/audit.ts';

const day = 86_400_000;

/** Saves an invitation and returns its link, which is kept nowhere. The parcel is locked by its owner. */
export async function createInvitation(
  parcel: OwnedParcel,
  wanted: { role: (typeof invitedRoles)[number]; email?: string; invitee?: string | undefined; days: number },
  context: SignedInContext,
): Promise<{ link: string; expiresAt: Date }> {
  const { db, caller, services, now, newId, origin } = context;
  const emailKey = wanted.email === undefined ? undefined : normalizeEmail(wanted.email);
  const refusal = mayInvite(await countInvitations(db, parcel.id, emailKey ?? null, now()));
  if (refusal !== true) refuse.invalid(wanted.email === undefined ? 'name' : 'email', refusal);
  const { role, invitee } = wanted;
  const { code, hash } = services.plotCodes.create();
  const made = { id: newId(), parcelId: parcel.id, hash, role, emailKey, invitee };
  const expiresAt = new Date(now().getTime() + wanted.days * day);
  await insertPlotCodes(db, [made], { by: caller.accountId, at: now(), expiresAt });
  await recordDecision(context, {
    action: 'invite_to_plot',
    subject: { type: 'parcel', id: parcel.id },
    settlementId: parcel.settlementId,
    after: { role, plot: parcel.number },
  });
  const query = new URLSearchParams({ plot: parcel.number, code, role });
  const page = fillPath(paths.join, { settlement: parcel.settlementId });
  return { link: `${services.emailLinkOrigin(origin)}${page}?${query}`, expiresAt };
}
