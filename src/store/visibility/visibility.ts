import type { Db } from '../../base/db/connect.ts';
import { listReadableVisibilities, type SettlementRole } from '../../domain/rules/settlement-role.ts';

/** On whose behalf a query reads: an account, or an anonymous visitor, in one settlement. */
export interface Reader {
  settlementId: string;
  accountId: string | null;
  settlementRole: SettlementRole;
  /** When omitted, rows visible only to moderators are not returned. */
  isModerator?: boolean;
}

export const equalsAccount = (db: Db, column: ReturnType<Db>, accountId: string | null) =>
  accountId === null ? db`false` : db`${column} = ${accountId}`;

export const isVisibleTo = (db: Db, column: ReturnType<Db>, { settlementRole }: Reader) =>
  db`${column} = any(${listReadableVisibilities(settlementRole)}::text[])`;
