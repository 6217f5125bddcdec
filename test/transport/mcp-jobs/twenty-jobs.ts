import assert from 'node:assert/strict';
import type { Text } from '../../../src/base/i18n/text.ts';
import type { Audience } from '../../../src/domain/kernel/operation.ts';
import type { Persona } from '../../../src/entry/demo/world.ts';
import type { Assistant } from './assistant.ts';

export interface AssistantJob {
  name: string;
  who: Persona | null;
  audience: Audience;
  /** What the person says. Words in quotation marks are what the assistant searches for. */
  said: Text;
  work(assistant: Assistant, given: { words: string; fresh: string }): Promise<void>;
}

type Entry = Record<string, unknown>;
const sensorsOf = (devices: readonly Entry[]) =>
  devices.flatMap((one) => (one.devices as { sensors: Entry[] }[]).flatMap(({ sensors }) => sensors));
/** The first settlement and plot of the person. */
async function findHome(assistant: Assistant) {
  const mine = await assistant.call('list_my_parcels');
  return { settlement: mine.text('data.0.settlement'), parcel: mine.text('data.0.parcel_id') };
}
async function findBoard(assistant: Assistant) {
  return (await assistant.call('show_me')).text('data.settlements.0.settlement');
}

/** What strangers, residents, boards, moderators and companies ask of their assistants. */
export const twentyJobs: readonly AssistantJob[] = [
  {
    name: 'what is this service',
    who: null,
    audience: 'public',
    said: { en: 'What is this service, and how do I join?', ru: 'Что это за сервис и как в него попасть?' },
    async work(assistant) {
      const [uri] = /settlements:\/\/about/.exec(await assistant.instructions()) ?? [];
      assert.match(await assistant.read(String(uri)), /https?:\/\/\S+\/register/);
    },
  },
  {
    name: 'villages of a region',
    who: null,
    audience: 'public',
    said: {
      en: 'Which villages are there in “Московская область”?',
      ru: 'Какие посёлки есть в «Московская область»?',
    },
    async work(assistant, { words }) {
      const found = await assistant.call('list_settlements', { q: words, detail: 'summary' });
      assert.ok(found.list('settlements').length > 0 && found.list('settlements').length <= 10);
    },
  },
  {
    name: 'who drills boreholes',
    who: null,
    audience: 'public',
    said: { en: 'Whom do I call about a borehole (“скважина”)?', ru: 'Кого позвать, нужна «скважина»?' },
    async work(assistant, { words }) {
      const found = await assistant.call('list_companies', { q: words, detail: 'summary' });
      assert.match(JSON.stringify(found.at('companies.0.phones')), /\+7/);
    },
  },
  {
    name: 'which trades there are',
    who: null,
    audience: 'public',
    said: { en: 'What kinds of craftsmen are there?', ru: 'Какие мастера тут есть?' },
    async work(assistant) {
      const found = await assistant.call('list_companies', { trades: true, detail: 'summary', limit: 1 });
      assert.ok(found.list('trades').some(({ trade }) => trade === 'септики'));
    },
  },
  {
    name: 'advice with a quotation',
    who: null,
    audience: 'public',
    said: {
      en: '“как утеплить скважину на зиму”, word for word, please',
      ru: '«как утеплить скважину на зиму», дословно',
    },
    async work(assistant, { words }) {
      const found = await assistant.call('search_shared_knowledge', { question: words, detail: 'summary' });
      const quoted = await assistant.call('quote_knowledge_article', {
        passage: found.text('data.passages.0.id'),
      });
      assert.ok(quoted.text('data.text').length > 0);
    },
  },
  {
    name: 'when was the well cleaned',
    who: 'resident',
    audience: 'resident',
    said: { en: 'When was the well cleaned (“колодец”)?', ru: 'Когда чистили «колодец»?' },
    async work(assistant, { words }) {
      const me = await assistant.call('show_me', { find: words });
      const task = me.list('data.found').find(({ kind }) => kind === 'task');
      const shown = await assistant.call('show_task', { task: task?.id });
      assert.equal(shown.text('data.closed_at'), task?.at);
      assert.match(JSON.stringify(shown.whole), /Почистили, промыли/);
    },
  },
  {
    name: 'where the board wrote of the substation',
    who: 'resident',
    audience: 'resident',
    said: { en: 'What was that about “ТП-118”?', ru: 'Что писали про «ТП-118»?' },
    async work(assistant, { words }) {
      const me = await assistant.call('show_me', { find: words });
      const kinds = me.list('data.found').map(({ kind }) => kind);
      assert.ok(kinds.includes('article') && kinds.includes('contact'), kinds.join());
    },
  },
  {
    name: 'a house on a plot',
    who: 'resident',
    audience: 'resident',
    said: { en: 'Our new house stands on the plot; record it.', ru: 'На участке новый дом, запиши его.' },
    async work(assistant, { fresh }) {
      const { settlement, parcel } = await findHome(assistant);
      await assistant.call('list_buildings', { settlement, parcel, detail: 'summary' });
      const made = await assistant.call('write_parcel_object', { parcel, kind: 'building', title: fresh });
      const found = await assistant.call('list_parcel_objects', {
        parcel,
        kind: 'building',
        detail: 'summary',
      });
      assert.ok(found.list('objects').some(({ id }) => id === made.at('data.id')));
    },
  },
  {
    name: 'a removed tree brought back',
    who: 'resident',
    audience: 'resident',
    said: { en: 'Remove that tree. No, bring it back.', ru: 'Убери дерево. Нет, верни.' },
    async work(assistant, { fresh }) {
      const { parcel } = await findHome(assistant);
      const made = await assistant.call('write_parcel_object', { parcel, kind: 'tree', title: fresh });
      await assistant.call('edit_parcel_object', { parcel, object: made.text('data.id'), removed: true });
      const gone = await assistant.call('list_parcel_objects', { parcel, removed: true, detail: 'summary' });
      const object = gone.list('objects').find(({ title }) => title === fresh)?.id;
      await assistant.call('edit_parcel_object', { parcel, object, removed: false });
      const back = await assistant.call('list_parcel_objects', { parcel, q: fresh, detail: 'summary' });
      assert.equal(back.at('objects.0.title'), fresh);
    },
  },
  {
    name: 'is anything wrong with the devices',
    who: 'resident',
    audience: 'resident',
    said: { en: 'Is everything all right at the plot?', ru: 'На участке всё в порядке?' },
    async work(assistant) {
      const told = await assistant.call('list_my_devices', { detail: 'summary' });
      const sensors = sensorsOf(told.list('data'));
      assert.ok(sensors.length > 0);
      for (const { is_fresh, alerts } of sensors)
        assert.ok(typeof is_fresh === 'boolean' && Array.isArray(alerts));
    },
  },
  {
    name: 'how often it was cold this week',
    who: 'resident',
    audience: 'resident',
    said: {
      en: 'How often was it below 5 degrees this week?',
      ru: 'Сколько раз на неделе было ниже 5 градусов?',
    },
    async work(assistant) {
      const told = await assistant.call('list_my_devices', { detail: 'summary' });
      const sensor = sensorsOf(told.list('data')).find(({ kind }) => kind === 'temperature')?.id;
      const from = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
      const week = await assistant.call('list_sensor_readings', { sensor, from, below: 5, points: 10 });
      assert.equal(typeof week.at('data.summary.below'), 'number');
    },
  },
  {
    name: 'a diary entry, read and published',
    who: 'resident',
    audience: 'resident',
    said: { en: 'Write into the diary: whitewashed the trees.', ru: 'Запиши в дневник: побелили деревья.' },
    async work(assistant, { fresh }) {
      const { settlement, parcel } = await findHome(assistant);
      const entry = { settlement, parcel_id: parcel, title: fresh, body: 'Побелили деревья.' };
      const article = (await assistant.call('write_article', entry)).text('data.id');
      await assistant.call('publish_article', { settlement, article });
      const listed = await assistant.call('list_articles', {
        settlement,
        parcel_id: parcel,
        detail: 'summary',
        limit: 3,
      });
      assert.equal(listed.at('articles.0.title'), fresh);
    },
  },
  {
    name: 'a message to a neighbour',
    who: 'resident',
    audience: 'resident',
    said: { en: 'Write to plot 9: the gate is open.', ru: 'Напиши на участок 9: калитка открыта.' },
    async work(assistant) {
      const { settlement } = await findHome(assistant);
      const sent = await assistant.call('send_message', {
        to: 'person',
        settlement,
        parcel: '9',
        body: 'Калитка открыта.',
      });
      assert.match(sent.text('data.to.title'), /9/);
    },
  },
  {
    name: 'a request to the board',
    who: 'resident',
    audience: 'resident',
    said: { en: 'Ask the board to mend the lamp.', ru: 'Попроси правление починить фонарь.' },
    async work(assistant, { fresh }) {
      const { settlement } = await findHome(assistant);
      await assistant.call('list_tasks', { settlement, open: true, q: 'фонарь', detail: 'summary' });
      const made = await assistant.call('write_task', { settlement, title: fresh, addressee: 'board' });
      assert.match(made.text('url'), /\/tasks\//);
    },
  },
  {
    name: 'what waits for the board',
    who: 'editor',
    audience: 'settlement',
    said: { en: 'What waits for our decision?', ru: 'Что ждёт нашего решения?' },
    async work(assistant) {
      const me = await assistant.call('show_me', { waiting: 'list' });
      const items = me.list('data.waiting_list');
      assert.ok(items.length > 0 && items.every(({ url }) => /^https?:/.test(String(url))));
    },
  },
  {
    name: 'who asks to be recorded',
    who: 'editor',
    audience: 'settlement',
    said: { en: 'Who asks to be recorded on a plot?', ru: 'Кто просит записать его на участок?' },
    async work(assistant) {
      const settlement = await findBoard(assistant);
      const found = await assistant.call('list_residents', {
        settlement,
        state: 'claimed',
        detail: 'summary',
      });
      assert.ok(found.list('residents').every(({ state }) => state === 'claimed'));
    },
  },
  {
    name: 'an announcement as a draft',
    who: 'editor',
    audience: 'settlement',
    said: {
      en: 'Draft an announcement: no water on Tuesday.',
      ru: 'Набросай объявление: во вторник нет воды.',
    },
    async work(assistant, { fresh }) {
      const settlement = await findBoard(assistant);
      const draft = { settlement, kind: 'announcement', title: fresh, body: 'Во вторник воды не будет.' };
      assert.equal((await assistant.call('write_article', draft)).at('data.status'), 'draft');
    },
  },
  {
    name: 'what waits on the platform',
    who: 'moderator',
    audience: 'platform',
    said: {
      en: 'What waits for a moderator, and where do I decide it?',
      ru: 'Что ждёт модератора и где это решать?',
    },
    async work(assistant) {
      assert.match(await assistant.instructions(), /show_me.*`waiting` list.*`url`/);
      const me = await assistant.call('show_me', { waiting: 'list' });
      for (const { kind, url } of me.list('data.waiting_list'))
        assert.match(String(url), /^https?:\/\//, String(kind));
      const queue = await assistant.call('list_knowledge_queue', { detail: 'summary', limit: 1 });
      const [first] = queue.list('revisions');
      await assistant.call('show_knowledge_revision', { article: first?.article_id, revision: first?.id });
    },
  },
  {
    name: 'open orders of the company',
    who: 'company',
    audience: 'company',
    said: { en: 'Which orders are open?', ru: 'Какие заказы открыты?' },
    async work(assistant) {
      const orders = await assistant.call('list_tasks', { open: true, detail: 'summary' });
      assert.ok(orders.list('tasks').length > 0);
    },
  },
  {
    name: 'reviews of the company without an answer',
    who: 'company',
    audience: 'company',
    said: { en: 'Which reviews have we not answered?', ru: 'На какие отзывы мы не ответили?' },
    async work(assistant) {
      const reviews = await assistant.call('list_reviews', { detail: 'summary' });
      assert.ok(reviews.list('reviews').some(({ answer }) => answer === undefined));
    },
  },
];
