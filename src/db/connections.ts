import type { ClientConfig } from 'pg';
import { Session } from './session.ts';
import { silentMilliseconds, watchSilence } from './silence.ts';
import { DatabaseUnavailable } from './unavailable.ts';

export interface ConnectionsParts {
  config: ClientConfig;
  max: number;
  prepare: boolean;
  /** After how long without an answer it is asked whether the server is still there. */
  silentAfter?: number | undefined;
  /** Asked before a connection is given to anybody: why not, or null. One that is refused is closed. */
  admit?: ((session: Session) => Promise<string | null>) | undefined;
}

/** How long a statement waits for a connection to come free. */
const waitMilliseconds = 10_000;
const idleMilliseconds = 300_000;
/** Prepared statements and what a connection remembers of the catalogue go with it. */
const lifeMilliseconds = 45 * 60_000;

interface Waiter {
  give(session: Session): void;
  fail(error: Error): void;
  timer: NodeJS.Timeout;
}

/**
 * The connections of a pool: at most `max`, the one used last first. When one is lost the idle ones are closed too,
 * because the server they lead to is most likely gone; whatever runs on the others finds out by itself.
 */
export class Connections {
  readonly #parts: ConnectionsParts;
  readonly #open = new Set<Session>();
  readonly #idle: Session[] = [];
  readonly #waiting: Waiter[] = [];
  #opening = 0;
  #isEnding = false;
  #onEmpty: (() => void) | undefined;
  readonly #sweep: NodeJS.Timeout;
  readonly #endWatch: () => void;

  constructor(parts: ConnectionsParts) {
    this.#parts = parts;
    this.#sweep = setInterval(() => this.#closeIdle(idleMilliseconds), 30_000);
    this.#sweep.unref();
    this.#endWatch = watchSilence(this.#open, parts.config, parts.silentAfter ?? silentMilliseconds);
  }

  take(): Promise<Session> {
    const { admit } = this.#parts;
    return admit === undefined ? this.#takeAny() : this.#takeAdmitted(admit);
  }

  async #takeAdmitted(admit: NonNullable<ConnectionsParts['admit']>): Promise<Session> {
    const session = await this.#takeAny();
    const refusal = await admit(session).catch((error: Error) => error.message);
    if (refusal === null) return session;
    this.#discard(session);
    throw new DatabaseUnavailable(new Error(refusal), { isUntouched: true });
  }

  async #takeAny(): Promise<Session> {
    if (this.#isEnding)
      throw new DatabaseUnavailable(new Error('The pool is closed.'), { isUntouched: true });
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    if (this.#open.size + this.#opening < this.#parts.max) return this.#openOne();
    return new Promise((give, fail) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        const error = new Error(`No database connection came free within ${waitMilliseconds / 1000} s.`);
        fail(new DatabaseUnavailable(error, { isUntouched: true }));
      }, waitMilliseconds);
      const waiter: Waiter = { give, fail, timer };
      this.#waiting.push(waiter);
    });
  }

  giveBack(session: Session): void {
    if (session.isLost || this.#isEnding || performance.now() - session.opened > lifeMilliseconds) {
      this.#discard(session);
      return;
    }
    const waiter = this.#waiting.shift();
    if (waiter !== undefined) {
      clearTimeout(waiter.timer);
      waiter.give(session);
      return;
    }
    session.idleSince = performance.now();
    this.#idle.push(session);
  }

  /** Waits for what runs, for so long; then cuts it off. */
  async end(timeoutMilliseconds: number): Promise<void> {
    this.#isEnding = true;
    clearInterval(this.#sweep);
    this.#endWatch();
    for (const waiter of this.#waiting.splice(0)) {
      clearTimeout(waiter.timer);
      waiter.fail(new DatabaseUnavailable(new Error('The pool is closed.'), { isUntouched: true }));
    }
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
      this.#serveWaiting();
    }
  }

  /** Whoever waits may open a connection where one has gone. */
  #serveWaiting(): void {
    while (this.#waiting.length > 0 && this.#open.size + this.#opening < this.#parts.max) {
      const waiter = this.#waiting.shift() as Waiter;
      clearTimeout(waiter.timer);
      this.#openOne().then(waiter.give, waiter.fail);
    }
    if (this.#open.size + this.#opening === 0) this.#onEmpty?.();
  }

  #lose(session: Session): void {
    this.#open.delete(session);
    const place = this.#idle.indexOf(session);
    if (place !== -1) this.#idle.splice(place, 1);
    this.#closeIdle(0);
    this.#serveWaiting();
  }

  #discard(session: Session): void {
    void this.#close(session);
  }

  async #close(session: Session): Promise<void> {
    await session.close();
    this.#open.delete(session);
    this.#serveWaiting();
  }

  #closeIdle(olderThan: number): void {
    const now = performance.now();
    for (let index = this.#idle.length - 1; index >= 0; index -= 1) {
      const session = this.#idle[index] as Session;
      if (now - session.idleSince < olderThan) continue;
      this.#idle.splice(index, 1);
      this.#discard(session);
    }
  }
}
