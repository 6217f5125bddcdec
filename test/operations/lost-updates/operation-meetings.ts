import { upload } from '../media/uploads.ts';
import { publishKnowledge, submitKnowledge } from './knowledge-things.ts';
import type { MeetingCases, Stage } from './meeting-cases.ts';
import { settlement } from './writer-cases.ts';

const trade = { settlement, category: 'trade' } as const;

async function addContact({ clients, word }: Stage): Promise<string> {
  return (await clients.editor.write_contact({ ...trade, name: word(), hours: '9–18' })).data.id;
}

async function propose(stage: Stage) {
  const subject = { subject_type: 'contact', subject_id: await addContact(stage) } as const;
  const asked = { settlement, ...subject, proposed: { hours: stage.word() } };
  const { data } = await stage.clients.resident.propose_change(asked);
  return { settlement, proposal: data.id };
}

async function addReview(stage: Stage) {
  const subject = { subject_type: 'contact', subject_id: await addContact(stage) } as const;
  const review = { settlement, ...subject, medal: 'gold', visibility: 'public', body: stage.word() } as const;
  const { data } = await stage.clients.resident.post_review(review);
  return { subject: { settlement, ...subject }, review: data.id };
}

async function draft({ clients, word }: Stage) {
  const { data } = await clients.editor.write_article({
    settlement,
    kind: 'post',
    title: word(),
    body: word(),
  });
  return { settlement, article: data.id };
}

async function photograph({ clients, village }: Stage) {
  const subject = { subject_type: 'parcel', subject_id: village.plots.resident } as const;
  return (await upload(clients.resident, subject)).id;
}

async function addObject({ clients, village, word }: Stage) {
  const tree = { parcel: village.plots.resident, kind: 'tree', title: word() } as const;
  return (await clients.resident.write_parcel_object(tree)).data.id;
}

/** A claim that waits: an earlier one is ended first. */
async function claim({ clients, service, village }: Stage) {
  await service.db`delete from membership where account_id = ${village.accounts.newcomer}`;
  const { data } = await clients.newcomer.request_residency({ settlement, parcel: '3' });
  return { settlement, resident: data.id };
}

async function connection({ clients, village, word }: Stage) {
  const { data } = await clients.resident.connect_device({
    parcel: village.plots.resident,
    provider: 'push',
    name: word(),
    settings: { device: { name: 'Бак' }, sensors: [{ key: 'level', path: '$.level' }] },
  });
  return { connection: data.id };
}

const resident = { server: 'resident', who: 'resident', other: 'neighbour' } as const;
const board = { server: 'settlement', who: 'editor', other: 'neighbour' } as const;
const platform = { server: 'platform', who: 'moderator', other: 'outsider' } as const;

/** Operations that are no edit of a text. */
export const operationMeetings: MeetingCases = {
  answer_review: {
    ...board,
    async make(stage) {
      const { review } = await addReview(stage);
      return { input: (body) => ({ settlement, review, body }) };
    },
  },
  approve_change_proposal: {
    ...board,
    async make(stage) {
      const at = await propose(stage);
      return { input: (hours) => ({ ...at, values: { hours } }), seen: { seen_now: { hours: '9–18' } } };
    },
  },
  approve_knowledge_revision: {
    ...platform,
    async make(stage) {
      const at = await submitKnowledge(stage);
      return { input: (title) => ({ ...at, title }), seen: { seen_state: 'waiting' } };
    },
  },
  confirm_resident: {
    ...board,
    async make(stage) {
      const at = await claim(stage);
      const roles = ['owner', 'family', 'tenant', 'owner'];
      return { input: () => ({ ...at, role: roles.shift() }), seen: { seen_state: 'claimed' } };
    },
  },
  connect_device: {
    ...resident,
    async make({ village }) {
      const settings = { device: { name: 'Бак' }, sensors: [{ key: 'level', path: '$.level' }] };
      return {
        input: (name) => ({ parcel: village.plots.resident, provider: 'push', name, settings }),
      };
    },
  },
  disconnect_device: {
    ...resident,
    async make(stage) {
      const at = await connection(stage);
      return { input: () => at };
    },
  },
  moderate_review: {
    ...board,
    async make(stage) {
      const { review } = await addReview(stage);
      return { input: (reason) => ({ settlement, review, decision: 'hide', reason }) };
    },
  },
  propose_change: {
    ...resident,
    async make(stage) {
      const subject = { subject_type: 'contact', subject_id: await addContact(stage) };
      return {
        input: (hours) => ({ settlement, ...subject, proposed: { hours } }),
        seen: { seen: { hours: '9–18' } },
      };
    },
  },
  publish_article: {
    ...board,
    async make(stage) {
      const at = await draft(stage);
      return { input: () => at };
    },
  },
  publish_knowledge_article: {
    ...platform,
    async make(stage) {
      const { article, revision } = await submitKnowledge(stage);
      return { input: () => ({ article }), seen: { revision_id: revision } };
    },
  },
  read_conversation: {
    ...resident,
    async make({ clients, village, word }) {
      const message = { to: 'person', account: village.accounts.resident, body: word() } as const;
      const { data } = await clients.neighbour.send_message(message);
      return { input: () => ({ conversation: data.conversation }) };
    },
  },
  read_notification: {
    ...resident,
    async make({ clients, village, word }) {
      await clients.neighbour.send_message({
        to: 'person',
        account: village.accounts.resident,
        body: word(),
      });
      const { notifications } = await clients.resident.list_notifications({});
      return { input: () => ({ notification: notifications[0]?.id }) };
    },
  },
  register_company: {
    server: 'company',
    who: 'company',
    other: 'neighbour',
    async make() {
      return { input: (name) => ({ inn: nextInn(), name }) };
    },
  },
  reject_change_proposal: {
    ...board,
    async make(stage) {
      const at = await propose(stage);
      return { input: (reason) => ({ ...at, reason }) };
    },
  },
  reject_knowledge_revision: {
    ...platform,
    async make(stage) {
      const at = await submitKnowledge(stage);
      return { input: (reason) => ({ ...at, reason }), seen: { seen_state: 'waiting' } };
    },
  },
  remove_article: {
    ...board,
    async make(stage) {
      const at = await draft(stage);
      return { input: () => at };
    },
  },
  remove_knowledge_article: {
    ...platform,
    async make(stage) {
      const { article } = await publishKnowledge(stage);
      return { input: () => ({ article }) };
    },
  },
  remove_media: {
    ...resident,
    async make(stage) {
      const media = await photograph(stage);
      return { input: () => ({ media }) };
    },
  },
  remove_resident: {
    ...board,
    async make(stage) {
      const at = await claim(stage);
      return { input: (reason) => ({ ...at, reason }), seen: { seen_state: 'claimed' } };
    },
  },
  request_residency: {
    server: 'resident',
    who: 'newcomer',
    other: 'company',
    async make({ service, village }) {
      const { newcomer, company } = village.accounts;
      await service.db`delete from membership where account_id = any(${[newcomer, company]})`;
      return { input: (note) => ({ settlement, parcel: '3', note }) };
    },
  },
  roll_back_knowledge_article: {
    ...platform,
    async make(stage) {
      const at = await publishKnowledge(stage);
      await stage.clients.moderator.edit_knowledge_article({ article: at.article, body: stage.word() });
      return { input: () => at };
    },
  },
  save_interface_settings: {
    ...resident,
    async make() {
      return { input: (skin) => ({ skin: skin.slice(0, 20) }) };
    },
  },
  send_message: {
    ...resident,
    async make() {
      return { input: (body) => ({ to: 'board', settlement, body }) };
    },
  },
  set_knowledge_article_cover: {
    ...platform,
    async make(stage) {
      const { article } = await publishKnowledge(stage);
      const subject = { subject_type: 'knowledge_article', subject_id: article } as const;
      const pictures: string[] = [];
      for (let n = 0; n < 4; n += 1) pictures.push((await upload(stage.clients.moderator, subject)).id);
      return { input: () => ({ article, media: pictures.shift() }) };
    },
  },
  set_media_subject: {
    ...resident,
    async make(stage) {
      const media = await photograph(stage);
      const objects = [await addObject(stage), await addObject(stage), await addObject(stage)];
      return { input: () => ({ media, subject_type: 'object', subject_id: objects.shift() }) };
    },
  },
  set_notification_preferences: {
    ...resident,
    async make() {
      const digests = ['daily', 'off', 'daily', 'off'];
      return { input: () => ({ digest: digests.shift() }) };
    },
  },
  set_settlement_boundary: {
    ...board,
    async make() {
      let shift = 0;
      return {
        input() {
          shift += 0.001;
          const [west, south] = [37.49 - shift, 56.29];
          const ring = [
            [west, south],
            [37.6, south],
            [37.6, 56.31],
            [west, 56.31],
          ].map(([longitude, latitude]) => ({ latitude, longitude }));
          return { settlement, ring };
        },
      };
    },
  },
  upload_media: {
    ...resident,
    async make({ village }) {
      return {
        input: (caption) => ({ subject_type: 'parcel', subject_id: village.plots.resident, caption }),
      };
    },
  },
  withdraw_change_proposal: {
    ...resident,
    async make(stage) {
      const at = await propose(stage);
      return { input: () => at };
    },
  },
  withdraw_review: {
    ...resident,
    async make(stage) {
      const { subject } = await addReview(stage);
      return { input: () => subject };
    },
  },
  write_article: {
    ...board,
    async make() {
      return { input: (body) => ({ settlement, kind: 'post', title: body, body }) };
    },
  },
  write_contact: {
    ...board,
    async make() {
      return { input: (name) => ({ ...trade, name }) };
    },
  },
  write_knowledge_article: {
    ...resident,
    async make() {
      return { input: (body) => ({ title: body, body }) };
    },
  },
  write_parcel_object: {
    ...resident,
    async make({ village }) {
      return { input: (title) => ({ parcel: village.plots.resident, kind: 'tree', title }) };
    },
  },
  write_task: {
    ...resident,
    async make() {
      return { input: (title) => ({ settlement, kind: 'request', title }) };
    },
  },
};

let inns = 0;

/** A taxpayer number with a valid check digit, another one each time. */
function nextInn(): string {
  inns += 1;
  const digits = String(771_000_000 + inns);
  const weights = [2, 4, 10, 3, 5, 9, 4, 6, 8];
  const sum = weights.reduce((total, weight, place) => total + weight * Number(digits[place]), 0);
  return `${digits}${(sum % 11) % 10}`;
}
