/** The attacker process: gets its orders from the parent; exits when the time is over or the parent has ended. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack, Attacker } from './attack.ts';
import { attacks } from './attacks/index.ts';
import { type Answer, type HttpClient, openHttpClient } from './http-client.ts';

export interface AttackOrders {
  url: string;
  attacker: Attacker;
  seconds: number;
  /** Maximum number of requests, in equal shares per kind, spread over the time. */
  count: number;
  /** Uses only kinds whose name contains this; empty: all. */
  only: string;
}

/** Number of answers by kind of attack and status class. */
export type AnswerCounts = Record<string, Record<string, number>>;

export interface AttackResults {
  tally: AnswerCounts;
  cpuSeconds: number;
}

const addresses = { account: '127.0.0.3', stranger: '127.0.0.4' };

function classify(answer: Answer): string {
  if (typeof answer === 'string' || answer === 429) return String(answer);
  return `${Math.floor(answer / 100)}xx`;
}

async function attack(
  { url, attacker, seconds, count, only }: AttackOrders,
  begun: Promise<void>,
): Promise<AttackResults> {
  const lines = {
    account: openHttpClient(url, addresses.account),
    stranger: openHttpClient(url, addresses.stranger),
  } satisfies Record<string, HttpClient>;
  const chosen = attacks.filter(({ name }) => name.includes(only));
  const loaded = chosen.map((each) => ({ ...each, next: each.prepare(attacker) }));
  process.send?.('ready');
  await begun;
  const from = performance.now();
  const usage = process.cpuUsage();
  const tally: AnswerCounts = Object.fromEntries(chosen.map(({ name }) => [name, {}]));
  let isOver = false;
  const sent: Record<string, number> = {};
  /** Full speed, limited by the share of this kind. */
  const takeTurn = async (name: string, requests: number) => {
    sent[name] = (sent[name] ?? 0) + requests;
    const share = sent[name] / (count / chosen.length);
    const early = from + share * seconds * 1000 - performance.now();
    if (early > 0) await sleep(early);
  };
  const keepOn = async (
    { name, next }: Attack & { next: ReturnType<Attack['prepare']> },
    lane: number,
    lanes: number,
  ) => {
    for (let turn = lane; !isOver; turn += lanes) {
      const shots = [next(turn)].flat();
      await takeTurn(name, shots.length);
      if (isOver) return;
      const answers = await Promise.all(shots.map(({ from: who, ...request }) => lines[who].send(request)));
      for (const answer of answers) {
        // Aborted at the end: the outcome is unknown.
        const kind = isOver ? 'open' : classify(answer);
        const counts = tally[name] as Record<string, number>;
        counts[kind] = (counts[kind] ?? 0) + 1;
      }
    }
  };
  const going = loaded.flatMap((each) =>
    Array.from({ length: each.concurrency }, (_, lane) => keepOn(each, lane, each.concurrency)),
  );
  await sleep(seconds * 1000);
  isOver = true;
  for (const line of Object.values(lines)) line.close();
  const { user, system } = process.cpuUsage(usage);
  await Promise.race([Promise.all(going), sleep(2000)]);
  return { tally, cpuSeconds: (user + system) / 1e6 };
}

process.once('disconnect', () => process.exit());
process.once('message', (orders: AttackOrders) => {
  const begun = new Promise<void>((go) => process.once('message', () => go()));
  attack(orders, begun).then(
    (spoils) => process.send?.(spoils, () => process.disconnect()),
    (error: Error) => {
      console.error(error);
      process.exit(1);
    },
  );
});
