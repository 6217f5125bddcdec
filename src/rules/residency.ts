import type { Text } from '../i18n/text.ts';
import type { Scope } from '../kernel/caller.ts';
import type { Permission } from '../kernel/refusal.ts';

export const residentRoles = ['owner', 'family', 'tenant'] as const;
export type ResidentRole = (typeof residentRoles)[number];
export const residencyStates = ['claimed', 'confirmed', 'ended'] as const;
export type ResidencyState = (typeof residencyStates)[number];

/** One account cannot lay claim to a whole village. */
export const mostWaitingClaims = 10;

/** What a further claim to the same plot comes to: the waiting one stands, a confirmed one needs none. */
export function decideClaim(
  standing: ResidencyState | undefined,
  waiting: number,
): 'new' | 'standing' | Text {
  if (standing === 'claimed') return 'standing';
  if (standing === 'confirmed') {
    return {
      en: 'You are already confirmed on this plot.',
      ru: 'Вы уже подтверждены на этом участке.',
    };
  }
  if (waiting >= mostWaitingClaims) {
    return {
      en: `You already have ${mostWaitingClaims} claims that wait. Withdraw one with remove_resident, or wait for the board.`,
      ru: `У вас уже ${mostWaitingClaims} заявок на рассмотрении. Отзовите одну или дождитесь решения правления.`,
    };
  }
  return 'new';
}

/** Confirming the confirmed only sets the role; what has ended needs a claim of its own. */
export function decideConfirmation(state: ResidencyState): 'confirm' | 'set_role' | Text {
  if (state === 'claimed') return 'confirm';
  if (state === 'confirmed') return 'set_role';
  return {
    en: 'This has ended. The person may claim the plot again.',
    ru: 'Эта запись завершена. Человек может подать заявку заново.',
  };
}

export type Ending = 'refused' | 'ended' | 'withdrawn' | 'left';

/** How a membership ends, by who ends it and how far it had come; or what is missing for it. */
export function decideEnding(
  state: ResidencyState,
  isOwn: boolean,
  reason: string | null,
): Ending | { field: 'resident' | 'reason'; text: Text } {
  if (state === 'ended') {
    return { field: 'resident', text: { en: 'This has ended already.', ru: 'Это уже завершено.' } };
  }
  if (isOwn) return state === 'claimed' ? 'withdrawn' : 'left';
  if (reason === null || reason.trim() === '') {
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

export function mayKeepRegister(isEditor: boolean): Permission {
  return (
    isEditor || {
      en: 'Only the board of the settlement keeps its register of residents.',
      ru: 'Реестр жителей ведёт только правление посёлка.',
    }
  );
}

/** Names, addresses and notes of others need the scope of the register, whatever the operation that shows them. */
export function seesPersonalPart(who: { isOwn: boolean; scopes: ReadonlySet<Scope> }): boolean {
  return who.isOwn || who.scopes.has('mcp:private');
}
