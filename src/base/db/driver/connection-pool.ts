import type { ClientConfig } from 'pg';
import { createFairShare, type FairShare, ShareRefused } from '../../threads/fair-share.ts';
import { Session } from './session.ts';
import { stallMilliseconds, watchStalledConnections } from './stalled-connection.ts';
import { DatabaseUnavailable } from './unavailable.ts';

export interface ConnectionPoolOptions {
  config: ClientConfig;
  max: number;
  prepare: boolean;
  /** Milliseconds without a response after which the server is probed. */
  silentAfter?: number | undefined;
  /** Checks a connection before use: the reason to reject it, or null. A rejected one is closed. */
  admit?: ((session: Session) => Promise<string | null>) | undefined;
}

/** Timeout for acquiring a connection. */
const acquireTimeoutMilliseconds = 10_000;
const maxIdleMilliseconds = 300_000;
/** Bounds the memory of prepared statements and catalogue caches of a connection. */
const maxLifetimeMilliseconds = 45 * 60_000;

/** Concurrent connections per owner, reads and writes counted separately. */
const maxPerOwner = 4;

/**
 * At most `max` connections, shared fairly between owners, most recently used first. When one is lost, idle ones are
 * closed too, because their server is most likely gone; statements on the others fail by themselves.
 */
export class ConnectionPool {
  readonly #parts: ConnectionPoolOptions;
  readonly #open = new Set<Session>();
  readonly #idle: Session[] = [];
  readonly #turns: FairShare;
  #opening = 0;
  #isEnding = false;
  #onEmpty: (() => void) | undefined;
  readonly #sweep: NodeJS.Timeout;
  readonly #endWatch: () => void;

  constructor(options: ConnectionPoolOptions) {
    this.#parts = options;
    this.#turns = createFairShare({
      concurrency: options.max,
      perOwner: maxPerOwner,
      waitMilliseconds: acquireTimeoutMilliseconds,
    });
    this.#sweep = setInterval(() => this.#closeIdle(maxIdleMilliseconds), 30_000);
    this.#sweep.unref();
    this.#endWatch = watchStalledConnections(
      this.#open,
      options.config,
      options.silentAfter ?? stallMilliseconds,
    );
  }

  acquire(owner: string): Promise<Session> {
    const { admit } = this.#parts;
    return admit === undefined ? this.#takeAny(owner) : this.#takeAdmitted(owner, admit);
  }

  async #takeAdmitted(owner: string, admit: NonNullable<ConnectionPoolOptions['admit']>): Promise<Session> {
    const session = await this.#takeAny(owner);
    const refusal = await admit(session).catch((error: Error) => error.message);
    if (refusal === null) return session;
    this.#discard(session);
    throw new DatabaseUnavailable(new Error(refusal), { isUntouched: true });
  }

  async #takeAny(owner: string): Promise<Session> {
    if (this.#isEnding) throw poolClosedError();
    const turn = this.#turns.enter(owner);
    if (turn !== undefined) await turn.catch(rethrowTimeout);
    try {
      const session = this.#idle.pop() ?? (await this.#openOne());
      session.owner = owner;
      return session;
    } catch (error) {
      this.#turns.leave(owner);
      throw error;
    }
  }

  release(session: Session): void {
    // Of a transaction that could not be rolled back: the next owner's statements would become part of it.
    if (session.isInTransaction) session.isLost = true;
    if (session.isLost || this.#isEnding || performance.now() - session.openedAt > maxLifetimeMilliseconds) {
      this.#discard(session);
      return;
    }
    session.idleSince = performance.now();
    this.#idle.push(session);
    this.#turns.leave(session.owner);
  }

  /** Waits for running statements until the timeout, then closes forcibly. */
  async end(timeoutMilliseconds: number): Promise<void> {
    this.#isEnding = true;
    clearInterval(this.#sweep);
    this.#endWatch();
    this.#turns.rejectWaiting(poolClosedError());
    await Promise.all(this.#idle.splice(0).map((session) => this.#close(session)));
    if (this.#open.size + this.#opening === 0) return;
    const force = setTimeout(() => {
      for (const session of this.#open) session.destroy();
    }, timeoutMilliseconds);
    await new Promise<void>((done) => {
      this.#onEmpty = done;
    });
    clearTimeout(force);
  }

  async #openOne(): Promise<Session> {
    this.#opening += 1;
    try {
      const session = await Session.open(this.#parts.config, this.#parts.prepare, (lost) => this.#lose(lost));
      this.#open.add(session);
      return session;
    } finally {
      this.#opening -= 1;
      this.#tellIfEmpty();
    }
  }

  #tellIfEmpty(): void {
    if (this.#open.size + this.#opening === 0) this.#onEmpty?.();
  }

  #lose(session: Session): void {
    this.#open.delete(session);
    const place = this.#idle.indexOf(session);
    if (place !== -1) this.#idle.splice(place, 1);
    this.#closeIdle(0);
    this.#tellIfEmpty();
  }

  /** Frees the slot only after the connection is closed, so that there are never more than `max`. */
  #discard(session: Session): void {
    void this.#close(session).then(() => this.#turns.leave(session.owner));
  }

  async #close(session: Session): Promise<void> {
    await session.close();
    this.#open.delete(session);
    this.#tellIfEmpty();
  }

  #closeIdle(olderThan: number): void {
    const now = performance.now();
    for (let index = this.#idle.length - 1; index >= 0; index -= 1) {
      const session = this.#idle[index] as Session;
      if (now - session.idleSince < olderThan) continue;
      this.#idle.splice(index, 1);
      void this.#close(session);
    }
  }
}

const poolClosedError = () =>
  new DatabaseUnavailable(new Error('The pool is closed.'), { isUntouched: true });

function rethrowTimeout(error: unknown): never {
  if (!(error instanceof ShareRefused) || error.reason !== 'late') throw error;
  const reason = new Error(`No database connection came free within ${acquireTimeoutMilliseconds / 1000} s.`);
  throw new DatabaseUnavailable(reason, { isUntouched: true });
}
