import { readFile } from 'node:fs/promises';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import type { Client } from '../../src/entry/client/client.ts';
import { deleteSettlementRole, insertSettlementRole } from '../../src/store/land/settlement-roles.ts';
import type { TestService } from '../harness/service.ts';
import type { Village } from '../harness/village.ts';
import { createThings } from '../operations/journal/mentioned-things.ts';

export const settlement = 'berezka';
export const columns = ['author', 'board', 'neighbour', 'former board', 'moderator'] as const;
export type Column = (typeof columns)[number];
export const reason = 'Имена соседей';

/** A form as a browser would post it; a forged one where the page does not offer it. */
export interface Posted {
  to: string;
  fields: Record<string, string>;
}

export interface Row {
  /** The newcomer, a second member of the board, wrote it; the resident unless said. */
  bySecond?: true;
  /** Makes the thing anew for each caller. */
  make(): Promise<string>;
  try(client: Client, thing: string): Promise<unknown>;
  /** Verdicts and comments: a success of somebody else makes their own; this says whether the author's still stands. */
  stands?(thing: string): Promise<boolean>;
  /** The same through the form of a page; absent where pages have none. */
  post?(thing: string, column: Column): Posted;
  /** The row of the author's words. */
  table:
    | 'article'
    | 'media'
    | 'parcel_object'
    | 'contact'
    | 'review'
    | 'task'
    | 'message'
    | 'knowledge_article';
}

/** What each cell of the table of docs/security.md says: yes, no or unseen. */
export async function readTable(): Promise<Map<string, string[]>> {
  const doc = await readFile('docs/security.md', 'utf8');
  const part = doc.slice(doc.indexOf('\n## Whose words'), doc.indexOf('\n## Work before'));
  const lines = part.split('\n').filter((line) => line.startsWith('| '));
  const cells = lines.map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim()),
  );
  const [[, ...names] = [], ...rest] = cells;
  if (names.join() !== columns.join()) throw new Error(`other columns: ${names.join()}`);
  return new Map(rest.map(([name = '', ...says]) => [name, says.map((cell) => cell.split(',')[0] ?? '')]));
}

/** The outsider was on the board; the newcomer is a second member of it. */
export async function seatBoards(service: TestService, village: Village): Promise<Record<Column, string>> {
  const { accounts, clients } = village;
  const now = new Date();
  await insertSettlementRole(service.db, village.settlement.id, accounts.newcomer, 'editor', now);
  await insertSettlementRole(service.db, village.settlement.id, accounts.outsider, 'editor', now);
  await clients.outsider.show_settlement({ settlement });
  await deleteSettlementRole(service.db, village.settlement.id, accounts.outsider, 'editor');
  return {
    author: accounts.resident,
    board: accounts.editor,
    neighbour: accounts.neighbour,
    'former board': accounts.outsider,
    moderator: accounts.moderator,
  };
}

export function createRows(service: TestService, village: Village) {
  const things = createThings(service, village);
  const second = village.clients.newcomer;
  const entry = async (more: object = {}, publish = true) => {
    const { data } = await village.clients.resident.write_article({
      ...{ settlement, parcel_id: '1', title: 'Запись', body: 'Слова автора', visibility: 'public' },
      ...more,
    } as never);
    if (publish) await village.clients.resident.publish_article({ settlement, article: data.id });
    return data.id;
  };
  const post = async () => {
    const { data } = await second.write_article({
      ...{ settlement, kind: 'post', title: 'Статья', body: 'Слова', visibility: 'public' },
    } as never);
    await second.publish_article({ settlement, article: data.id });
    return data.id;
  };
  const photo = () => things.photo({ visibility: 'public', caption: 'Крыльцо' });
  const task = async () => {
    const { data } = await village.clients.resident.write_task({
      settlement,
      title: 'Фонарь',
      body: 'Погас',
    });
    await village.clients.resident.edit_task({ task: data.id, visibility: 'public', comment: 'У ворот' });
    return data.id;
  };
  const contact = async () => {
    const { data } = await second.write_contact({ settlement, name: 'Электрик', category: 'trade' });
    return data.id;
  };
  let subject: string | undefined;
  const review = async () => {
    subject ??= await contact();
    const { data } = await village.clients.resident.post_review({
      ...{
        settlement,
        subject_type: 'contact',
        subject_id: subject,
        medal: 'gold',
        visibility: 'public',
      },
      body: 'Хорошо',
    } as never);
    return data.id;
  };
  const message = async () => {
    const { clients } = village;
    const { data } = await clients.resident.send_message({
      to: 'person',
      settlement,
      parcel: '2',
      body: 'Грубость',
    } as never);
    return data.id;
  };
  const reported = async () => {
    const { data } = await village.clients.neighbour.write_task({
      ...{ settlement, kind: 'report', title: 'Грубит', message_id: await message() },
    } as never);
    return data.id;
  };
  const knowledge = async () => {
    const { resident, moderator } = village.clients;
    const { data } = await resident
      .write_knowledge_article({ title: 'Колодец', body: 'Чистить весной.', publish: true } as never)
      .then((data) => ({ data }));
    await moderator.publish_knowledge_article({ article: data.id });
    return data.id;
  };
  const messageStands = async (id: string) => {
    const rows = await service.db`select 1 from message where id = ${id} and body = 'Грубость'`;
    return rows.length === 1;
  };

  const rows: Record<string, Row> = {
    'diary entry: text, title, tags': {
      table: 'article',
      post: (article) => ({
        to: fillPath(paths.editArticle, { settlement, article }),
        fields: { title: 'Другой', body: 'Чужие слова', do: 'save' },
      }),
      make: entry,
      async try(client, article) {
        for (const change of [{ body: 'Чужие слова' }, { title: 'Другой' }, { add_tags: ['тег'] }])
          await client.edit_article({ settlement, article, ...change });
      },
    },
    'diary entry: who sees it, fewer': {
      table: 'article',
      post: (article) => ({
        to: fillPath(paths.hideArticle, { settlement, article }),
        fields: { decision: 'refuse', reason },
      }),
      make: entry,
      try: (client, article) => client.edit_article({ settlement, article, visibility: 'residents', reason }),
    },
    'diary entry: who sees it, more': {
      table: 'article',
      post: (article) => ({
        to: fillPath(paths.editArticle, { settlement, article }),
        fields: { title: 'Запись', body: 'Слова автора', visibility: 'public', do: 'save' },
      }),
      make: () => entry({ visibility: 'settlement' }),
      try: (client, article) => client.edit_article({ settlement, article, visibility: 'public', reason }),
    },
    'diary entry: remove': {
      table: 'article',
      post: (article) => ({ to: fillPath(paths.removeArticle, { settlement, article }), fields: {} }),
      make: entry,
      try: (client, article) => client.remove_article({ settlement, article }),
    },
    'draft of a diary entry: publish': {
      table: 'article',
      post: (article) => ({ to: fillPath(paths.publishArticle, { settlement, article }), fields: {} }),
      make: () => entry({}, false),
      try: (client, article) => client.publish_article({ settlement, article }),
    },
    'post, guide, announcement: text': {
      table: 'article',
      post: (article) => ({
        to: fillPath(paths.editArticle, { settlement, article }),
        fields: { title: 'Статья', body: 'Иначе', do: 'save' },
      }),
      bySecond: true,
      make: post,
      try: (client, article) => client.edit_article({ settlement, article, body: 'Иначе' }),
    },
    'post, guide, announcement: remove': {
      table: 'article',
      post: (article) => ({ to: fillPath(paths.removeArticle, { settlement, article }), fields: {} }),
      bySecond: true,
      make: post,
      try: (client, article) => client.remove_article({ settlement, article }),
    },
    'photograph of a plot: caption, tags': {
      table: 'media',
      post: (photo) => ({
        to: fillPath(paths.editPlotPhoto, { plot: village.plots.resident, photo }),
        fields: { caption: 'Чужое' },
      }),
      make: photo,
      async try(client, media) {
        for (const change of [{ caption: 'Чужое' }, { tags: ['тег'] }])
          await client.edit_media({ media, ...change });
      },
    },
    'photograph of a plot: who sees it, fewer': {
      table: 'media',
      post: (photo, column): Posted =>
        column === 'author'
          ? {
              to: fillPath(paths.editPlotPhoto, { plot: village.plots.resident, photo }),
              fields: { caption: 'Крыльцо', visibility: 'private' },
            }
          : {
              to: fillPath(paths.hidePlotPhoto, { plot: village.plots.resident, photo }),
              fields: { decision: 'refuse', reason },
            },
      make: photo,
      try: (client, media) => client.edit_media({ media, visibility: 'private', reason }),
    },
    'photograph of a plot: move, remove': {
      table: 'media',
      post: (photo) => ({
        to: fillPath(paths.removePlotPhoto, { plot: village.plots.resident, photo }),
        fields: {},
      }),
      make: photo,
      async try(client, media) {
        const { resident: plot } = village.plots;
        await client.set_media_subject({ media, subject_type: 'parcel', subject_id: plot });
        await client.remove_media({ media });
      },
    },
    'photograph of a diary entry: add one': {
      table: 'article',
      make: entry,
      try: (client, article) => client.upload_media({ subject_type: 'article', subject_id: article }),
    },
    'photograph of a task: remove': {
      table: 'media',
      make: async () => things.photo({ parcel: null, subject: ['task', await task()] }),
      try: (client, media) => client.remove_media({ media }),
    },
    'object on a plot: title, note': {
      table: 'parcel_object',
      post: (object) => ({
        to: fillPath(paths.editPlotObject, { plot: village.plots.resident, object }),
        fields: { kind: 'tree', title: 'Яблоня', notes: 'Чужое' },
      }),
      make: () => things.object('Яблоня'),
      try: (client, object) =>
        client.edit_parcel_object({ parcel: village.plots.resident, object, notes: 'Чужое' }),
    },
    'contact of the directory: change': {
      table: 'contact',
      post: (id) => ({
        to: fillPath(paths.editContact, { settlement, contact: id }),
        fields: { name: 'Иначе' },
      }),
      bySecond: true,
      make: contact,
      try: (client, id) => client.edit_contact({ settlement, contact: id, name: 'Иначе' } as never),
    },
    'verdict: change, withdraw': {
      table: 'review',
      post: () => ({
        to: fillPath(paths.withdrawContactMedal, { settlement, contact: subject ?? '' }),
        fields: {},
      }),
      make: review,
      try: (client) =>
        client.withdraw_review({ settlement, subject_type: 'contact', subject_id: subject } as never),
      async stands(id) {
        return (await service.db`select 1 from review where id = ${id} and body = 'Хорошо'`).length === 1;
      },
    },
    'verdict: hide': {
      table: 'review',
      post: (verdict) => ({
        to: fillPath(paths.moderateReview, { settlement, review: verdict }),
        fields: { decision: 'hide', reason },
      }),
      make: () => {
        subject = undefined; // a verdict that was hidden stays hidden when it is posted again
        return review();
      },
      try: (client, id) =>
        client.moderate_review({ settlement, review: id, decision: 'hide', reason } as never),
    },
    'task: title, text, who sees it': {
      table: 'task',
      post: (id) => ({
        to: fillPath(paths.editTask, { task: id }),
        fields: { title: 'Иначе', body: 'Иначе' },
      }),
      make: task,
      async try(client, id) {
        for (const change of [{ title: 'Иначе' }, { body: 'Иначе' }, { visibility: 'private' as const }])
          await client.edit_task({ task: id, ...change });
      },
    },
    'comment on a task: change, remove': {
      table: 'task',
      make: task,
      try: (client, id) => client.edit_task({ task: id, comment: 'Не у ворот' }),
      async stands(id) {
        const { data } = await village.clients.resident.show_task({ task: id });
        return data.history.some(({ comment }) => comment === 'У ворот');
      },
    },
    'message: change, remove': {
      table: 'message',
      make: message,
      try: (client, id) => client.remove_media({ media: id }),
      stands: messageStands,
    },
    'message: hide, after a report': {
      table: 'task',
      post: (id) => ({
        to: fillPath(paths.report, { settlement, report: id }),
        fields: { decision: 'accept', reason },
      }),
      make: reported,
      try: (client, id) => client.edit_task({ task: id, outcome: 'hidden', comment: reason }),
    },
    'knowledge article: replace its text at once': {
      table: 'knowledge_article',
      post: (article) => ({
        to: fillPath(paths.editKnowledgeArticle, { article }),
        fields: { title: 'Колодец', body: 'Чужое.', do: 'send' },
      }),
      make: knowledge,
      async try(client, article) {
        await client.edit_knowledge_article({ article, body: 'Чужое.' });
        const read = await village.anonymous.show_knowledge_article({ article });
        if (read.body !== 'Чужое.') return 'waits';
        return 'written';
      },
    },
    'knowledge article: remove': {
      table: 'knowledge_article',
      make: knowledge,
      try: (client, article) => client.remove_knowledge_article({ article }),
    },
  };
  return { rows, entry, photo };
}
