import type { Pool } from '../../src/base/db/connect.ts';

/** Rows of one village; a village of the bench differs from another by its identifiers alone. */
export const perVillage = {
  plots: 600,
  accounts: 50,
  articles: 1_000,
  notifications: 1_000,
  conversations: 50,
  messages: 1_000,
  tasks: 100,
  contacts: 20,
  sensors: 25,
  readings: Number(process.env.GROWTH_READINGS ?? 40_000),
  passages: Number(process.env.GROWTH_PASSAGES ?? 100),
} as const;

/** Identifiers are sequential, below those of the service, so that what is measured can be named without a query. */
const firstIds = {
  settlement: 1_000,
  parcel: 1_000_000,
  membership: 2_000_000,
  account: 10_000_000,
  article: 20_000_000,
  notification: 40_000_000,
  event: 50_000_000,
  conversation: 60_000_000,
  message: 70_000_000,
  device: 80_000_000,
  sensor: 90_000_000,
  task: 100_000_000,
  contact: 110_000_000,
  building: 120_000_000,
  /** Whatever else a village has: meters, tables of fees, documents, decisions. */
  record: 200_000_000,
} as const;
export type Kind = keyof typeof firstIds;

const counts: Record<Kind, number> = {
  settlement: 1,
  parcel: perVillage.plots,
  membership: perVillage.accounts,
  account: perVillage.accounts,
  article: perVillage.articles,
  notification: perVillage.notifications,
  event: perVillage.notifications,
  conversation: perVillage.conversations,
  message: perVillage.messages,
  device: perVillage.sensors / 5,
  sensor: perVillage.sensors,
  task: perVillage.tasks,
  contact: perVillage.contacts,
  building: perVillage.plots,
  record: 10_000,
};

/** The identifier of the n-th thing of a village; both count from 1. */
export function idOf(kind: Kind, village: number, n = 1): string {
  return String(firstIds[kind] + (village - 1) * counts[kind] + n);
}

/** The n-th of `kind` in village `v`, in SQL; `n` is an expression. */
export const sqlId = (sql: Pool, kind: Kind, n: ReturnType<Pool>) =>
  sql`${firstIds[kind]}::bigint + (v - 1) * ${counts[kind]}::bigint + ${n}`;

export const villages = (sql: Pool, first: number, last: number) =>
  sql`generate_series(${first}::bigint, ${last}::bigint) v`;

export const country = '1';
