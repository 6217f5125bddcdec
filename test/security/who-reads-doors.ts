import assert from 'node:assert/strict';
import { unzipSync } from 'fflate';
import { serviceRequester } from '../../src/base/threads/fair-share.ts';
import type { Client } from '../../src/entry/client/client.ts';
import type { TestService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { type Browser, hiddenFields } from '../oauth/browser.ts';
import { password } from '../oauth/oauth-test-client.ts';
import { createMcpClient } from '../transport/mcp/json-rpc-client.ts';
import { type buildReadingVillage, type Thing, things } from './who-reads-village.ts';

/** What one person reads at each door, whatever is refused left out. */
export function openDoors(service: TestService, stage: Awaited<ReturnType<typeof buildReadingVillage>>) {
  const pagesOf = () => {
    const { settlement: slug, home, sensors, documents } = stage;
    const village = `/settlements/${slug}`;
    return [
      ...['/today', '/more', '/devices', '/notifications', '/messages', '/tasks', `/plots/${home}`],
      ...['', '/photos', '/meters', '/fees', '/plan'].map((path) => `/plots/${home}${path}`),
      ...['', '/documents', '/devices', '/calendar', '/articles', '/map'].map((path) => village + path),
      ...['', '/meters?kind=energy', '/fees', '/audit', '/people', '/desk', '/land'].map(
        (path) => `${village}/board${path}`,
      ),
      ...sensors.map((sensor) => `/devices/sensors/${sensor}`),
      ...Object.values(documents).flatMap((path) => [path, `${path}/reading`]),
    ];
  };

  async function readPages(browser: Browser): Promise<string> {
    const texts: string[] = [];
    for (const path of pagesOf()) texts.push((await browser.get(path)).html);
    // The table of fees, and each meter that may be typed, open from a link.
    const links = texts.flatMap((html) =>
      [...html.matchAll(/href="([^"]*\/board\/(?:fees\?table|meters\?)[^"]*)"/g)].map(
        ([, href = '']) => href,
      ),
    );
    for (const link of new Set(links)) texts.push((await browser.get(link.replaceAll('&amp;', '&'))).html);
    return texts.join('\n');
  }

  async function readFiles(browser: Browser): Promise<{ text: string; seen: Thing[] }> {
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const get = (path: string) => fetch(service.url + path, { headers: { cookie }, redirect: 'manual' });
    const board = `/settlements/${stage.settlement}/board`;
    const month = new Date().toISOString().slice(0, 7);
    const texts: string[] = [];
    for (const path of [
      `${board}/meters.xlsx?kind=energy&month=${month}`,
      `${board}/people.csv`,
      `${board}/people.xlsx`,
    ]) {
      const file = await get(path);
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (file.status !== 200) continue;
      const rows = await service.app.services.peopleLists.readTable(bytes, serviceRequester).catch(() => []);
      texts.push(JSON.stringify(rows));
    }
    const seen: Thing[] = [];
    if ((await get(stage.photograph)).status === 200) seen.push('the photograph of its dial');
    for (const [thing, path] of Object.entries(stage.documents))
      if ((await get(`${path}/versions/1`)).status === 200) seen.push(thing as Thing);
    return { text: texts.join('\n'), seen };
  }

  async function askRest(client: Client): Promise<string> {
    const { settlement, home, sensors } = stage;
    const calls: [string, object][] = [
      ...[
        'show_me',
        'list_my_devices',
        'list_my_parcels',
        'list_notifications',
        'list_conversations',
        'list_tasks',
      ].map((name): [string, object] => [name, {}]),
      ...sensors.map((sensor): [string, object] => ['list_sensor_readings', { sensor }]),
      ...[
        'list_articles',
        'list_contacts',
        'list_residents',
        'list_parcels',
        'list_media',
        'show_settlement',
      ].map((name): [string, object] => [name, { settlement }]),
      ['show_parcel', { parcel: home }],
      ['list_parcel_objects', { parcel: home }],
      ...Object.values(things).flatMap(({ word }): [string, object][] =>
        word ? [['show_me', { find: word }]] : [],
      ),
    ];
    const replies: unknown[] = [];
    for (const [name, input] of calls)
      replies.push(withoutQuestion(await client.send(name as never, input as never).catch(String), input));
    return JSON.stringify(replies);
  }

  async function askTools(token: string | undefined): Promise<string> {
    const { settlement, sensors } = stage;
    const replies: unknown[] = [];
    for (const server of token === undefined
      ? ['public']
      : ['public', 'resident', 'settlement', 'platform', 'company']) {
      const { call } = createMcpClient(service, server, token);
      for (const name of ['show_me', 'list_my_devices', 'list_notifications', 'list_my_parcels'])
        replies.push((await call(name)).body);
      for (const sensor of sensors) replies.push((await call('list_sensor_readings', { sensor })).body);
      replies.push((await call('list_media', { settlement })).body);
      for (const { word } of Object.values(things))
        if (word) replies.push(withoutQuestion((await call('show_me', { find: word })).body, { find: word }));
    }
    return JSON.stringify(replies);
  }

  /** Whatever repeats what was asked says nothing. */
  const withoutQuestion = (reply: unknown, input: { find?: string }): string => {
    const text = JSON.stringify(reply) ?? '';
    return input.find && !/"url":"[^"]*(documents|plots|devices|meters)/.test(text.replaceAll('\\"', '"'))
      ? text.replaceAll(input.find, '')
      : text;
  };

  async function readSearch(browser: Browser): Promise<Thing[]> {
    const seen: Thing[] = [];
    for (const [thing, { word }] of Object.entries(things)) {
      if (word === '') continue;
      const { html } = await browser.get(`/search?${new URLSearchParams({ q: word })}`);
      const results = html.replaceAll(/<(input|title|form|h1)\b[^>]*>/g, '');
      if (
        /href="[^"]*\/(documents\/|plots\/\d+\/(meters|fees)|devices\/)/.test(results) &&
        results.includes(word)
      )
        seen.push(thing as Thing);
    }
    return seen;
  }

  async function readFeeds(browser: Browser): Promise<string> {
    const village = `/settlements/${stage.settlement}`;
    const texts = [(await browser.get(`${village}/articles.atom`)).html];
    for (const [page, action] of [
      [`${village}/calendar`, `${village}/calendar/link`],
      ['/tasks', '/tasks/calendar'],
    ] as const) {
      const { html } = await browser.get(page);
      if (!html.includes(`action="${action}"`)) continue;
      await browser.submit(await browser.get(page), action);
      const address = /(http[^<"\s]*\/calendar\/stl_cal_[\w-]+\.ics)/.exec(
        (await browser.get(page)).html,
      )?.[1];
      if (address) texts.push(await (await fetch(address)).text());
    }
    return texts.join('\n');
  }

  async function readCopy(browser: Browser): Promise<string> {
    const page = await browser.get('/account/data');
    const asked = await browser.submit(page, '/account/data/export', { password });
    assert.equal(asked.status, 303, asked.html);
    // The service runs its jobs itself.
    const isMade = async () =>
      (await service.db`select 1 from data_export where state = 'waiting'`).length === 0;
    await waitUntil('the copy is made', isMade);
    const { html } = await browser.get('/account/data');
    const reply = await fetch(`${service.url}/account/data/file`, {
      method: 'POST',
      body: new URLSearchParams({ ...hiddenFields(html, '/account/data/file'), password }),
      headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    assert.equal(reply.status, 200, 'the copy is there');
    const files = unzipSync(new Uint8Array(await reply.arrayBuffer()));
    return Object.values(files)
      .map((content) => Buffer.from(content).toString())
      .join('\n');
  }

  /** Which things stand in a text: by their word, or by their number however it is written. */
  function findThings(text: string): Thing[] {
    const digits = text.replaceAll(/&nbsp;|[\s\u00a0\u202f.,]/g, '');
    return (Object.keys(things) as Thing[]).filter((thing) => {
      const { word, number } = things[thing];
      return (
        (word !== '' && text.includes(word)) ||
        (number > 0 && digits.includes(String(number).replace('.', '')))
      );
    });
  }

  return { readPages, readFiles, askRest, askTools, readSearch, readFeeds, readCopy, findThings };
}
