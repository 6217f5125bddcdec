import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Db, Transaction } from '../../base/db/connect.ts';
import { type SignedInCaller, scopes } from '../../domain/kernel/caller.ts';
import type { AnyDefinition, AnyOperation, ReplyOf as ShownBy } from '../../domain/kernel/operation.ts';
import { createKernel, type KernelDependencies } from '../../domain/kernel/run.ts';
import { operations } from '../../features/operations/index.ts';
import type { InputOf, OperationName, ReplyOf } from '../client/client.ts';

export const personas = [
  'resident',
  'neighbour',
  'editor',
  'moderator',
  'newcomer',
  'outsider',
  'company',
] as const;
export type Persona = (typeof personas)[number];

/** Context of all demo parts. */
export interface World {
  /** The single transaction everything is loaded in. */
  db: Db;
  /** Account ids of personas and further residents. */
  accounts: Record<Persona, string> & Record<string, string>;
  settlement: { id: string; slug: string };
  otherSettlement: { id: string; slug: string };
  thirdSettlement: { id: string; slug: string };
  /** Plot number → identifier, by settlement slug. */
  plots: Record<string, Record<string, string>>;
  newId(): string;
  now(): Date;
  services: KernelDependencies['services'];
  /** Runs an operation as one of the accounts, through the same pipeline as everybody's requests. */
  run<Name extends OperationName>(account: string, name: Name, input: InputOf<Name>): Promise<ReplyOf<Name>>;
  /** The same for actions of pages. */
  act<D extends AnyDefinition>(account: string, action: D, input: z.input<D['input']>): Promise<ShownBy<D>>;
  /** Sets the clock of the following operations back by this many days. */
  daysAgo(days: number): void;
  /** Days since the latest past occurrence of a day such as '05-01', so that seasons match at any loading date. */
  daysSince(monthAndDay: string): number;
  /** Deterministic pseudo-random integer below `below`. */
  pick(seed: string, below: number): number;
}

const day = 86_400_000;

/** Demo data of one feature. */
export interface DemoPart {
  name: string;
  load(world: World): Promise<void>;
}

export function createWorld(
  dependencies: KernelDependencies,
  db: Db,
  people: Pick<World, 'accounts' | 'settlement' | 'otherSettlement' | 'thirdSettlement' | 'plots'>,
  moderators: ReadonlySet<string>,
): World {
  let shift = 0;
  const now = () => new Date(dependencies.now().getTime() - shift);
  // Transactions of the operations become savepoints of the demonstration's transaction.
  const pool = Object.assign(
    ((...query: unknown[]) => (db as unknown as (...parts: unknown[]) => unknown)(...query)) as object,
    db,
    {
      begin: (_: unknown, work: (db: Transaction) => Promise<unknown>) => (db as Transaction).savepoint(work),
      forOwner: () => db,
    },
  );
  const kernel = createKernel({
    ...dependencies,
    pool: pool as unknown as KernelDependencies['pool'],
    now,
  });
  const byName = new Map<string, AnyOperation>(operations.map((operation) => [operation.name, operation]));
  const call = {
    surface: 'api',
    bearer: undefined,
    origin: '',
    address: '',
    language: 'ru',
    get signal() {
      return new AbortController().signal;
    },
  } as const;
  const speak = (account: string, what: string): SignedInCaller => {
    const accountId = people.accounts[account];
    if (accountId === undefined) throw new Error(`Unknown demo account ${account} in ${what}`);
    return {
      accountId,
      isModerator: moderators.has(accountId),
      scopes: new Set(scopes),
      via: 'session',
    };
  };
  const explain = (account: string, what: string) => (error: Error) => {
    throw new Error(`Demo loading failed in ${what} as ${account}: ${error.message}`, { cause: error });
  };
  return {
    ...people,
    db,
    newId: dependencies.newId,
    now,
    services: dependencies.services,
    async run(account, name, input) {
      const operation = byName.get(name);
      if (operation === undefined) throw new Error(`Unknown operation ${name}`);
      const caller = speak(account, name);
      return (await kernel
        .perform(operation, input as Record<string, unknown>, call, caller)
        .catch(explain(account, name))) as never;
    },
    act: (account, action, input) =>
      kernel.perform(action, input, call, speak(account, action.name)).catch(explain(account, action.name)),
    daysAgo(days) {
      shift = days * day;
    },
    daysSince(monthAndDay) {
      const present = dependencies.now();
      const noon = (year: number) => Date.parse(`${year}-${monthAndDay}T12:00:00Z`);
      const year = present.getUTCFullYear();
      // At least two days ago: follow-up events a day later must be in the past as well.
      const isOver = noon(year) < present.getTime() - 2 * day;
      return (present.getTime() - noon(isOver ? year : year - 1)) / day;
    },
    pick(seed, below) {
      return createHash('sha256').update(seed).digest().readUInt32BE(0) % below;
    },
  };
}
