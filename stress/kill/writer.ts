import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Client,
  createClient,
  type InputOf,
  type OperationName,
  type ReplyOf,
} from '../../src/entry/client/client.ts';
import type { Persona } from '../../src/entry/demo/world.ts';
import { type Figures, increment } from './figures.ts';
import type { Acknowledged, Ledger } from './ledger.ts';
import { createRandom, type Random } from './random.ts';

const requestTimeoutMs = 30_000;
const retryDelayMs = 250;

/** A write was answered with a 4xx. */
export class WriteRefused extends Error {
  override name = 'Refused';
}

/** What the database has to contain after a write; computed from the reply where it has the identifier. */
export type ExpectedRecord = Pick<Acknowledged, 'thing' | 'marker' | 'has' | 'gone'>;

/** Mostly one; a write that changes two things has two. */
type ExpectedRecords = ExpectedRecord | readonly ExpectedRecord[];

export interface WriterOptions {
  baseUrl: string;
  /** Prefix of every marker and key of this run. */
  prefix: string;
  session: number;
  seed: number;
  ledger: Ledger;
  figures: Figures;
  /** A write that began at this time was acknowledged. */
  onSuccess(begunAt: number): void;
  /** Awaited before every request; resolves when the writers may continue. */
  mayGoOn(): Promise<void>;
}

/** A person who writes sequentially and retries until there is an answer. */
export interface Writer {
  persona: Persona;
  accountId: string;
  token: string;
  random: Random;
  /** A unique marker. */
  newMarker(): string;
  write<Name extends OperationName>(
    name: Name,
    input: InputOf<Name>,
    findings: ExpectedRecords | ((reply: ReplyOf<Name>) => ExpectedRecords),
  ): Promise<ReplyOf<Name>>;
  read: Client;
  /** Sends a request that is not an operation, retrying until the status is below 500. */
  retryUntilAnswered(
    name: string,
    send: (signal: AbortSignal) => Promise<Response>,
  ): Promise<{ response: Response; tries: number }>;
  acknowledge(operation: string, key: string, findings: ExpectedRecords): Promise<void>;
}

export function createWriter(
  options: WriterOptions,
  persona: Persona,
  access: { id: string; token: string },
): Writer {
  const { figures, ledger } = options;
  let number = 0;
  const fresh = () => {
    number += 1;
    return `${options.prefix}${options.session}-${persona}-${number}`;
  };

  async function insist(name: string, send: (signal: AbortSignal) => Promise<Response>) {
    for (let tries = 1; ; tries += 1) {
      await options.mayGoOn();
      if (tries > 1) figures.repeats += 1;
      const begun = performance.now();
      const response = await send(AbortSignal.timeout(requestTimeoutMs)).catch(() => undefined);
      if (response === undefined) await sleep(retryDelayMs);
      else if (response.status === 503) {
        figures.unavailable += 1;
        await sleep(retryDelayMs);
      } else if (response.status >= 500) {
        increment(figures.otherServerErrors, `${name} ${response.status}`);
        await sleep(retryDelayMs);
      } else {
        if (response.ok) options.onSuccess(begun);
        return { response, tries };
      }
    }
  }

  /** A fetch with retries for the typed client. */
  const insistingFetch = (name: string, tried: (tries: number) => void): typeof fetch =>
    (async (url: string | URL | Request, init?: RequestInit) => {
      const { response, tries } = await insist(name, async (signal) => {
        const reply = await fetch(url, { ...init, signal });
        // Read the body here: a service killed in the middle of it has not answered.
        const body = await reply.arrayBuffer();
        return new Response(reply.status === 204 ? null : body, {
          status: reply.status,
          headers: reply.headers,
        });
      });
      tried(tries);
      return response;
    }) as typeof fetch;

  const acknowledge = async (operation: string, key: string, findings: ExpectedRecords) => {
    await Promise.all([findings].flat().map((finding) => ledger.append({ operation, key, ...finding })));
    increment(figures.acknowledged, operation);
  };

  return {
    persona,
    accountId: access.id,
    token: access.token,
    random: createRandom(options.seed),
    newMarker: fresh,
    retryUntilAnswered: insist,
    acknowledge,
    read: createClient({
      baseUrl: options.baseUrl,
      token: access.token,
      fetch: insistingFetch('reading', () => {}),
    }),
    async write(name, input, findings) {
      const key = fresh();
      let sent = 0;
      const client = createClient({
        baseUrl: options.baseUrl,
        token: access.token,
        fetch: insistingFetch(name, (tries) => {
          sent = tries;
        }),
      });
      const reply = await client.send(name, input as Record<string, unknown>, {
        headers: { 'idempotency-key': key },
      });
      if (reply.status >= 400) {
        const story = `${name} ${reply.status} ${JSON.stringify(reply.body)}`;
        increment(figures.refusals, `${name} ${reply.status}`);
        if (sent > 1) figures.refusedRepeats.push(`${persona} ${story}`);
        throw new WriteRefused(story);
      }
      const body = reply.body as never;
      await acknowledge(name, key, typeof findings === 'function' ? findings(body) : findings);
      return body;
    },
  };
}

/** Runs random actions until the run is over. Refused ones are counted and dropped. */
export async function runWriter(
  writer: Writer,
  acts: readonly ((writer: Writer) => Promise<void>)[],
  gate: { isOver(): boolean; mayGoOn(): Promise<void> },
  onRefusal: (error: WriteRefused) => void,
): Promise<void> {
  while (!gate.isOver()) {
    await gate.mayGoOn();
    try {
      await writer.random.pick(acts)(writer);
    } catch (error) {
      if (!(error instanceof WriteRefused)) throw error;
      onRefusal(error);
    }
    await sleep(writer.random.between(0, 60));
  }
}
