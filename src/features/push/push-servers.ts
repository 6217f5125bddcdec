const perServer = 8;
const firstPauseMilliseconds = 60_000;
const longestPauseMilliseconds = 15 * 60_000;

interface PushServer {
  running: number;
  readonly waiting: ((isOpen: boolean) => void)[];
  failures: number;
  closedUntil: number;
}

/**
 * Requests to one push server at a time are few, and one that does not answer is left alone for a while, so that it
 * holds up nobody else.
 */
export class PushServers {
  readonly #servers = new Map<string, PushServer>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Hosts that take no further push at the moment. */
  listBusy(): string[] {
    const now = this.#now().getTime();
    for (const [host, server] of this.#servers)
      if (server.running === 0 && server.closedUntil + longestPauseMilliseconds < now)
        this.#servers.delete(host);
    return [...this.#servers]
      .filter(([, server]) => server.running >= perServer || server.closedUntil > now)
      .map(([host]) => host);
  }

  /** False when the server has failed meanwhile; true has to be followed by `leave`. */
  async enter(host: string): Promise<boolean> {
    const server = this.#find(host);
    if (server.closedUntil > this.#now().getTime()) return false;
    if (server.running < perServer) {
      server.running += 1;
      return true;
    }
    return await new Promise<boolean>((proceed) => server.waiting.push(proceed));
  }

  /** `isUp` undefined: the request says nothing about the server. */
  leave(host: string, isUp: boolean | undefined): void {
    const server = this.#find(host);
    if (isUp === true) server.failures = 0;
    if (isUp === false) this.#close(server);
    const next = server.waiting.shift();
    if (next) next(true);
    else server.running -= 1;
  }

  /** When to try again what `enter` did not let in. */
  findOpening(host: string): Date {
    return new Date(Math.max(this.#servers.get(host)?.closedUntil ?? 0, this.#now().getTime()));
  }

  /** Those that wait are not let in any more. */
  releaseWaiting(): void {
    for (const { waiting } of this.#servers.values()) for (const proceed of waiting.splice(0)) proceed(false);
  }

  #close(server: PushServer): void {
    const now = this.#now().getTime();
    // Requests that ran at the same time fail together, and count once.
    if (server.closedUntil > now) return;
    server.closedUntil =
      now + Math.min(longestPauseMilliseconds, firstPauseMilliseconds * 2 ** server.failures);
    server.failures += 1;
    for (const proceed of server.waiting.splice(0)) proceed(false);
  }

  #find(host: string): PushServer {
    let server = this.#servers.get(host);
    if (server === undefined) {
      server = { running: 0, waiting: [], failures: 0, closedUntil: 0 };
      this.#servers.set(host, server);
    }
    return server;
  }
}
