/**
 * Why a request was refused. `share`: its owner stayed over their share; `full`: the queue is full; `late`: timeout
 * while waiting.
 */
export type ShareReason = 'share' | 'full' | 'late';

export class ShareRefused extends Error {
  override name = 'ShareRefused';
  readonly reason: ShareReason;

  constructor(reason: ShareReason) {
    super(refusalMessages[reason]);
    this.reason = reason;
  }
}

const refusalMessages: Readonly<Record<ShareReason, string>> = {
  share: 'The owner of this request has too many requests running or queued.',
  full: 'The queue is full.',
  late: 'Timed out while waiting in the queue.',
};

/** Owner of the service's own work: no per-owner limit, but queued like the others. */
export const serviceOwner = '';

/** Owner of a request, and its abort signal. */
export interface Requester {
  readonly share: string;
  readonly signal?: AbortSignal | undefined;
}

export const serviceRequester: Requester = { share: serviceOwner };

/** Limit per owner in a worker queue, running or waiting. */
export const maxPerOwnerInWorkerQueue = 2;

export interface FairShareOptions {
  /** Concurrency limit over all owners. */
  concurrency: number;
  /** Limit per owner, running or queued. */
  perOwner?: number;
  /** Queue limit over all owners. */
  maxWaiting?: number;
  /** Timeout for a request over its owner's limit. */
  overShareMilliseconds?: number;
  /** Timeout for a queued request. */
  waitMilliseconds?: number;
}

/**
 * A fair semaphore: limits concurrency, bounds the slots of each owner (account or network address), and serves
 * waiting owners round-robin, so that a heavy user delays only themselves.
 */
export interface FairShare {
  /** Acquires a slot if one is free. */
  tryEnter(owner: string): boolean;
  /** Undefined when a slot was free. Rejects with ShareRefused or the abort reason. */
  enter(owner: string, signal?: AbortSignal): Promise<void> | undefined;
  /** Releases a slot acquired by `enter` or `tryEnter`. */
  leave(owner: string): void;
  run<Result>(owner: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Resolves when nothing runs or waits. */
  whenIdle(): Promise<void>;
  /** Rejects all waiting requests. */
  rejectWaiting(reason: unknown): void;
}

interface Waiter {
  proceed(): void;
  fail(reason: unknown): void;
  /** Timeout of the current wait. */
  timer: NodeJS.Timeout | undefined;
}

interface Owner {
  /** Running and queued. */
  places: number;
  readonly line: Waiter[];
  /** Over the owner's limit: not queued yet. */
  readonly over: Waiter[];
}

/** Maximum waiting over the limit of one owner; further requests are refused at once. */
const maxOverShare = 200;

export function createFairShare(options: FairShareOptions): FairShare {
  const { concurrency, perOwner = Number.POSITIVE_INFINITY, maxWaiting = Number.POSITIVE_INFINITY } = options;
  const { overShareMilliseconds = 5_000, waitMilliseconds } = options;
  const owners = new Map<string, Owner>();
  /** Owners with queued requests, in round-robin order. */
  const turns: Owner[] = [];
  let running = 0;
  let waiting = 0;
  let idle: (() => void)[] = [];

  const isOverShare = (name: string, { places }: Owner) => name !== serviceOwner && places >= perOwner;

  function tryEnter(name: string): boolean {
    const owner = owners.get(name) ?? { places: 0, line: [], over: [] };
    if (running >= concurrency || isOverShare(name, owner)) return false;
    running += 1;
    owner.places += 1;
    owners.set(name, owner);
    return true;
  }

  function enter(name: string, signal?: AbortSignal): Promise<void> | undefined {
    signal?.throwIfAborted();
    if (tryEnter(name)) return undefined;
    const owner = owners.get(name) ?? { places: 0, line: [], over: [] };
    const isOver = isOverShare(name, owner);
    if (isOver && owner.over.length >= maxOverShare) throw new ShareRefused('share');
    if (!isOver && waiting >= maxWaiting) throw new ShareRefused('full');
    owners.set(name, owner);
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(waiter.timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const onAbort = () => withdraw(name, owner, waiter, signal?.reason);
      const waiter: Waiter = {
        proceed() {
          settle();
          resolve();
        },
        fail(reason) {
          settle();
          reject(reason);
        },
        timer: undefined,
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      if (!isOver) return stand(name, owner, waiter);
      owner.over.push(waiter);
      waiter.timer = setTimeout(
        () => withdraw(name, owner, waiter, new ShareRefused('share')),
        // Those that came together are not refused together: a hundred refusals at once hold the event loop.
        overShareMilliseconds * (0.8 + 0.4 * Math.random()),
      );
    });
  }

  function stand(name: string, owner: Owner, waiter: Waiter): void {
    owner.places += 1;
    waiting += 1;
    clearTimeout(waiter.timer);
    waiter.timer =
      waitMilliseconds === undefined
        ? undefined
        : setTimeout(() => withdraw(name, owner, waiter, new ShareRefused('late')), waitMilliseconds);
    owner.line.push(waiter);
    if (owner.line.length === 1) turns.push(owner);
  }

  function withdraw(name: string, owner: Owner, waiter: Waiter, reason: unknown): void {
    if (!remove(owner.over, waiter) && remove(owner.line, waiter)) {
      waiting -= 1;
      if (owner.line.length === 0) remove(turns, owner);
      free(name, owner);
    }
    waiter.fail(reason);
  }

  /** Frees a slot of this owner and queues their next request that was over the limit. */
  function free(name: string, owner: Owner): void {
    owner.places -= 1;
    const next = owner.over.shift();
    if (next !== undefined) stand(name, owner, next);
    else if (owner.places === 0) owners.delete(name);
  }

  function giveTurns(): void {
    while (running < concurrency) {
      const owner = turns.shift();
      const waiter = owner?.line.shift();
      if (owner === undefined || waiter === undefined) break;
      if (owner.line.length > 0) turns.push(owner);
      waiting -= 1;
      running += 1;
      waiter.proceed();
    }
    if (running > 0) return;
    for (const tell of idle) tell();
    idle = [];
  }

  function leave(name: string): void {
    const owner = owners.get(name);
    if (owner === undefined) return;
    running -= 1;
    free(name, owner);
    giveTurns();
  }

  return {
    tryEnter,
    enter,
    leave,
    async run(name, work, signal) {
      await enter(name, signal);
      try {
        return await work();
      } finally {
        leave(name);
      }
    },
    whenIdle: () => (running === 0 ? Promise.resolve() : new Promise((tell) => idle.push(tell))),
    rejectWaiting(reason) {
      for (const [name, owner] of [...owners])
        for (const waiter of [...owner.over, ...owner.line]) withdraw(name, owner, waiter, reason);
    },
  };
}

function remove<Item>(list: Item[], item: Item): boolean {
  const place = list.indexOf(item);
  if (place === -1) return false;
  list.splice(place, 1);
  return true;
}
