const perServer = 8;
const perAccount = 2;
const firstPauseMilliseconds = 60_000;
const longestPauseMilliseconds = 15 * 60_000;
/** How long the last result of an account says something about the server. */
const resultMilliseconds = 10 * 60_000;
/** Fewer accounts than these do not close a server for the others. */
const fewestFailing = 3;

/** Whom a push is for; results are counted for both. */
export interface PushTarget {
  readonly host: string;
  readonly subscriptionId: string;
  readonly accountId: string;
}

/** Identifiers. */
export interface BusyTargets {
  readonly hosts: string[];
  readonly subscriptions: string[];
  readonly accounts: string[];
}

interface Pause {
  failures: number;
  closedUntil: number;
}

interface Account {
  running: number;
  /** Of its last request that said something about the server. */
  isFailing: boolean;
  resultAt: number;
}

interface Waiter {
  readonly target: PushTarget;
  proceed(isOpen: boolean): void;
}

interface PushServer extends Pause {
  running: number;
  readonly waiting: Waiter[];
  readonly subscriptions: Map<string, Pause>;
  readonly accounts: Map<string, Account>;
}

/**
 * Requests to one push server at a time are few, and of one account fewer. A subscription that fails is left alone for a
 * while, and the server as a whole only when it fails most of several accounts: whoever gives failing addresses on a
 * shared server holds up nobody else.
 */
export class PushServers {
  readonly #servers = new Map<string, PushServer>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** What takes no further push at the moment. */
  listBusy(): BusyTargets {
    const now = this.#now().getTime();
    const busy: BusyTargets = { hosts: [], subscriptions: [], accounts: [] };
    for (const [host, server] of this.#servers) {
      forgetOld(server, now);
      if (server.running >= perServer || server.closedUntil > now) busy.hosts.push(host);
      for (const [id, { closedUntil }] of server.subscriptions)
        if (closedUntil > now) busy.subscriptions.push(id);
      for (const [id, { running }] of server.accounts) if (running >= perAccount) busy.accounts.push(id);
      if (server.accounts.size + server.subscriptions.size === 0 && isOver(server, now))
        this.#servers.delete(host);
    }
    return busy;
  }

  /** False when the server or the subscription has failed meanwhile; true has to be followed by `leave`. */
  async enter(target: PushTarget): Promise<boolean> {
    if (this.#findClosing(target) > this.#now().getTime()) return false;
    const server = this.#find(target.host);
    if (tryStart(server, target)) return true;
    return await new Promise<boolean>((proceed) => server.waiting.push({ target, proceed }));
  }

  /** `isUp` undefined: the request says nothing about the server. */
  leave(target: PushTarget, isUp: boolean | undefined): void {
    const server = this.#find(target.host);
    const account = findAccount(server, target.accountId);
    server.running -= 1;
    account.running -= 1;
    if (isUp !== undefined) {
      account.isFailing = !isUp;
      account.resultAt = this.#now().getTime();
    }
    if (isUp === true) {
      server.failures = 0;
      server.subscriptions.delete(target.subscriptionId);
    }
    if (isUp === false) this.#pause(server, target);
    for (const waiter of [...server.waiting])
      if (tryStart(server, waiter.target)) release(server, waiter, true);
  }

  /** When to try again what `enter` did not let in. */
  findOpening(target: PushTarget): Date {
    return new Date(Math.max(this.#findClosing(target), this.#now().getTime()));
  }

  /** Those that wait are not let in any more. */
  releaseWaiting(): void {
    for (const server of this.#servers.values())
      for (const waiter of [...server.waiting]) release(server, waiter, false);
  }

  #findClosing({ host, subscriptionId }: PushTarget): number {
    const server = this.#servers.get(host);
    return Math.max(server?.closedUntil ?? 0, server?.subscriptions.get(subscriptionId)?.closedUntil ?? 0);
  }

  #pause(server: PushServer, { subscriptionId }: PushTarget): void {
    const now = this.#now().getTime();
    const subscription = server.subscriptions.get(subscriptionId) ?? { failures: 0, closedUntil: 0 };
    server.subscriptions.set(subscriptionId, subscription);
    lengthenPause(subscription, now);
    const isServerDown = isFailingMost(server, now);
    if (isServerDown) lengthenPause(server, now);
    for (const waiter of [...server.waiting])
      if (isServerDown || waiter.target.subscriptionId === subscriptionId) release(server, waiter, false);
  }

  #find(host: string): PushServer {
    let server = this.#servers.get(host);
    if (server === undefined) {
      server = {
        running: 0,
        waiting: [],
        failures: 0,
        closedUntil: 0,
        subscriptions: new Map(),
        accounts: new Map(),
      };
      this.#servers.set(host, server);
    }
    return server;
  }
}

function findAccount({ accounts }: PushServer, id: string): Account {
  let account = accounts.get(id);
  if (account === undefined) {
    account = { running: 0, isFailing: false, resultAt: 0 };
    accounts.set(id, account);
  }
  return account;
}

function tryStart(server: PushServer, { accountId }: PushTarget): boolean {
  const account = findAccount(server, accountId);
  if (server.running >= perServer || account.running >= perAccount) return false;
  server.running += 1;
  account.running += 1;
  return true;
}

function release({ waiting }: PushServer, waiter: Waiter, isOpen: boolean): void {
  waiting.splice(waiting.indexOf(waiter), 1);
  waiter.proceed(isOpen);
}

function lengthenPause(part: Pause, now: number): void {
  // Requests that ran at the same time fail together, and count once.
  if (part.closedUntil > now) return;
  part.closedUntil = now + Math.min(longestPauseMilliseconds, firstPauseMilliseconds * 2 ** part.failures);
  part.failures += 1;
}

function isFailingMost({ accounts }: PushServer, now: number): boolean {
  const recent = [...accounts.values()].filter(({ resultAt }) => resultAt + resultMilliseconds > now);
  const failing = recent.filter(({ isFailing }) => isFailing).length;
  return failing >= fewestFailing && failing * 2 > recent.length;
}

const isOver = ({ closedUntil }: Pause, now: number) => closedUntil + longestPauseMilliseconds < now;

function forgetOld({ accounts, subscriptions }: PushServer, now: number): void {
  for (const [id, { running, resultAt }] of accounts)
    if (running === 0 && resultAt + resultMilliseconds < now) accounts.delete(id);
  for (const [id, subscription] of subscriptions) if (isOver(subscription, now)) subscriptions.delete(id);
}
