import { solid } from '../../../media/sample-pictures.ts';
import { first, type Inputs, type ToolCaller } from './demo-context.ts';

const here = ({ settlement }: ToolCaller) => ({ settlement: settlement.slug });
const isBoard = ({ audience }: ToolCaller) => audience === 'settlement';

async function draftArticle(turn: ToolCaller): Promise<{ settlement: string; article: string }> {
  const kind = isBoard(turn)
    ? { kind: 'post' as const }
    : { kind: 'diary' as const, parcel_id: turn.plot.id };
  const { data } = await turn.rest.write_article({
    ...here(turn),
    ...kind,
    title: turn.fresh(),
    body: 'Посадили яблоню.',
  });
  return { ...here(turn), article: data.id };
}

async function draftKnowledge(turn: ToolCaller, publish = false): Promise<{ article: string }> {
  const body = `О том, как ${turn.fresh()}.`;
  return { article: (await turn.rest.write_knowledge_article({ title: turn.fresh(), body, publish })).id };
}

/** A text of the resident that waits for moderation. */
async function submitKnowledge(turn: ToolCaller): Promise<{ article: string; revision: string }> {
  const { id } = await turn.as.resident.write_knowledge_article({
    title: turn.fresh(),
    body: `Совет: ${turn.fresh()}.`,
    publish: true,
  });
  const { revisions } = await turn.as.moderator.list_knowledge_revisions({ article: id });
  return { article: id, revision: first(revisions).id };
}

async function addPhotograph(turn: ToolCaller): Promise<{ media: string }> {
  const subject = isBoard(turn)
    ? { subject_type: 'settlement' as const, subject_id: turn.settlement.id }
    : { subject_type: 'parcel' as const, subject_id: turn.plot.id };
  const { data } = await turn.rest.upload_media(subject);
  const body = new Uint8Array(await solid(40, 30).png().toBuffer());
  const reply = await fetch(data.upload_url, {
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    body,
  });
  return { media: ((await reply.json()) as { data: { id: string } }).data.id };
}

async function addContact(turn: ToolCaller): Promise<{ id: string }> {
  const { data } = await turn.as.editor.write_contact({
    ...here(turn),
    name: turn.fresh(),
    category: 'other',
  });
  return data;
}

async function propose(turn: ToolCaller): Promise<{ settlement: string; proposal: string }> {
  const { id } = await addContact(turn);
  const { data } = await turn.as.resident.propose_change({
    ...here(turn),
    subject_type: 'contact',
    subject_id: id,
    proposed: { hours: 'по будням' },
  });
  return { ...here(turn), proposal: data.id };
}

/** A review by the resident: on a new contact, or on the company whose representative is to answer. */
async function addReview(turn: ToolCaller): Promise<{ settlement: string; review: string }> {
  const subject =
    turn.audience === 'company'
      ? { subject_type: 'company' as const, subject_id: turn.company }
      : { subject_type: 'contact' as const, subject_id: (await addContact(turn)).id };
  const verdict = { ...here(turn), ...subject, medal: 'gold' as const, visibility: 'public' as const };
  return { ...here(turn), review: (await turn.as.resident.post_review(verdict)).data.id };
}

async function addObject(turn: ToolCaller): Promise<{ parcel: string; object: string }> {
  const { plot } = turn;
  const { data } = await turn.rest.write_parcel_object({
    parcel: plot.id,
    kind: 'tree',
    title: turn.fresh(),
  });
  return { parcel: plot.id, object: data.id };
}

/** Does not exist, and no job runs that would poll it. */
const household = {
  provider: 'home_assistant' as const,
  settings: { url: 'https://house.example' },
  secret: 'x',
};

async function addConnection(turn: ToolCaller): Promise<{ connection: string }> {
  const { data } = await turn.rest.connect_device({ parcel: turn.plot.id, name: turn.fresh(), ...household });
  return { connection: data.id };
}

async function findTask(turn: ToolCaller): Promise<{ task: string }> {
  if (turn.audience === 'company')
    return { task: first((await turn.rest.list_tasks({ open: true })).tasks).id };
  const { data } = await turn.rest.write_task({ ...here(turn), title: turn.fresh(), kind: 'work' });
  return { task: data.id };
}

async function findConversation({ rest }: ToolCaller): Promise<{ conversation: string }> {
  return { conversation: first((await rest.list_conversations({})).conversations).id };
}

/** A claim by somebody new, on another plot each time. */
async function claim(
  turn: ToolCaller,
  who: 'newcomer' | 'resident',
): Promise<{ settlement: string; resident: string }> {
  const parcel = await findFreePlot(turn);
  return {
    ...here(turn),
    resident: (await turn.as[who].request_residency({ ...here(turn), parcel })).data.id,
  };
}

async function findFreePlot(turn: ToolCaller): Promise<string> {
  const [{ parcels }, { residents }] = await Promise.all([
    turn.rest.list_parcels({ ...here(turn), limit: 100 }),
    turn.as.editor.list_residents({ ...here(turn), limit: 100 }),
  ]);
  const taken = new Set(residents.map(({ parcel }) => parcel.id));
  return first(parcels.filter(({ id }) => !taken.has(id))).id;
}

/** Inputs of the writing tools; what they need is created first, so that every call succeeds. */
export const writingInputs = {
  edit_company: ({ company, fresh }) => ({ company, hours: fresh() }),
  register_company: ({ fresh }) => ({ inn: nextInn(), name: fresh() }),
  connect_device: ({ plot, fresh }) => ({ parcel: plot.id, name: fresh(), ...household }),
  disconnect_device: addConnection,
  edit_device_connection: async (turn) => ({ ...(await addConnection(turn)), is_paused: true }),
  edit_article: async (turn) => ({ ...(await draftArticle(turn)), title: turn.fresh() }),
  publish_article: draftArticle,
  remove_article: draftArticle,
  write_article: (turn) => ({
    ...here(turn),
    ...(isBoard(turn) ? { kind: 'guide' } : { kind: 'diary', parcel_id: turn.plot.number }),
    title: turn.fresh(),
    body: 'Первые заморозки.',
  }),
  approve_knowledge_revision: submitKnowledge,
  edit_knowledge_article: async (turn) => ({ ...(await draftKnowledge(turn)), title: turn.fresh() }),
  publish_knowledge_article: (turn) => draftKnowledge(turn),
  reject_knowledge_revision: async (turn) => ({
    ...(await submitKnowledge(turn)),
    reason: 'Нужен источник.',
  }),
  remove_knowledge_article: (turn) => draftKnowledge(turn),
  async roll_back_knowledge_article(turn) {
    const { article } = await draftKnowledge(turn);
    const { revision_id = '' } = await turn.rest.show_knowledge_article({ article });
    await turn.rest.edit_knowledge_article({ article, body: turn.fresh() });
    return { article, revision: revision_id };
  },
  set_knowledge_article_cover: async (turn) => ({ ...(await draftKnowledge(turn)), media: null }),
  write_knowledge_article: ({ fresh }) => ({ title: fresh(), body: 'Осенью обрезают сухие ветви.' }),
  edit_media: async (turn) => ({ ...(await addPhotograph(turn)), caption: turn.fresh() }),
  remove_media: addPhotograph,
  set_media_subject: async (turn) => ({
    ...(await addPhotograph(turn)),
    ...(isBoard(turn)
      ? { subject_type: 'settlement', subject_id: turn.settlement.id }
      : { subject_type: 'object', subject_id: (await addObject(turn)).object }),
  }),
  async upload_media(turn) {
    if (turn.audience === 'company') return { subject_type: 'company', subject_id: turn.company };
    return isBoard(turn)
      ? { subject_type: 'settlement', subject_id: turn.settlement.id }
      : { subject_type: 'parcel', subject_id: turn.plot.id };
  },
  read_conversation: findConversation,
  send_message: async (turn) => ({ ...(await findConversation(turn)), body: turn.fresh() }),
  read_notification: async ({ rest }) => ({
    notification: first((await rest.list_notifications({})).notifications).id,
  }),
  set_notification_preferences: () => ({ topics: { reminders: { mail: false } } }),
  edit_parcel_object: async (turn) => ({ ...(await addObject(turn)), notes: turn.fresh() }),
  write_parcel_object: ({ plot, fresh }) => ({ parcel: plot.id, kind: 'shrub', title: fresh() }),
  approve_change_proposal: propose,
  propose_change: async (turn) => ({
    ...here(turn),
    subject_type: 'contact',
    subject_id: (await addContact(turn)).id,
    proposed: { notes: turn.fresh() },
  }),
  reject_change_proposal: async (turn) => ({ ...(await propose(turn)), reason: 'Проверили: всё верно.' }),
  withdraw_change_proposal: propose,
  answer_review: async (turn) => ({ ...(await addReview(turn)), body: 'Спасибо!' }),
  moderate_review: async (turn) => ({ ...(await addReview(turn)), decision: 'hide', reason: 'Не о том.' }),
  post_review: async (turn) => ({
    ...here(turn),
    subject_type: 'contact',
    subject_id: (await addContact(turn)).id,
    medal: 'silver',
  }),
  async withdraw_review(turn) {
    const subject = {
      ...here(turn),
      subject_type: 'contact' as const,
      subject_id: (await addContact(turn)).id,
    };
    await turn.rest.post_review({ ...subject, medal: 'bronze' });
    return subject;
  },
  confirm_resident: (turn) => claim(turn, 'newcomer'),
  edit_contact: async (turn) => ({
    ...here(turn),
    contact: (await addContact(turn)).id,
    notes: turn.fresh(),
  }),
  remove_resident: async (turn) =>
    isBoard(turn)
      ? { ...(await claim(turn, 'newcomer')), reason: 'Участок записан за другим.' }
      : claim(turn, 'resident'),
  request_residency: async (turn) => ({ ...here(turn), parcel: await findFreePlot(turn) }),
  async set_settlement_boundary(turn) {
    const { boundary } = (await turn.rest.show_settlement(here(turn))).data;
    if (boundary === null) throw new Error('The settlement of the demonstration has no boundary.');
    return { ...here(turn), ring: boundary.ring };
  },
  write_contact: (turn) => ({ ...here(turn), name: turn.fresh(), category: 'trade' }),
  edit_task: async (turn) => ({ ...(await findTask(turn)), comment: turn.fresh() }),
  write_task: (turn) => ({ ...here(turn), title: turn.fresh() }),
  edit_profile: () => ({ language: 'ru' }),
  save_interface_settings: () => ({ sticky_header: true }),
} satisfies Partial<Inputs>;

let inns = 0;

/** A number with a valid check digit, another one each time. */
function nextInn(): string {
  inns += 1;
  const digits = String(770_000_000 + inns);
  const sum = [2, 4, 10, 3, 5, 9, 4, 6, 8].reduce(
    (total, weight, place) => total + weight * Number(digits[place]),
    0,
  );
  return `${digits}${(sum % 11) % 10}`;
}
