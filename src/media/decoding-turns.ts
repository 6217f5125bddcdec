import { refuseAborted, refuseMedia, toRefusal } from './media-refusal.ts';

/** A few at a time, the rest in line, and a line that ends: each decoded picture may hold hundreds of megabytes. */
export class DecodingTurns {
  readonly #atOnce: number;
  readonly #maxWaiting: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(atOnce: number, maxWaiting: number) {
    this.#atOnce = atOnce;
    this.#maxWaiting = maxWaiting;
  }

  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    refuseAborted(signal);
    await this.#takeTurn(signal);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The turn passes from hand to hand, so that nobody can slip in between.
      if (next) next();
      else this.#running -= 1;
    }
  }

  async #takeTurn(signal: AbortSignal | undefined): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running += 1;
      return;
    }
    if (this.#waiting.length >= this.#maxWaiting) throw refuseMedia.busy();
    await new Promise<void>((resolve, reject) => {
      const proceed = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(proceed), 1);
        if (signal) reject(toRefusal(signal));
      };
      this.#waiting.push(proceed);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }
}
