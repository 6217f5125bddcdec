import { createHash } from 'node:crypto';
import type { InputOf, OperationName, ReplyOf } from '../client/client.ts';
import type { Db, Transaction } from '../db/connect.ts';
import { type Caller, scopes } from '../kernel/caller.ts';
import type { AnyOperation } from '../kernel/operation.ts';
import { createKernel, type KernelParts } from '../kernel/run.ts';
import { operations } from '../operations/index.ts';

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

/** What the parts of the demonstration build on and add to. */
export interface World {
  /** The one transaction everything is loaded in: all of it, or nothing. */
  db: Db;
  /** Named people, and further residents by name. */
  accounts: Record<Persona, string> & Record<string, string>;
  settlement: { id: string; slug: string };
  otherSettlement: { id: string; slug: string };
  thirdSettlement: { id: string; slug: string };
  /** Plot number → identifier, by settlement slug. */
  plots: Record<string, Record<string, string>>;
  newId(): string;
  now(): Date;
  services: KernelParts['services'];
  /** Runs an operation as one of the accounts, through the same pipeline as everybody's requests. */
  run<Name extends OperationName>(account: string, name: Name, input: InputOf<Name>): Promise<ReplyOf<Name>>;
  /** Moves the clock of the operations that follow back by so many days, so that the past looks like a past. */
  daysAgo(days: number): void;
  /** The same "random" numbers every time. */
  pick(seed: string, below: number): number;
}

/** One part of the demonstration per feature. */
export interface DemoPart {
  name: string;
  load(world: World): Promise<void>;
}

export function createWorld(
  parts: KernelParts,
  db: Db,
  people: Pick<World, 'accounts' | 'settlement' | 'otherSettlement' | 'thirdSettlement' | 'plots'>,
  moderators: ReadonlySet<string>,
): World {
  let shift = 0;
  const now = () => new Date(parts.now().getTime() - shift);
  // Operations open transactions of their own; inside the demonstration's they are savepoints.
  const pool = Object.assign(
    ((...query: unknown[]) => (db as unknown as (...parts: unknown[]) => unknown)(...query)) as object,
    {
      begin: (work: (db: Transaction) => Promise<unknown>) => (db as Transaction).savepoint(work),
    },
  );
  const kernel = createKernel({
    ...parts,
    pool: pool as unknown as KernelParts['pool'],
    readPool: db as unknown as KernelParts['readPool'],
    now,
  });
  const byName = new Map<string, AnyOperation>(operations.map((operation) => [operation.name, operation]));
  return {
    ...people,
    db,
    newId: parts.newId,
    now,
    services: parts.services,
    async run(account, name, input) {
      const accountId = people.accounts[account];
      const operation = byName.get(name);
      if (accountId === undefined || operation === undefined)
        throw new Error(`The demonstration has no ${account} or no ${name}.`);
      const caller: Caller = {
        accountId,
        isModerator: moderators.has(accountId),
        scopes: new Set(scopes),
        via: 'session',
      };
      const call = {
        surface: 'api',
        bearer: undefined,
        origin: '',
        address: '',
        language: 'ru',
        signal: new AbortController().signal,
      } as const;
      try {
        return (await kernel.perform(operation, input as Record<string, unknown>, call, caller)) as never;
      } catch (error) {
        throw new Error(`The demonstration failed at ${name} for ${account}: ${(error as Error).message}`, {
          cause: error,
        });
      }
    },
    daysAgo(days) {
      shift = days * 86_400_000;
    },
    pick(seed, below) {
      return createHash('sha256').update(seed).digest().readUInt32BE(0) % below;
    },
  };
}
