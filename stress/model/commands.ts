import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { visibilities } from '../../src/domain/rules/settlement-role.ts';
import { type Persona, personas } from '../../test/harness/village.ts';
import { attempt, type Door, doors, isShown, settlement, type World } from './world.ts';

type Visibility = (typeof visibilities)[number];

/** What should be: an independent statement of who may see and do what. */
export interface Model {
  /** Of the newcomer on plot 3. */
  newcomer: 'none' | 'claimed' | 'confirmed';
  claim: string;
  entries: { id: string; author: Persona; visibility: Visibility; isPublished: boolean }[];
  conversations: { id: string; of: [Persona, Persona] }[];
}

export const createModel = (): Model => ({ newcomer: 'none', claim: '', entries: [], conversations: [] });

type Command = fc.AsyncCommand<Model, World>;

const isResident = (model: Model, who: Persona) =>
  who === 'resident' ||
  who === 'neighbour' ||
  who === 'editor' ||
  (who === 'newcomer' && model.newcomer === 'confirmed');

function maySee(model: Model, who: Persona, entry: Model['entries'][number]): boolean {
  if (who === entry.author || who === 'editor') return true;
  if (!entry.isPublished || entry.visibility === 'private') return false;
  if (entry.visibility === 'public') return true;
  // Who waits for a decision belongs to the settlement, not to its residents.
  const isRelated = who === 'company' || (who === 'newcomer' && model.newcomer === 'claimed');
  return isResident(model, who) || (entry.visibility === 'settlement' && isRelated);
}

const command = (name: string, run: (model: Model, world: World) => Promise<void>): Command => ({
  check: () => true,
  run,
  toString: () => name,
});

const pick = <Entry>(list: readonly Entry[], at: number): Entry | undefined => list[at % (list.length || 1)];

const requestResidency = command('newcomer claims plot 3', async (model, { village }) => {
  let claim = '';
  const isDone = await attempt(
    village.clients.newcomer.request_residency({ settlement, parcel: '3' }).then(({ data }) => {
      claim = data.id;
    }),
  );
  // A claim that waits may be sent again; who belongs to the plot has nothing to claim.
  if (model.newcomer === 'none') assert.ok(isDone, 'the claim is taken');
  if (isDone && model.newcomer === 'none') Object.assign(model, { newcomer: 'claimed', claim });
});

const decide = (who: Persona, isConfirmed: boolean): Command =>
  command(`${who} ${isConfirmed ? 'confirms' : 'removes'} the newcomer`, async (model, { village }) => {
    if (model.claim === '') return;
    const at = { settlement, resident: model.claim };
    const client = village.clients[who];
    const isDone = await attempt(
      isConfirmed ? client.confirm_resident(at) : client.remove_resident({ ...at, reason: 'Так решили.' }),
    );
    const isOwn = who === 'newcomer' && !isConfirmed;
    const may = (who === 'editor' || isOwn) && model.newcomer !== 'none';
    assert.equal(isDone, may, `${who} decides on a resident who is ${model.newcomer}`);
    if (isDone)
      Object.assign(model, isConfirmed ? { newcomer: 'confirmed' } : { newcomer: 'none', claim: '' });
  });

const write = (author: 'resident' | 'newcomer', visibility: Visibility, isPublished: boolean): Command =>
  command(
    `${author} writes an entry, ${visibility}${isPublished ? '' : ', not published'}`,
    async (model, world) => {
      const parcel_id = author === 'resident' ? '1' : '3';
      const client = world.village.clients[author];
      let id = '';
      const isDone = await attempt(
        client
          .write_article({ settlement, kind: 'diary', parcel_id, title: 'Сад', body: 'Полили.', visibility })
          .then(({ data }) => {
            id = data.id;
            return isPublished ? client.publish_article({ settlement, article: id }) : undefined;
          }),
      );
      assert.equal(isDone, isResident(model, author), `${author} writes in the diary of a plot`);
      if (isDone) model.entries.push({ id, author, visibility, isPublished });
    },
  );

const look = (who: Persona, door: Door, at: number): Command =>
  command(`${who} looks at entry ${at} by ${door}`, async (model, world) => {
    const entry = pick(model.entries, at);
    if (entry === undefined) return;
    assert.equal(
      await isShown(world, who, entry.id, door),
      maySee(model, who, entry),
      `${who} by ${door}: ${JSON.stringify(entry)}, the newcomer is ${model.newcomer}`,
    );
  });

const list = (who: Persona): Command =>
  command(`${who} lists entries`, async (model, { village }) => {
    const shown = new Set<string>();
    let cursor: string | null | undefined;
    do {
      const page = await village.clients[who].list_articles({ settlement, ...(cursor && { cursor }) });
      for (const { id } of page.articles) shown.add(id);
      cursor = page.cursor;
    } while (cursor);
    for (const entry of model.entries)
      assert.equal(
        shown.has(entry.id),
        entry.isPublished && maySee(model, who, entry),
        `${who} in the list: ${JSON.stringify(entry)}, the newcomer is ${model.newcomer}`,
      );
  });

const say = (from: 'resident' | 'editor'): Command =>
  command(`${from} writes to the neighbour`, async (model, { village }) => {
    const message = { to: 'person', account: village.accounts.neighbour, body: 'Добрый день!' } as const;
    // Who is not answered may not go on writing.
    await attempt(
      village.clients[from].send_message(message).then(({ data }) => {
        model.conversations.push({ id: data.conversation, of: [from, 'neighbour'] });
      }),
    );
  });

const listen = (who: Persona, at: number): Command =>
  command(`${who} reads conversation ${at}`, async (model, { village }) => {
    const found = pick(model.conversations, at);
    if (found === undefined) return;
    const isDone = await attempt(village.clients[who].list_messages({ conversation: found.id }));
    assert.equal(isDone, found.of.includes(who), `${who} reads messages of ${found.of.join(' and ')}`);
  });

export const commands = [
  fc.constant(requestResidency),
  fc
    .tuple(fc.constantFrom<Persona>('editor', 'editor', 'neighbour', 'outsider', 'newcomer'), fc.boolean())
    .map(([who, isConfirmed]) => decide(who, isConfirmed)),
  fc
    .tuple(
      fc.constantFrom('resident' as const, 'newcomer' as const),
      fc.constantFrom<Visibility>('private', 'residents', 'settlement', 'public'),
      fc.boolean(),
    )
    .map(([author, visibility, isPublished]) => write(author, visibility, isPublished)),
  fc
    .tuple(fc.constantFrom(...personas), fc.constantFrom(...doors), fc.nat(20))
    .map(([who, door, at]) => look(who, door, at)),
  fc.constantFrom(...personas).map(list),
  fc.constantFrom('resident' as const, 'editor' as const).map(say),
  fc.tuple(fc.constantFrom(...personas), fc.nat(20)).map(([who, at]) => listen(who, at)),
];
