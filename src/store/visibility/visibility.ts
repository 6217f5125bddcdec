import type { Db } from '../../base/db/connect.ts';
import { type SettlementRole, seenVisibilities } from '../../domain/rules/settlement-role.ts';

/** Whose eyes a query looks through: an account, or nobody, in one settlement. */
export interface Reader {
  settlementId: string;
  accountId: string | null;
  settlementRole: SettlementRole;
  /** Left out: whatever a moderator sees besides is not shown here. */
  isModerator?: boolean;
}

export const isAccount = (db: Db, column: ReturnType<Db>, accountId: string | null) =>
  accountId === null ? db`false` : db`${column} = ${accountId}`;

export const isSeen = (db: Db, column: ReturnType<Db>, { settlementRole }: Reader) =>
  db`${column} = any(${seenVisibilities(settlementRole)}::text[])`;
