import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type HistoryEntry, hasSerialOrder } from '../harness/serial-order.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';
import { createRandom } from '../security/seeded-random.ts';
import { giveSecondWriter } from './lost-updates/writer-cases.ts';

const settlement = 'berezka';
const hours = ['утром', 'днём', 'вечером', 'ночью'] as const;

interface Call {
  contact: number;
  kind: 'read' | 'write' | 'compare';
  /** What a write sets; of `compare` also what its writer saw. */
  to: string;
  seen: string;
}

/** What was read; null: refused. */
type Answer = string | null;
type Cards = readonly string[];

/** One after the other: the last write stands; who saw something else is refused, unless it is the same that is wanted. */
function apply(cards: Cards, { contact, kind, to, seen }: Call, answer: Answer): Cards | undefined {
  const present = cards[contact];
  if (kind === 'read') return answer === present ? cards : undefined;
  const isRefused = kind === 'compare' && present !== seen && present !== to;
  if (isRefused !== (answer === null)) return undefined;
  return isRefused ? cards : cards.with(contact, to);
}

describe('a history of writes over REST by several at once', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    await giveSecondWriter(service, village);
  });

  async function createCards(): Promise<string[]> {
    const ids: string[] = [];
    for (const name of ['Печник', 'Электрик']) {
      const card = {
        settlement,
        name: `${name} ${service.newId()}`,
        category: 'trade',
        hours: hours[0],
      } as const;
      ids.push((await village.clients.editor.write_contact(card)).data.id);
    }
    return ids;
  }

  async function send(who: 'editor' | 'neighbour', ids: readonly string[], call: Call): Promise<Answer> {
    const contact = ids[call.contact] as string;
    const client = village.clients[who];
    if (call.kind === 'read') {
      const { contacts } = await client.list_contacts({ settlement });
      return contacts.find(({ id }) => id === contact)?.hours ?? assert.fail('the card is not listed');
    }
    const seen = call.kind === 'compare' ? { seen: { hours: call.seen } } : {};
    return client.edit_contact({ settlement, contact, hours: call.to, ...seen }).then(
      ({ data }) => data.hours,
      (error: { status?: number }) => ((error.status ?? 500) < 500 ? null : Promise.reject(error)),
    );
  }

  it('is what one order of the calls would answer, with each call after those that were answered before it', async (context) => {
    const seed = 60;
    const random = createRandom(seed);
    let calls = 0;
    let refused = 0;
    for (let turn = 0; turn < 10; turn += 1) {
      const ids = await createCards();
      const history: HistoryEntry<Call, Answer>[] = [];
      let moment = 0;
      const stories = (['editor', 'neighbour', 'editor'] as const).map((who) => ({
        who,
        story: Array.from({ length: 6 }, (): Call => {
          const kind = random.pick(['read', 'write', 'compare', 'compare'] as const);
          return { contact: random.pick([0, 0, 1]), kind, to: random.pick(hours), seen: random.pick(hours) };
        }),
      }));
      await Promise.all(
        stories.map(async ({ who, story }) => {
          for (const call of story) {
            moment += 1;
            const sent = moment;
            const answer = await send(who, ids, call);
            moment += 1;
            history.push({ sent, answered: moment, call, answer });
            if (answer === null) refused += 1;
          }
        }),
      );
      calls += history.length;
      const start = ids.map(() => hours[0] as string);
      assert.ok(
        hasSerialOrder(history, start, apply),
        `seed ${seed}, turn ${turn}: ${JSON.stringify(history)}`,
      );
    }
    context.diagnostic(`seed ${seed}: ${calls} calls, ${refused} refused`);
    assert.ok(refused > 0 && refused < calls / 2, `${refused} of ${calls} refused`);
  });

  it('has no such order where a read returns what was overwritten before it was sent, or two saw the same', () => {
    const call = (kind: Call['kind'], to: string, seen: string): Call => ({ contact: 0, kind, to, seen });
    const write = { sent: 1, answered: 2, call: call('write', 'днём', ''), answer: 'днём' };
    const stale = { sent: 3, answered: 4, call: call('read', '', ''), answer: 'утром' };
    assert.equal(hasSerialOrder([write, stale], ['утром'], apply), false);
    assert.equal(hasSerialOrder([write, { ...stale, sent: 1 }], ['утром'], apply), true);
    const both = ['днём', 'ночью'].map((to) => ({
      sent: 1,
      answered: 2,
      call: call('compare', to, 'утром'),
      answer: to,
    }));
    assert.equal(hasSerialOrder(both, ['утром'], apply), false);
  });
});
