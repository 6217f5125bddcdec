import type { Text } from '../../base/i18n/text.ts';
import type { Scope } from '../kernel/caller.ts';
import type { Permission } from '../kernel/refusal.ts';
import { decideJoining } from './recorded-people.ts';

export const residentRoles = ['owner', 'family', 'tenant'] as const;
export type ResidentRole = (typeof residentRoles)[number];
export const residencyStates = ['claimed', 'confirmed', 'ended'] as const;
export type ResidencyState = (typeof residencyStates)[number];

/** Keeps one account from claiming a whole settlement. */
export const maxPendingClaims = 10;

/** Result of a repeated claim: a pending one is kept, a confirmed membership needs none. */
export function decideClaim(
  existing: ResidencyState | undefined,
  waiting: number,
): 'new' | 'existing' | Text {
  if (existing === 'claimed') return 'existing';
  if (existing === 'confirmed') {
    return {
      en: 'You are already confirmed on this plot.',
      ru: 'Вы уже подтверждены на этом участке.',
    };
  }
  if (waiting >= maxPendingClaims) {
    return {
      en: `You already have ${maxPendingClaims} claims waiting. Withdraw one, or wait for the board.`,
      ru: `У вас уже ${maxPendingClaims} заявок на рассмотрении. Отзовите одну или дождитесь решения правления.`,
    };
  }
  return 'new';
}

const reminderAfterMs = 86_400_000;

/** Once for each claim, and not on its first day. */
export function mayRemindOfClaim(claim: { createdAt: Date; remindedAt: Date | null }, now: Date): Permission {
  if (claim.remindedAt !== null)
    return { en: 'You have reminded the board already.', ru: 'Вы уже напоминали правлению.' };
  return (
    now.getTime() - claim.createdAt.getTime() >= reminderAfterMs || {
      en: 'The claim is less than a day old: give the board time.',
      ru: 'Заявке меньше суток: дайте правлению время.',
    }
  );
}

/** Roles that an owner may invite to their plot without the board. */
export const invitedRoles = ['family', 'tenant'] as const satisfies readonly ResidentRole[];
export const isInvitedRole = (role: ResidentRole) => (invitedRoles as readonly ResidentRole[]).includes(role);
/** Validity of a plot code. */
export const plotCodeDays = 90;
const maxInvitations = 10;
export const maxInvitationsPerAddress = 3;

/** Limits invitation emails: pending ones per plot, and per address and day whoever sends them. */
export function mayInvite(sent: { ofParcel: number; toAddress: number }): Permission {
  if (sent.ofParcel >= maxInvitations) {
    return {
      en: `${maxInvitations} invitations to this plot are already waiting. Wait until some are used or expire.`,
      ru: `На этот участок уже отправлено ${maxInvitations} приглашений, которые ещё действуют. Дождитесь, пока ими воспользуются.`,
    };
  }
  return (
    sent.toAddress < maxInvitationsPerAddress || {
      en: 'This address has been sent enough invitations today.',
      ru: 'На этот адрес сегодня уже отправлено достаточно приглашений.',
    }
  );
}

/** Plot code attempts per account and hour, right or wrong. */
export const maxCodeAttempts = 5;

/**
 * Result of a plot code. The board's code confirms an owner only where none has an account; otherwise the board decides.
 * A code that it made for a recorded person confirms with the role of the record. An owner's invitation is valid for
 * the role it was sent for.
 */
export function decideCode(
  code:
    | {
        role: ResidentRole | null;
        isVouched: boolean;
        record?: { role: ResidentRole; isOver: boolean; isJoined: boolean } | undefined;
      }
    | undefined,
  claimed: ResidentRole,
  hasOwner: boolean,
): { confirm: ResidentRole | null } | Text {
  const record = code?.record;
  if (record && decideJoining({ by: 'code' }, record) === 'join') return { confirm: record.role };
  if (code === undefined || !code.isVouched || record) {
    return {
      en: 'This code does not work for this plot: it is mistyped, used, withdrawn or too old. Without a code the board decides.',
      ru: 'Этот код не подходит к участку: опечатка, он использован, отозван или устарел. Без кода решит правление.',
    };
  }
  const role = code.role ?? claimed;
  return { confirm: role === 'owner' && hasOwner ? null : role };
}

/** Confirming a confirmed member only sets the role; an ended membership needs a new claim. */
export function decideConfirmation(state: ResidencyState): 'confirm' | 'set_role' | Text {
  if (state === 'claimed') return 'confirm';
  if (state === 'confirmed') return 'set_role';
  return {
    en: 'This has ended. The person may claim the plot again.',
    ru: 'Эта запись завершена. Человек может подать заявку заново.',
  };
}

export type MembershipEnding = 'refused' | 'ended' | 'withdrawn' | 'left';

/** How a membership ends, by its state and by who ends it; or what the request lacks. */
export function decideEnding(
  state: ResidencyState,
  isOwn: boolean,
  reason: string | null,
  kind: string | null = null,
): MembershipEnding | { field: 'resident' | 'reason' | 'reason_kind'; text: Text } {
  if (state === 'ended') {
    return { field: 'resident', text: { en: 'This has ended already.', ru: 'Это уже завершено.' } };
  }
  if (state === 'claimed' && kind !== null) {
    return {
      field: 'reason_kind',
      text: {
        en: 'This is a claim that waits: nobody lived there yet. Give a reason in words.',
        ru: 'Это заявка: на участке ещё никто не записан. Напишите причину словами.',
      },
    };
  }
  if (isOwn) return state === 'claimed' ? 'withdrawn' : 'left';
  const isSaid = kind !== null && kind !== 'other';
  if (!isSaid && (reason === null || reason.trim() === '')) {
    return {
      field: 'reason',
      text: {
        en: 'Say why: the person is told the reason.',
        ru: 'Укажите причину: человек её увидит.',
      },
    };
  }
  return state === 'claimed' ? 'refused' : 'ended';
}

export function mayManageRegister(isEditor: boolean): Permission {
  return (
    isEditor || {
      en: 'Only the board of the village keeps its register of residents.',
      ru: 'Реестр жителей ведёт только правление посёлка.',
    }
  );
}

export function mayReadRegister(readsAsBoard: boolean): Permission {
  return readsAsBoard || mayManageRegister(false);
}

/**
 * The board confirms every claim and sets roles. An owner confirms only family and tenants on their own plot, as by
 * invitation.
 */
export function mayConfirmResident(
  who: { isEditor: boolean; isOwner: boolean },
  claim: { state: ResidencyState; role: ResidentRole } | undefined,
  role: ResidentRole | undefined,
): Permission {
  const isOwners =
    who.isOwner &&
    claim?.state === 'claimed' &&
    isInvitedRole(claim.role) &&
    isInvitedRole(role ?? claim.role);
  return (
    who.isEditor ||
    isOwners || {
      en: 'Only the board confirms residents; an owner of the plot confirms claims of family and tenants to it.',
      ru: 'Жителей подтверждает правление, а заявки родных и арендаторов на свой участок\u00a0— его собственник.',
    }
  );
}

/** Names, emails and notes of others require mcp:private, whichever operation returns them. */
export function maySeePersonalData(who: { isOwn: boolean; scopes: ReadonlySet<Scope> }): boolean {
  return who.isOwn || who.scopes.has('mcp:private');
}

/**
 * A claim that contradicts nothing in the register: an owner where none is recorded and nobody else claims to be,
 * family or a tenant where an owner is recorded. Any other is reviewed individually.
 */
export function isUncontestedClaim(claim: {
  role: ResidentRole | null;
  hasOwner: boolean | null;
  hasRival: boolean | null;
}): boolean {
  return claim.role === 'owner' ? !claim.hasOwner && !claim.hasRival : claim.hasOwner === true;
}
