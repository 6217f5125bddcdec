import type { Client } from '../../src/client/client.ts';
import { type Guard, OutboundRefusal } from '../../src/outbound/guard.ts';
import { insertAccount } from '../../src/store/accounts/accounts.ts';
import { insertMembership, insertParcels } from '../../src/store/land/register.ts';
import type { ServiceOptions, TestService } from '../harness/open-service.ts';
import { buildVillage, personas, squarePlot, type Village } from '../harness/village.ts';
import {
  describeDevice,
  homeAssistantAt,
  record,
  say,
  thermometer,
} from '../operations/device/neighbourhood.ts';
import { createThings } from '../operations/journal/things.ts';
import type { Marker } from './reply-check.ts';
import type { Known } from './schema-values.ts';

/** Everybody who speaks: the people of a village, nobody, one who may only read, and one whose token is made up. */
export const speakers = ['nobody', ...personas, 'reader', 'stranger'] as const;
export type Speaker = (typeof speakers)[number];

/** A village in which two people who say nothing have hidden things, and everybody else is known. */
export interface GuardedVillage {
  village: Village;
  tokens: Record<Speaker, string | undefined>;
  /** What exists, by the name of the field that takes it: one's own things, other people's and the hidden ones. */
  knownTo(speaker: Speaker, tag: string): Known;
  markers: readonly Marker[];
}

/** Nothing that is sent may make the service call anybody. */
const silentGuard: Guard = {
  guardedFetch: refuseAll,
  guardedConnect: refuseAll,
  guardedWebSocket: refuseAll,
};
async function refuseAll(): Promise<never> {
  throw new OutboundRefusal('address_not_public');
}
export const silentService: ServiceOptions = { documentGuard: silentGuard, deviceGuard: silentGuard };

export async function buildGuardedVillage(service: TestService): Promise<GuardedVillage> {
  const village = await buildVillage(service);
  const own = await makeThings(service, village);
  const { markers, hidden, drafts } = await hideThings(service, village);
  const tokens = { nobody: undefined, stranger: `stl_pat_${'x'.repeat(43)}` } as GuardedVillage['tokens'];
  for (const persona of personas) tokens[persona] = await service.token(village.accounts[persona]);
  tokens.reader = await service.token(village.accounts.resident, ['mcp:read']);
  const all = Object.fromEntries(
    Object.entries(own).map(([name, list]) => [name, [...list, ...(hidden[name] ?? [])]]),
  );
  const everything = Object.values(all).flat();
  return {
    village,
    tokens,
    markers,
    knownTo(speaker, tag) {
      // A moderator who comes upon a draft may publish it, and then it is no secret any more.
      const texts = speaker === 'moderator' ? (all.knowledge ?? []) : [...(all.knowledge ?? []), ...drafts];
      return nameFields({ ...all, knowledge: texts }, everything, tag);
    },
  };
}

/** Which fields take which things. */
function nameFields(things: Record<string, string[]>, everything: string[], tag: string): Known {
  const { settlements, plots, accounts, revisions, media, companies, objects, contacts } = things as Record<
    string,
    string[]
  >;
  return {
    ...(things as Known),
    settlement: settlements as string[],
    parcel: plots as string[],
    parcel_id: plots as string[],
    article: (tag === 'Knowledge' ? things.knowledge : things.articles) as string[],
    revision: revisions as string[],
    against: revisions as string[],
    base_revision_id: revisions as string[],
    approved_revision_id: revisions as string[],
    media: media as string[],
    cover_media_id: media as string[],
    company: companies as string[],
    company_id: companies as string[],
    object: objects as string[],
    object_id: objects as string[],
    contact: contacts as string[],
    contact_id: contacts as string[],
    account: accounts as string[],
    assignee_id: accounts as string[],
    subject_id: everything,
    figure: ['1', '2'],
  };
}

/** Things of the people who speak, so that what they ask can also succeed. */
async function makeThings(service: TestService, village: Village): Promise<Record<string, string[]>> {
  const { clients, plots, accounts, settlement, other } = village;
  const { resident, neighbour, editor, moderator, company } = clients;
  const at = { settlement: settlement.slug };
  const things = createThings(service, village);
  const articles: string[] = [];
  const knowledge: string[] = [];
  const revisions: string[] = [];
  const tasks: string[] = [];
  const contacts: string[] = [];
  const objects: string[] = [];
  const media: string[] = [];
  for (let count = 1; count <= 4; count += 1) {
    const tags = ['сад', `tag${count}`];
    const diary = { kind: 'diary', parcel_id: plots.resident, body: 'Посадили яблоню.', tags } as const;
    articles.push(
      (await resident.write_article({ ...at, ...diary, title: `Дневник ${count}` })).data.id,
      (await editor.write_article({ ...at, kind: 'post', title: `Новость ${count}`, body: 'Чистим снег.' }))
        .data.id,
    );
    const text = await resident.write_knowledge_article({
      title: `Дренаж ${count}`,
      body: `Вода уходит по трубам.\n\n## Уклон\n\nСантиметр на метр, вариант ${count}.`,
      publish: count > 1,
    });
    knowledge.push(text.id, text.slug);
    if (count > 2) await moderator.publish_knowledge_article({ article: text.id });
    revisions.push(
      ...(await resident.list_knowledge_revisions({ article: text.id })).revisions.map(({ id }) => id),
    );
    tasks.push(
      (await resident.write_task({ ...at, title: `Заявка ${count}` })).data.id,
      (await editor.write_task({ ...at, title: `Работа ${count}`, kind: 'work', visibility: 'public' })).data
        .id,
    );
    contacts.push(
      (await editor.write_contact({ ...at, name: `Мастер ${count}`, category: 'other' })).data.id,
    );
    objects.push(
      (await resident.write_parcel_object({ parcel: plots.resident, kind: 'tree', title: `Яблоня ${count}` }))
        .data.id,
    );
    media.push(await things.photo({ visibility: 'public' }), await things.photo({ owner: accounts.editor }));
  }
  const subject = { ...at, subject_type: 'contact', subject_id: contacts[0] as string } as const;
  const review = await resident.post_review({
    ...subject,
    medal: 'gold',
    body: 'Вода чистая.',
    visibility: 'public',
  });
  const verdict = await resident.post_review({
    ...at,
    subject_type: 'company',
    subject_id: village.companyId,
    medal: 'dung',
    body: 'Не приехали.',
    visibility: 'public',
  });
  const proposal = await neighbour.propose_change({ ...subject, proposed: { hours: 'по будням' } });
  const talk = await resident.send_message({
    to: 'person',
    account: accounts.neighbour,
    body: 'Добрый день!',
  });
  const asked = await company
    .send_message({ to: 'board', ...at, body: 'Нужны ли колодцы?' })
    .catch(() => talk);
  const device = await connectDevice(service, resident, plots.resident, 'the resident’s token');
  const notifications = (await editor.list_notifications({})).notifications.map(({ id }) => id);
  const residents = (await editor.list_residents(at)).residents.map(({ id }) => id);
  return {
    settlements: [settlement.slug, settlement.id, other.slug, other.id],
    plots: [...Object.values(plots), village.outsiderPlot, '1', '12А'],
    accounts: Object.values(accounts),
    companies: [village.companyId, 'kolodtsy'],
    place: Object.values(village.places),
    parent: Object.values(village.places),
    tag: ['сад', 'tag1'],
    trade: ['wells'],
    articles,
    knowledge,
    revisions,
    task: tasks,
    contacts,
    objects,
    media,
    review: [review.data.id, verdict.data.id],
    proposal: [proposal.data.id],
    conversation: [talk.data.conversation, asked.data.conversation],
    connection: [device.connection],
    sensor: [device.sensor],
    notification: notifications.length > 0 ? notifications : ['1'],
    resident: residents,
    passage: await listPassages(service),
  };
}

/** Drafts and private things of two people in the other settlement, each with a word that stands nowhere else. */
async function hideThings(service: TestService, village: Village) {
  const { db, newId } = service;
  const now = new Date();
  const at = { settlement: village.other.slug };
  const markers: Marker[] = [];
  const hide = (place: string, ...allowed: Speaker[]) => {
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

async function connectDevice(
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
  const device = describeDevice('d1', [thermometer]);
  await record(service, data.id, [device], [say('temperature', new Date(Date.now() - 3_600_000), 12.5)]);
  const [sensor] = await service.db<{ id: string }[]>`
    select s.id from sensor s join device d on d.id = s.device_id where d.connection_id = ${data.id}`;
  return { connection: data.id, sensor: sensor?.id ?? '1' };
}

async function listPassages(service: TestService): Promise<string[]> {
  const { data } = await service.client().search_shared_knowledge({ question: 'уклон дренажа' });
  return [...data.passages.map(({ id }) => id), '1'];
}
