import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import { Session } from './session.ts';
import { quoteName } from './template.ts';

export interface Listening {
  /** Whether everything said until a second ago has certainly been heard. */
  isCurrent(): boolean;
  unlisten(): Promise<void>;
}

/** What a listener may want to know: while it is away nothing is heard, and what was said meanwhile never comes. */
export interface ListenWatch {
  onLost?(): void;
  onBack?(): void;
}

interface Subscriber extends ListenWatch {
  channel: string;
  hear(payload: string): void;
  /** Was told that the connection is lost, and not yet that it is back. */
  isWaiting: boolean;
}

const shortestPause = 100;
const longestPause = 5_000;
/** A connection whose other end vanished without a word is found out by asking. What was said before the question comes before the answer. */
const askEvery = 400;
const currentFor = 1_000;
const givenUpAfter = 5_000;

/** One connection of its own that listens for the whole process, and comes back by itself. */
export class Listener {
  readonly #config: ClientConfig;
  readonly #subscribers = new Set<Subscriber>();
  #session: Promise<Session> | undefined;
  #current: Session | undefined;
  #isEnded = false;
  #asking: NodeJS.Timeout | undefined;
  /** When the last question that was answered had been asked. */
  #heardUntil = Number.NEGATIVE_INFINITY;

  constructor(config: ClientConfig) {
    this.#config = config;
  }

  /** Resolves when everything said from now on is heard. */
  async listen(
    channel: string,
    hear: (payload: string) => void,
    watch: ListenWatch = {},
  ): Promise<Listening> {
    const subscriber: Subscriber = { channel, hear, isWaiting: false, ...watch };
    this.#subscribers.add(subscriber);
    try {
      this.#session ??= this.#connect();
      const session = await this.#session;
      await ask(session, `listen ${quoteName(channel)}`);
    } catch (error) {
      this.#subscribers.delete(subscriber);
      throw error;
    }
    return {
      isCurrent: () => performance.now() - this.#heardUntil <= currentFor,
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
      const asked = performance.now();
      for (const channel of new Set([...this.#subscribers].map((subscriber) => subscriber.channel)))
        await ask(session, `listen ${quoteName(channel)}`);
      this.#heardUntil = asked;
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
      if (isAsking) return;
      isAsking = true;
      const asked = performance.now();
      ask(session, 'select 1')
        .then(
          () => {
            if (this.#current === session) this.#heardUntil = asked;
          },
          () => {},
        )
        .finally(() => {
          isAsking = false;
        });
    }, askEvery);
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
    for (let pause = shortestPause; !this.#isEnded && this.#subscribers.size > 0; pause *= 2) {
      await sleep(Math.min(pause, longestPause) * (0.75 + Math.random() / 2), undefined, { ref: false });
      // Somebody who began to listen meanwhile may have connected already.
      this.#session ??= this.#connect();
      const isBack = await this.#session.then(
        () => true,
        () => false,
      );
      if (!isBack) continue;
      // Lost twice in a row, it comes back twice: each of those who wait is told once.
      for (const subscriber of this.#subscribers) {
        if (!subscriber.isWaiting) continue;
        subscriber.isWaiting = false;
        subscriber.onBack?.();
      }
      return;
    }
  }
}

/** A server that does not answer is given up with its connection. */
async function ask(session: Session, script: string): Promise<void> {
  const late = setTimeout(() => session.destroy(), givenUpAfter);
  try {
    await session.runScript(script);
  } finally {
    clearTimeout(late);
  }
}
