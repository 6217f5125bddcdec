import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import { Session } from './session.ts';
import { quoteIdentifier } from './template.ts';

export interface ListenHandle {
  /** Whether all notifications up to one second ago have been received. */
  isCurrent(): boolean;
  unlisten(): Promise<void>;
}

/** Callbacks for connection loss: notifications sent meanwhile are not delivered later. */
export interface ListenCallbacks {
  onLost?(): void;
  onBack?(): void;
}

interface Subscriber extends ListenCallbacks {
  channel: string;
  hear(payload: string): void;
  /** onLost was called, onBack not yet. */
  isWaiting: boolean;
}

const minRetryDelay = 100;
const maxRetryDelay = 5_000;
/**
 * Pings detect a half-open connection. Notifications arrive in order, so a response proves that all before the ping
 * have arrived.
 */
const pingInterval = 400;
/** While nobody asks whether notifications are current. */
const idlePingInterval = 10_000;
const maxPingAge = 1_000;
const pingTimeout = 5_000;

/** A dedicated connection for LISTEN that reconnects automatically. */
export class Listener {
  readonly #config: ClientConfig;
  readonly #subscribers = new Set<Subscriber>();
  #session: Promise<Session> | undefined;
  #current: Session | undefined;
  #isEnded = false;
  #asking: NodeJS.Timeout | undefined;
  /** Send time of the last answered ping. */
  #heardUntil = Number.NEGATIVE_INFINITY;
  /** When somebody last asked whether notifications are current. */
  #askedAt = Number.NEGATIVE_INFINITY;

  constructor(config: ClientConfig) {
    this.#config = config;
  }

  /** Resolves once the subscription is active. */
  async listen(
    channel: string,
    hear: (payload: string) => void,
    watch: ListenCallbacks = {},
  ): Promise<ListenHandle> {
    const subscriber: Subscriber = { channel, hear, isWaiting: false, ...watch };
    this.#subscribers.add(subscriber);
    try {
      this.#session ??= this.#connect();
      const session = await this.#session;
      await runWithTimeout(session, `listen ${quoteIdentifier(channel)}`);
    } catch (error) {
      this.#subscribers.delete(subscriber);
      throw error;
    }
    return {
      isCurrent: () => {
        this.#askedAt = performance.now();
        return this.#askedAt - this.#heardUntil <= maxPingAge;
      },
      unlisten: async () => {
        this.#subscribers.delete(subscriber);
        if (this.#subscribers.size === 0) await this.#disconnect();
      },
    };
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    this.#subscribers.clear();
    await this.#disconnect();
  }

  async #disconnect(): Promise<void> {
    clearInterval(this.#asking);
    const opening = this.#session;
    this.#session = undefined;
    this.#current = undefined;
    const session = await opening?.catch(() => undefined);
    await session?.close();
  }

  async #connect(): Promise<Session> {
    try {
      const session = await Session.open(this.#config, false, (lost) => this.#lose(lost));
      session.onNotification((channel, payload) => {
        for (const subscriber of this.#subscribers)
          if (subscriber.channel === channel) subscriber.hear(payload);
      });
      const startedAt = performance.now();
      for (const channel of new Set([...this.#subscribers].map((subscriber) => subscriber.channel)))
        await runWithTimeout(session, `listen ${quoteIdentifier(channel)}`);
      this.#heardUntil = startedAt;
      this.#current = session;
      this.#watch(session);
      return session;
    } catch (error) {
      this.#session = undefined;
      throw error;
    }
  }

  #watch(session: Session): void {
    clearInterval(this.#asking);
    let isAsking = false;
    this.#asking = setInterval(() => {
      const startedAt = performance.now();
      const isIdle = startedAt - this.#askedAt > 2 * maxPingAge;
      if (isAsking || (isIdle && startedAt - this.#heardUntil < idlePingInterval)) return;
      isAsking = true;
      runWithTimeout(session, 'select 1')
        .then(
          () => {
            if (this.#current === session) this.#heardUntil = startedAt;
          },
          () => {},
        )
        .finally(() => {
          isAsking = false;
        });
    }, pingInterval);
    this.#asking.unref();
  }

  #lose(session: Session): void {
    if (this.#current !== session) return;
    clearInterval(this.#asking);
    this.#current = undefined;
    this.#session = undefined;
    for (const subscriber of this.#subscribers) {
      if (subscriber.isWaiting) continue;
      subscriber.isWaiting = true;
      subscriber.onLost?.();
    }
    void this.#comeBack();
  }

  async #comeBack(): Promise<void> {
    for (let pause = minRetryDelay; !this.#isEnded && this.#subscribers.size > 0; pause *= 2) {
      await sleep(Math.min(pause, maxRetryDelay) * (0.75 + Math.random() / 2), undefined, { ref: false });
      // A concurrent listen() may have connected already.
      this.#session ??= this.#connect();
      const isBack = await this.#session.then(
        () => true,
        () => false,
      );
      if (!isBack) continue;
      // After repeated losses several reconnect loops may finish: each subscriber is notified once.
      for (const subscriber of this.#subscribers) {
        if (!subscriber.isWaiting) continue;
        subscriber.isWaiting = false;
        subscriber.onBack?.();
      }
      return;
    }
  }
}

/** Destroys the connection on timeout. */
async function runWithTimeout(session: Session, script: string): Promise<void> {
  const late = setTimeout(() => session.destroy(), pingTimeout);
  try {
    await session.runScript(script);
  } finally {
    clearTimeout(late);
  }
}
