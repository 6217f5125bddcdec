import type { Db } from '../../base/db/connect.ts';
import type { Text } from '../../base/i18n/text.ts';
import type { PlatformRole } from '../../domain/rules/platform-roles.ts';
import { listMailboxes } from '../../store/accounts/platform-roles.ts';
import { enqueueAccountEmail } from './account-emails.ts';

const roleNames: Readonly<Record<PlatformRole, Text>> = {
  moderator: { en: 'moderator', ru: 'модератор' },
  operator: { en: 'operator', ru: 'администратор' },
};

export interface RoleChange {
  person: { id: string; name: string };
  role: PlatformRole;
  isGiven: boolean;
  reason: Text;
  /** The operators before the change: they are the first to notice a stolen account. */
  operators: readonly string[];
}

/**
 * Sent to the person and to every operator, also to whoever did it: their account may be stolen. Cannot be switched
 * off.
 */
export async function enqueueRoleEmails(
  db: Db,
  { person, role, isGiven, reason, operators }: RoleChange,
  link: string,
  context: { now(): Date; newId(): string },
): Promise<void> {
  const line = {
    en: `${person.name}: the role of ${roleNames[role].en} was ${isGiven ? 'given' : 'taken away'}. Reason: ${reason.en}`,
    ru: `${person.name}: роль «${roleNames[role].ru}» ${isGiven ? 'дали' : 'сняли'}. Причина: ${reason.ru}`,
  };
  for (const { id, email, language } of await listMailboxes(db, [...operators, person.id]))
    await enqueueAccountEmail(
      db,
      { accountId: id, to: email, language, template: 'role_changed', link, introduction: line },
      context,
    );
}
