import { fillPath, paths } from '../../src/base/site/paths.ts';
import { createClient } from '../../src/entry/client/client.ts';
import { hashPassword } from '../../src/features/accounts/password.ts';
import { createPersonalToken } from '../../src/features/oauth/personal-tokens.ts';
import { hiddenFields, openBrowser } from '../../test/oauth/browser.ts';
import type { BenchService } from '../bench-harness.ts';
import { country, idOf, perVillage } from './ids.ts';

/** One of the commonest calls and pages, always of people of the first village. */
export interface GrowthCall {
  label: string;
  run(): Promise<unknown>;
}

const password = 'a village among a thousand';
const readers = { resident: idOf('account', 1, 1), editor: idOf('account', 1, 2) } as const;

export async function prepareCalls(service: BenchService, villages: number): Promise<GrowthCall[]> {
  const { sql, newId, url } = service;
  const hash = await hashPassword(password);
  await sql`update account set password_hash = ${hash} where id = any(${Object.values(readers)}::bigint[])`;
  const connect = async (accountId: string) => {
    const wanted = {
      accountId,
      name: 'growth',
      scopes: ['mcp:read', 'mcp:write', 'mcp:private'] as const,
      days: 1,
    };
    const { token } = await createPersonalToken(sql, wanted, newId(), new Date());
    return createClient({ baseUrl: url, token });
  };
  const signIn = async (accountId: string) => {
    const browser = openBrowser(service);
    const login = await browser.get(paths.login);
    const fields = {
      ...hiddenFields(login.html, paths.login),
      email: `${accountId}@bench.example`,
      password,
    };
    await browser.post(paths.login, fields);
    return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  };
  const [anybody, resident, editor] = [
    createClient({ baseUrl: url }),
    await connect(readers.resident),
    await connect(readers.editor),
  ];
  const cookies = { resident: await signIn(readers.resident), editor: await signIn(readers.editor) };
  const page =
    (path: string, as: keyof typeof cookies | null = 'resident') =>
    async () => {
      const reply = await fetch(`${url}${path}`, {
        headers: as === null ? {} : { cookie: cookies[as] },
        redirect: 'manual',
      });
      await reply.text();
      if (reply.status !== 200) throw new Error(`${path}: ${reply.status}`);
    };
  const settlement = 'growth-1';
  const [article, sensor, conversation] = [
    idOf('article', 1, 4),
    idOf('sensor', 1, 1),
    idOf('conversation', 1, 1),
  ];
  const here = { settlement };
  const day = 86_400_000;
  const since = (days: number) => new Date(Date.now() - days * day).toISOString();
  return [
    { label: 'list_settlements', run: () => anybody.list_settlements({}) },
    { label: 'list_settlements, a name', run: () => anybody.list_settlements({ q: 'роща 7' }) },
    {
      label: 'list_settlements, a misspelt name',
      run: () => anybody.list_settlements({ q: 'Березовоя роща 7' }),
    },
    {
      label: 'list_settlements, the last page',
      run: () => anybody.list_settlements({ cursor: idOf('settlement', Math.max(1, villages - 20)) }),
    },
    { label: 'list_settlements, of a place', run: () => anybody.list_settlements({ place: country }) },
    { label: 'show_settlement, anybody', run: () => anybody.show_settlement(here) },
    { label: 'show_settlement, a resident', run: () => resident.show_settlement(here) },
    { label: 'show_me', run: () => resident.show_me({}) },
    { label: 'show_me, find', run: () => resident.show_me({ find: 'щебень' }) },
    { label: 'list_my_parcels', run: () => resident.list_my_parcels({}) },
    { label: 'list_parcels, one number', run: () => resident.list_parcels({ ...here, parcel: '77' }) },
    { label: 'list_buildings', run: () => anybody.list_buildings(here) },
    { label: 'list_articles', run: () => resident.list_articles(here) },
    { label: 'list_articles, anybody', run: () => anybody.list_articles(here) },
    { label: 'list_articles, a word in all', run: () => resident.list_articles({ ...here, q: 'соседи' }) },
    { label: 'list_articles, a rare word', run: () => resident.list_articles({ ...here, q: 'щебень' }) },
    {
      label: 'list_articles, the diary of a plot',
      run: () => resident.list_articles({ ...here, parcel_id: '1' }),
    },
    {
      label: 'list_articles, two words, one in all',
      run: () => resident.list_articles({ ...here, q: 'соседи щебень' }),
    },
    { label: 'list_articles, tenth page', run: tenthPage(resident) },
    {
      label: 'search_shared_knowledge',
      run: () =>
        anybody.search_shared_knowledge({ question: 'На каком расстоянии от забора ставить септик' }),
    },
    {
      label: 'search_shared_knowledge, misspelt',
      run: () => anybody.search_shared_knowledge({ question: 'обризка яблани весной' }),
    },
    { label: 'show_knowledge_article', run: () => anybody.show_knowledge_article({ article: 'article-77' }) },
    { label: 'list_companies', run: () => resident.list_companies({ ...here }) },
    {
      label: 'list_companies, a misspelt name',
      run: () => resident.list_companies({ ...here, q: 'Колодци' }),
    },
    { label: 'show_article', run: () => resident.show_article({ ...here, article }) },
    { label: 'list_my_articles', run: () => resident.list_my_articles({}) },
    { label: 'list_notifications', run: () => resident.list_notifications({}) },
    { label: 'list_conversations', run: () => resident.list_conversations({}) },
    { label: 'list_messages', run: () => resident.list_messages({ conversation }) },
    { label: 'list_tasks', run: () => resident.list_tasks({ mine: true }) },
    { label: 'list_contacts', run: () => resident.list_contacts(here) },
    { label: 'list_my_devices', run: () => resident.list_my_devices({}) },
    {
      label: 'list_sensor_readings, a day',
      run: () => resident.list_sensor_readings({ sensor, from: since(1) }),
    },
    {
      label: 'list_sensor_readings, a month',
      run: () => resident.list_sensor_readings({ sensor, from: since(30) }),
    },
    { label: 'list_residents', run: () => editor.list_residents(here) },
    {
      label: 'write_article',
      run: () =>
        resident.write_article({ ...here, parcel_id: '1', title: 'Насос', body: 'Поставили новый насос.' }),
    },
    {
      label: 'send_message',
      run: () =>
        resident.send_message({
          to: 'person',
          account: idOf('account', 1, 3),
          ...here,
          body: 'Завтра дам лестницу.',
        }),
    },
    { label: 'page: first page', run: page(paths.settlements, null) },
    { label: 'page: Today', run: page(paths.today) },
    { label: 'page: Today of the board', run: page(paths.today, 'editor') },
    { label: 'page: village', run: page(fillPath(paths.settlement, here)) },
    { label: 'page: village, a visitor', run: page(fillPath(paths.settlement, here), null) },
    { label: 'page: map', run: page(fillPath(paths.map, here)) },
    { label: 'page: entries', run: page(fillPath(paths.articles, here)) },
    { label: 'page: plot', run: page(fillPath(paths.plot, { plot: idOf('parcel', 1, 1) })) },
    { label: 'page: documents', run: page(fillPath(paths.documents, here)) },
    { label: 'page: directory', run: page(fillPath(paths.directory, here)) },
    { label: 'page: tasks', run: page(paths.tasks) },
    { label: 'page: knowledge', run: page(paths.knowledge, null) },
    { label: 'page: notifications', run: page(paths.notifications) },
    { label: 'page: messages', run: page(paths.messages) },
    { label: 'page: devices', run: page(paths.devices) },
    { label: 'page: sensor', run: page(fillPath(paths.sensor, { sensor })) },
    { label: 'page: register', run: page(fillPath(paths.people, here), 'editor') },
    { label: 'page: desk of the board', run: page(fillPath(paths.board, here), 'editor') },
    { label: 'page: search', run: page(`${paths.search}?q=${encodeURIComponent('щебень')}`) },
  ];
}

/** Goes on from the ninth page, which is found once. */
function tenthPage(client: ReturnType<typeof createClient>): () => Promise<unknown> {
  let cursor: string | undefined;
  return async () => {
    const pageSize = 30;
    for (let number = 1; cursor === undefined && number * pageSize < perVillage.articles / 4; number += 1) {
      let next: string | null | undefined;
      for (let turn = 0; turn < 9; turn += 1) {
        const reply = await client.list_articles({ settlement: 'growth-1', ...(next && { cursor: next }) });
        next = reply.cursor;
        if (next === null) break;
      }
      cursor = next ?? '';
    }
    return client.list_articles({ settlement: 'growth-1', ...(cursor && { cursor }) });
  };
}
