import type { Client } from '../../src/entry/client/client.ts';
import { insertAccount } from '../../src/store/accounts/accounts.ts';
import { insertParcels } from '../../src/store/land/parcels.ts';
import { insertMembership } from '../../src/store/land/residents.ts';
import type { TestService } from '../harness/open-service.ts';
import { squarePlot, type Village } from '../harness/village.ts';
import {
  homeAssistantAt,
  makeDevice,
  makeReading,
  recordReadings,
  thermometer,
} from '../operations/device/device-fixtures.ts';
import { createThings } from '../operations/journal/mentioned-things.ts';
import type { Marker } from './response-check.ts';

/** Drafts and private data of two people in the other settlement, each with a unique word. */
export async function insertPrivateData(service: TestService, village: Village) {
  const { db, newId } = service;
  const now = new Date();
  const at = { settlement: village.other.slug };
  const markers: Marker[] = [];
  const hide = (place: string, ...allowed: string[]) => {
    const word = `тайна${markers.length}q${newId()}`;
    markers.push({ word, place, allowed });
    return word;
  };
  const keepers: { account: string; plot: string; client: Client }[] = [];
  for (const [index, name] of ['Keeper', 'Confidant'].entries()) {
    const [account, plot] = [newId(), newId()];
    await insertAccount(db, {
      id: account,
      email: `${hide(`the address of the ${name}`)}@example.org`,
      displayName: name,
      language: 'en',
      passwordHash: null,
      emailConfirmedAt: now,
      createdAt: now,
    });
    const number = String(70 + index);
    const land = { ...squarePlot(101, index), address: '', cadastralNumber: `50:05:000099:${number}` };
    await insertParcels(db, [{ id: plot, settlementId: village.other.id, number, ...land }], now);
    await insertMembership(db, {
      id: newId(),
      accountId: account,
      parcelId: plot,
      role: 'owner',
      state: 'confirmed',
      isPrimary: true,
      decidedBy: account,
      now,
    });
    keepers.push({ account, plot, client: await service.as(account) });
  }
  const [keeper, confidant] = keepers as [(typeof keepers)[number], (typeof keepers)[number]];
  const { client, plot } = keeper;
  const diary = { ...at, kind: 'diary', parcel_id: plot } as const;
  const secret = hide('a private article');
  const closed = await client.write_article({
    ...diary,
    title: secret,
    body: secret,
    visibility: 'private',
    tags: [secret.slice(0, 40)],
  });
  await client.publish_article({ ...at, article: closed.data.id });
  const draft = await client.write_article({
    ...diary,
    title: hide('a draft'),
    body: 'Черновик.',
    visibility: 'public',
  });
  const shared = hide('an article for residents', 'outsider');
  const open = await client.write_article({ ...diary, title: shared, body: shared, visibility: 'residents' });
  await client.publish_article({ ...at, article: open.data.id });
  const letter = await client.send_message({
    to: 'person',
    account: confidant.account,
    body: hide('a message'),
  });
  const object = await client.write_parcel_object({
    parcel: plot,
    kind: 'tree',
    title: hide('an object'),
    notes: hide('notes on an object'),
  });
  const task = await client.write_task({
    ...at,
    kind: 'reminder',
    addressee: 'self',
    title: hide('a reminder'),
    visibility: 'private',
  });
  const text = await client.write_knowledge_article({
    title: hide('a draft for the knowledge base', 'moderator'),
    body: 'Ещё не готово.',
  });
  const photo = await createThings(service, village).photo({
    owner: keeper.account,
    parcel: plot,
    settlement: village.other.id,
    caption: hide('a private photograph'),
    visibility: 'private',
  });
  const device = await connectDevice(service, client, plot, hide('the secret of a device'), hide('a device'));
  const [membership] = await db<
    { id: string }[]
  >`select id from membership where account_id = ${keeper.account}`;
  const hidden: Record<string, string[]> = {
    plots: [plot, '70'],
    accounts: [keeper.account],
    articles: [closed.data.id, closed.data.slug, draft.data.id, open.data.id],
    objects: [object.data.id],
    task: [task.data.id],
    media: [photo],
    conversation: [letter.data.conversation],
    connection: [device.connection],
    sensor: [device.sensor],
    resident: [membership?.id ?? '1'],
  };
  return { markers, hidden, drafts: [text.id, text.slug] };
}

export async function connectDevice(
  service: TestService,
  client: Client,
  parcel: string,
  secret: string,
  name = 'Пасека',
) {
  const { data } = await client.connect_device({
    parcel,
    name,
    secret,
    ...homeAssistantAt('http://device.example:8123'),
  });
  const device = makeDevice('d1', [thermometer]);
  await recordReadings(
    service,
    data.id,
    [device],
    [makeReading('temperature', new Date(Date.now() - 3_600_000), 12.5)],
  );
  const [sensor] = await service.db<{ id: string }[]>`
    select s.id from sensor s join device d on d.id = s.device_id where d.connection_id = ${data.id}`;
  return { connection: data.id, sensor: sensor?.id ?? '1' };
}
