import type { Permission } from '../kernel/refusal.ts';

/** moderator: of the platform's content; operator: of the installation. One account may hold both. */
export const platformRoles = ['moderator', 'operator'] as const;
export type PlatformRole = (typeof platformRoles)[number];

export function maySeeRoles(who: { isModerator: boolean; isOperator?: boolean }): Permission {
  return (
    who.isModerator ||
    who.isOperator || {
      en: 'Only moderators and operators see who has a role here.',
      ru: 'Кому какая роль дана, видят только модераторы и администраторы.',
    }
  );
}

/** Only operators grant roles: a moderator cannot appoint moderators. */
export function mayManageRoles(who: { isOperator?: boolean }): Permission {
  return (
    who.isOperator || {
      en: 'Only an operator of the installation gives and takes away roles.',
      ru: 'Роли даёт и снимает только администратор площадки.',
    }
  );
}

/** Nobody grants a role to themselves: a stolen session must not escalate its rights. */
export function mayGrantRole(byId: string, toId: string): Permission {
  return (
    byId !== toId || {
      en: 'Nobody gives a role to themselves. Ask another operator.',
      ru: 'Себе роль не дают. Попросите другого администратора.',
    }
  );
}

export function mayRevokeRole(holders: readonly string[], accountId: string): Permission {
  return (
    holders.length > 1 ||
    !holders.includes(accountId) || {
      en: 'This is the last one with the role. Give it to somebody else first.',
      ru: 'Это последний человек с такой ролью. Сначала дайте её другому.',
    }
  );
}

export function mayConfigureInstallation(who: { isOperator?: boolean }): Permission {
  return (
    who.isOperator || {
      en: 'Only an operator sets up the installation.',
      ru: 'Настраивать площадку может только администратор.',
    }
  );
}
