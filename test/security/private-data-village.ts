import { type Guard, OutboundRefusal } from '../../src/engines/outbound/guard.ts';
import type { ServiceOptions, TestService } from '../harness/open-service.ts';
import { buildVillage, personas, type Village } from '../harness/village.ts';
import { createThings } from '../operations/journal/mentioned-things.ts';
import { connectDevice, insertPrivateData } from './private-data.ts';
import type { Marker } from './response-check.ts';
import type { Known } from './schema-values.ts';

/** All callers: the people of a village, anonymous, one with a read-only token, and one with an invalid token. */
export const callerNames = ['nobody', ...personas, 'reader', 'stranger'] as const;
export type CallerName = (typeof callerNames)[number];

/** A village in which two people who send no requests have hidden data, and everybody else is known. */
export interface PrivateDataVillage {
  village: Village;
  tokens: Record<CallerName, string | undefined>;
  /** Existing ids, by the name of the field that takes them: one's own, other people's and the hidden ones. */
  knownTo(speaker: CallerName, tag: string): Known;
  markers: readonly Marker[];
}

/** No request may make the service connect to anything. */
const refusingGuard: Guard = {
  guardedFetch: refuseAll,
  guardedConnect: refuseAll,
  guardedWebSocket: refuseAll,
  findPermanentObstacle: () => null,
};
async function refuseAll(): Promise<never> {
  throw new OutboundRefusal('address_not_public');
}
export const serviceWithoutOutbound: ServiceOptions = {
  documentGuard: refusingGuard,
  deviceGuard: refusingGuard,
};

export async function buildPrivateDataVillage(service: TestService): Promise<PrivateDataVillage> {
  const village = await buildVillage(service);
  const own = await insertOwnData(service, village);
  const { markers, hidden, drafts } = await insertPrivateData(service, village);
  const tokens = { nobody: undefined, stranger: `stl_pat_${'x'.repeat(43)}` } as PrivateDataVillage['tokens'];
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
      // A moderator who finds a draft may publish it, and then it is no secret any more.
      const texts = speaker === 'moderator' ? (all.knowledge ?? []) : [...(all.knowledge ?? []), ...drafts];
      return mapIdsToFields({ ...all, knowledge: texts }, everything, tag);
    },
  };
}

/** Which fields take which ids. */
function mapIdsToFields(things: Record<string, string[]>, everything: string[], tag: string): Known {
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

/** Data of the callers, so that their requests can also succeed. */
async function insertOwnData(service: TestService, village: Village): Promise<Record<string, string[]>> {
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

async function listPassages(service: TestService): Promise<string[]> {
  const { data } = await service.client().search_shared_knowledge({ question: 'уклон дренажа' });
  return [...data.passages.map(({ id }) => id), '1'];
}
