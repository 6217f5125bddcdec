/**
 * Why somebody got no turn. `share`: their own share stayed used up. `full`: too many wait, of everybody. `late`: none
 * came free in time.
 */
export type ShareReason = 'share' | 'full' | 'late';

export class ShareRefused extends Error {
  override name = 'ShareRefused';
  readonly reason: ShareReason;

  constructor(reason: ShareReason) {
    super(reasons[reason]);
    this.reason = reason;
  }
}

const reasons: Readonly<Record<ShareReason, string>> = {
  share: 'The owner of this request has too much under way already.',
  full: 'Too many wait already.',
  late: 'No place came free in time.',
};

/** Work of the service itself: no share is counted, but it takes turns with everybody else. */
export const ofTheService = '';

/** Who asks for work: whose share it takes, and how it is called off. */
export interface Requester {
  readonly share: string;
  readonly signal?: AbortSignal | undefined;
}

export const theService: Requester = { share: ofTheService };

/** What one owner may have in a line of a worker, running or waiting. */
export const placesInLine = 2;

export interface FairShareOptions {
  /** How many run at the same time, of all owners together. */
  atOnce: number;
  /** Places of one owner, running or next in line. */
  perOwner?: number;
  /** How many may wait in line, of all owners together. */
  mostWaiting?: number;
  /** How long somebody over their share waits for one of their own places. */
  overShareMilliseconds?: number;
  /** How long somebody within their share waits for a turn. */
  waitMilliseconds?: number;
}

/**
 * Lets so many run at once, and divides the turns fairly: each owner (an account, or a network address) has a bounded
 * number of places, and turns go round the owners who wait, so that one who asks for much makes only themselves wait.
 */
export interface FairShare {
  /** Whether there is a turn at once. */
  tryEnter(owner: string): boolean;
  /** Undefined when the turn is there at once. Rejects with ShareRefused, or with the signal's reason. */
  enter(owner: string, signal?: AbortSignal): Promise<void> | undefined;
  /** Ends a turn that `enter` gave. */
  leave(owner: string): void;
  run<Result>(owner: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** When nothing runs and nobody waits. */
  whenIdle(): Promise<void>;
  /** Sends everybody away who still waits. */
  rejectWaiting(reason: unknown): void;
}

interface Waiter {
  proceed(): void;
  fail(reason: unknown): void;
  /** While over the share, or while in line. */
  timer: NodeJS.Timeout | undefined;
}

interface Owner {
  /** Running and in line. */
  places: number;
  readonly line: Waiter[];
  /** Beyond the share: not in line yet. */
  readonly over: Waiter[];
}

/** As many of one owner wait beyond their share; the next is refused at once. */
const mostOver = 200;

export function createFairShare(options: FairShareOptions): FairShare {
  const { atOnce, perOwner = Number.POSITIVE_INFINITY, mostWaiting = Number.POSITIVE_INFINITY } = options;
  const { overShareMilliseconds = 5_000, waitMilliseconds } = options;
  const owners = new Map<string, Owner>();
  /** Owners with somebody in line, in the order of their turns. */
  const turns: Owner[] = [];
  let running = 0;
  let waiting = 0;
  let idle: (() => void)[] = [];

  const isOverShare = (name: string, { places }: Owner) => name !== ofTheService && places >= perOwner;

  function tryEnter(name: string): boolean {
    const owner = owners.get(name) ?? { places: 0, line: [], over: [] };
    if (running >= atOnce || isOverShare(name, owner)) return false;
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
    if (isOver && owner.over.length >= mostOver) throw new ShareRefused('share');
    if (!isOver && waiting >= mostWaiting) throw new ShareRefused('full');
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
        overShareMilliseconds,
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

  /** A place of this owner is free: for whoever of theirs was over the share. */
  function free(name: string, owner: Owner): void {
    owner.places -= 1;
    const next = owner.over.shift();
    if (next !== undefined) stand(name, owner, next);
    else if (owner.places === 0) owners.delete(name);
  }

  function giveTurns(): void {
    while (running < atOnce) {
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
