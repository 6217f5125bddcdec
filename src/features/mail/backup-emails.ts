import type { Db } from '../../base/db/connect.ts';
import { listMailboxes, listRoleHolders } from '../../store/accounts/platform-roles.ts';
import { enqueueAccountEmail } from './account-emails.ts';

/** To every operator. Cannot be switched off. */
export async function enqueueBackupWarnings(
  db: Db,
  backup: { name: string; startedAt: Date; problem: string | null },
  link: string,
  context: { now(): Date; newId(): string },
): Promise<void> {
  const at = `${backup.startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  const introduction =
    backup.problem === null
      ? { en: `The last backup is from ${at}.`, ru: `Последняя резервная копия сделана ${at}.` }
      : {
          en: `The backup ${backup.name} of ${at} cannot be relied on: ${backup.problem}`,
          ru: `На резервную копию ${backup.name} (${at}) рассчитывать нельзя: ${backup.problem}`,
        };
  const operators = (await listRoleHolders(db)).filter(({ isOperator }) => isOperator).map(({ id }) => id);
  for (const { id, email, language } of await listMailboxes(db, operators))
    await enqueueAccountEmail(
      db,
      { accountId: id, to: email, language, template: 'backup_warning', link, introduction },
      context,
    );
}
