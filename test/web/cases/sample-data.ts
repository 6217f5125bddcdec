import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { landImportWorker } from '../../../src/background/jobs/land-import.ts';
import { ask_for_settlement } from '../../../src/features/actions/ask_for_settlement.ts';
import { import_fees } from '../../../src/features/actions/import_fees.ts';
import { import_land } from '../../../src/features/actions/import_land.ts';
import { impose_sanction } from '../../../src/features/actions/impose_sanction.ts';
import { invite_to_board } from '../../../src/features/actions/invite_to_board.ts';
import { list_meters } from '../../../src/features/actions/list_meters.ts';
import { save_person } from '../../../src/features/actions/save_person.ts';
import { share_meter } from '../../../src/features/actions/share_meter.ts';
import { type_meter_reading } from '../../../src/features/actions/type_meter_reading.ts';
import { setOperator } from '../../../src/store/accounts/accounts.ts';
import { insertPolicy } from '../../../src/store/accounts/policies.ts';
import { insertMotion } from '../../../src/store/land/board-motions.ts';
import { dayFromNow } from '../../harness/days.ts';
import { drainQueue } from '../../harness/jobs.ts';
import { runActionAs } from '../../harness/page-actions.ts';
import type { OAuthTestClient } from '../../oauth/oauth-test-client.ts';

/** Values of path parameters: ids and slugs of the sample data. */
export interface SampleNames {
  settlement: string;
  /** An announcement of the board. */
  article: string;
  /** Residents are asked to read it. */
  document: string;
  knowledge: string;
  /** Of the resident, who also owns the device, the object, the task and the conversation. */
  plot: string;
  object: string;
  sensor: string;
  connection: string;
  task: string;
  conversation: string;
  contact: string;
  company: string;
  /** Pending for the board. */
  resident: string;
  proposal: string;
  /** Recorded on the newcomer's plot, without an account. */
  person: string;
  report: string;
  review: string;
  /** Of that review, to the moderators. */
  platformReport: string;
  /** A warning of the board to the neighbour, after that report. */
  sanction: string;
  /** Shared with the board. */
  meter: string;
  /** A parsed land import. */
  import: string;
  companyReview: string;
  /** Pending for the moderator. */
  revision: string;
  /** A board member. */
  account: string;
  /** The resident is asked onto the board. */
  invitation: string;
  /** Proposed to the board by somebody else than the editor. */
  motion: string;
  /** The moderator, who is also an operator. */
  operator: string;
  passage: string;
  /** A settlement request. */
  request: string;
}

export async function createSampleData({ service, village }: OAuthTestClient): Promise<SampleNames> {
  const { resident, neighbour, editor, moderator, newcomer, outsider } = village.clients;
  const settlement = village.settlement.slug;
  const plot = village.plots.resident;
  await setOperator(service.db, village.accounts.moderator, true);
  const policies = { privacy: '# Данные', terms: 'Будьте вежливы.', now: new Date() };
  await service.pool.begin((db) => insertPolicy(db, policies));
  await service.app.services.installation.reload();
  const { data: written } = await editor.write_article({
    settlement,
    kind: 'announcement',
    title: 'Вода',
    body: 'Во вторник воды не будет.',
    visibility: 'public',
    starts_at: `${dayFromNow(3)}T10:00:00+03:00`,
    repeats: 'weekly',
    repeats_until: dayFromNow(60),
  });
  await editor.publish_article({ settlement, article: written.id });
  const advice = await moderator.write_knowledge_article({
    title: 'Насос',
    body: '## Зима\n\nСлейте воду до морозов.',
    publish: true,
  });
  await neighbour.edit_knowledge_article({
    article: advice.slug,
    body: '## Зима\n\nСлейте воду до первых морозов.',
  });
  const queue = (await moderator.list_knowledge_queue({})).revisions;
  const passages = (await resident.search_shared_knowledge({ question: 'слить воду насос' })).data.passages;
  const { data: object } = await resident.write_parcel_object({
    parcel: plot,
    kind: 'tree',
    title: 'Антоновка',
  });
  const { data: connection, push } = await resident.connect_device({
    parcel: plot,
    provider: 'push',
    name: 'Бак',
    settings: { device: { name: 'Бак' }, sensors: [{ key: 'level', path: '$.level', unit: 'm' }] },
  });
  const pushed = await fetch(`${service.url}/devices/push`, {
    method: 'POST',
    headers: { authorization: `Bearer ${push?.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ level: 1.4 }),
  });
  assert.ok(pushed.ok, `${pushed.status} ${await pushed.text()}`);
  const devices = (await resident.list_my_devices({})).data.flatMap((each) => each.devices);
  const { data: task } = await resident.write_task({ settlement, title: 'Фонарь не горит', kind: 'request' });
  const said = await neighbour.send_message({
    to: 'person',
    account: village.accounts.resident,
    body: 'Эй!',
  });
  const { data: contact } = await editor.write_contact({
    settlement,
    name: 'Электрик Иван',
    category: 'trade',
    phones: ['+74951234567'],
  });
  const { data: claim } = await newcomer.request_residency({ settlement, parcel: '3', role: 'owner' });
  const { invitation } = await runActionAs(service, village.accounts.editor, invite_to_board, {
    settlement,
    email: 'resident@example.org',
    reason: 'Ведёт кассу',
  });
  const motion = service.newId();
  const [household] = await service.db<{ id: string }[]>`
    select id from membership where account_id = ${village.accounts.neighbour} and state = 'confirmed' limit 1`;
  await insertMotion(service.db, {
    id: motion,
    settlementId: village.settlement.id,
    kind: 'removal',
    membershipId: household?.id as string,
    content: { reason: 'Участок продан', reason_kind: 'sold', on: '2026-01-05', successor: null },
    shown: {
      plot: '2',
      role: 'owner',
      kind: 'sold',
      on: '2026-01-05',
      reason: 'Участок продан',
      successor: null,
    },
    state: 'owner',
    proposedBy: village.accounts.moderator,
    proposedAt: new Date(),
    expiresAt: new Date(Date.now() + 86_400_000),
  });
  const { person } = await runActionAs(service, village.accounts.editor, save_person, {
    settlement,
    parcel: '3',
    name: 'Зоя Ильинична',
    phones: '+7 916 000-00-11',
    postal_address: 'Тверь, Лесная, 1',
  });
  const { data: proposal } = await resident.propose_change({
    settlement,
    subject_type: 'contact',
    subject_id: contact.id,
    proposed: { hours: '9–18' },
  });
  const { data: report } = await resident.write_task({
    kind: 'report',
    title: 'Грубость',
    message_id: said.data.id,
  });
  const warning = await runActionAs(service, village.accounts.editor, impose_sanction, {
    report: report.id,
    kind: 'warning',
    reason: 'Не грубите.',
  });
  const { data: review } = await resident.post_review({
    settlement,
    subject_type: 'contact',
    subject_id: contact.id,
    medal: 'gold',
    visibility: 'public',
  });
  const { data: ofReview } = await neighbour.write_task({
    kind: 'report',
    title: 'Ложь',
    review_id: review.id,
  });
  await addFees({ service, village });
  const sent = await runActionAs(service, village.accounts.editor, import_land, {
    settlement,
    kind: 'plots',
    file_name: 'участки.csv',
    file: Buffer.from('cn,number\n50:04:0000000:900,900\n').toString('base64'),
  });
  await drainQueue(
    service,
    landImportWorker(() => service.app.services),
  );
  const { data: ofCompany } = await resident.post_review({
    settlement,
    subject_type: 'company',
    subject_id: village.companyId,
    medal: 'silver',
  });
  // Waits for a moderator.
  await outsider.register_company({ inn: '7736050003', name: 'Печник' });
  const asked = await runActionAs(service, village.accounts.resident, ask_for_settlement, {
    name: 'Ручьи',
    kind: 'snt',
    region: 'Тверская область',
    place: '',
    asker: 'resident',
    contact: '',
    note: '',
  });
  return {
    settlement,
    article: written.slug,
    document: await addDocument({ service, village }),
    knowledge: advice.slug,
    plot,
    object: object.id,
    sensor: devices[0]?.sensors[0]?.id as string,
    connection: connection.id,
    task: task.id,
    conversation: said.data.conversation,
    contact: contact.id,
    company: village.companyId,
    resident: claim.id,
    person,
    proposal: proposal.id,
    report: report.id,
    review: review.id,
    platformReport: ofReview.id,
    sanction: warning.id,
    meter: await addMeter({ service, village }),
    companyReview: ofCompany.id,
    account: village.accounts.editor,
    invitation,
    motion,
    operator: village.accounts.moderator,
    import: sent.import,
    revision: queue[0]?.id as string,
    request: asked.request,
    passage: passages[0]?.id as string,
  };
}

type Given = Pick<OAuthTestClient, 'service' | 'village'>;

async function addMeter({ service, village }: Given): Promise<string> {
  const { resident } = village.accounts;
  const parcel = village.plots.resident;
  await village.clients.resident.connect_device({
    parcel,
    provider: 'manual',
    name: 'Счётчик',
    settings: {},
    meter: 'energy',
  });
  const [meter] = await runActionAs(service, resident, list_meters, { parcel });
  assert.ok(meter);
  await runActionAs(service, resident, type_meter_reading, { meter: meter.id, number: 120 });
  await runActionAs(service, resident, share_meter, { meter: meter.id, for_board: true });
  return meter.id;
}

async function addFees({ service, village }: Given): Promise<void> {
  const table = {
    settlement: village.settlement.slug,
    period: 'Взнос 2026',
    csv: 'участок;начислено;оплачено;осталось\n1;5000;2000;3000\n',
  };
  const { editor } = village.accounts;
  const { mark } = await runActionAs(service, editor, import_fees, table);
  const { isApplied } = await runActionAs(service, editor, import_fees, { ...table, tried: mark });
  assert.ok(isApplied);
}

async function addDocument({ service, village }: Given): Promise<string> {
  const [media, id] = [service.newId(), service.newId()];
  const { accounts, settlement } = village;
  const text = Buffer.from('%PDF-1.4\n%%EOF\n');
  const { sha256 } = await service.app.services.media.store.put(Readable.from([text]), { maxBytes: 1000 });
  await service.db`
    insert into media (id, settlement_id, subject_type, subject_id, owner_id, sha256, blobs, content_type, bytes, caption,
                       file_name, visibility, renditions, state, created_at)
    values (${media}, ${settlement.id}, 'document', ${id}, ${accounts.editor}, ${Buffer.from(sha256, 'hex')}, '{}',
            'application/pdf', ${text.length}, '', 'smeta.pdf', 'private', '{}', 'ready', now())`;
  await service.db`
    insert into settlement_document (id, settlement_id, media_id, title, day, folder, asks_reading, added_by, created_at)
    values (${id}, ${settlement.id}, ${media}, 'Смета', '2026-05-01', 'Сметы', true, ${accounts.editor}, now())`;
  return id;
}
