import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { paths } from '../../src/base/site/paths.ts';
import { type Client, createClient } from '../../src/entry/client/client.ts';
import type { DemoAccessFile } from '../../src/entry/demo/load.ts';
import type { Persona } from '../../src/entry/demo/world.ts';
import { openEventStream } from '../harness/event-stream.ts';
import { type Browser, hiddenFields, openBrowser } from '../oauth/browser.ts';

/** Something created at one instance and used at another, each by its name. Throws when it does not work. */
export type CrossInstanceCheck = (from: string, to: string) => Promise<void>;

/** Instances behind a load balancer that selects one by the header `x-instance`. */
export interface LoadBalancedInstances {
  url: string;
  access: DemoAccessFile;
}

export async function waitUntil(what: string, holds: () => Promise<boolean>): Promise<void> {
  // Far longer than notifications take, and shorter than any cache lives.
  for (const end = performance.now() + 15_000; performance.now() < end; await sleep(50))
    if (await holds()) return;
  throw new Error(`It never came: ${what}.`);
}

export function createCrossInstanceChecks({
  url,
  access,
}: LoadBalancedInstances): Record<string, CrossInstanceCheck> {
  const { slug, id: settlementId } = access.settlement;
  const at = (instance: string): typeof fetch =>
    ((input: string | URL | Request, init: RequestInit = {}) =>
      fetch(input, {
        ...init,
        headers: { ...(init.headers as object), 'x-instance': instance },
      })) as typeof fetch;
  const client = (instance: string, persona: Persona): Client =>
    createClient({ baseUrl: url, token: access.accounts[persona].token, fetch: at(instance) });
  let number = 0;
  const fresh = () => {
    number += 1;
    return `meeting-${process.pid}-${number}`;
  };
  const expect = (holds: boolean, what: string) => {
    if (!holds) throw new Error(what);
  };
  const plotOf = async (instance: string) =>
    (await client(instance, 'neighbour').list_my_parcels({})).data[0]?.plot_number ?? '';
  const write = async (instance: string, headers: Record<string, string> = {}) => {
    const title = fresh();
    const input = {
      settlement: slug,
      kind: 'diary',
      parcel_id: await plotOf(instance),
      title,
      body: title,
    } as const;
    return (await client(instance, 'neighbour').write_article(input, { headers })).data;
  };
  /** Signs in with a form that one instance rendered and the other receives. */
  const signIn = async (from: string, to: string): Promise<Browser> => {
    const browser = openBrowser({ url });
    const { email, password } = access.accounts.outsider;
    const page = await browser.get(paths.login, { 'x-instance': from });
    const fields = { ...hiddenFields(page.html, paths.login), email, password };
    const entered = await browser.post(paths.login, fields, { 'x-instance': to });
    expect(entered.status === 303, `signing in: ${entered.status}`);
    return browser;
  };
  const isAccepted = async (instance: string, token: string) =>
    (await createClient({ baseUrl: url, token, fetch: at(instance) }).send('show_me', {})).status === 200;

  return {
    async 'written there, read and changed here'(from, to) {
      const { id } = await write(from);
      const body = fresh();
      await client(to, 'neighbour').edit_article({ settlement: slug, article: id, body });
      const { data } = await client(from, 'neighbour').show_article({ settlement: slug, article: id });
      expect(data.body === body, `${data.body} instead of ${body}`);
    },
    async 'a request sent again to the other'(from, to) {
      const key = fresh();
      const title = fresh();
      const input = {
        settlement: slug,
        kind: 'diary',
        parcel_id: await plotOf(from),
        title,
        body: title,
      } as const;
      const send = async (instance: string) =>
        (await client(instance, 'neighbour').write_article(input, { headers: { 'idempotency-key': key } }))
          .data.id;
      const [first, second] = [await send(from), await send(to)];
      expect(first === second, `${first} and ${second}`);
    },
    async 'the next page of a list'(from, to) {
      const list = { settlement: slug, limit: 5 };
      const first = await client(from, 'neighbour').list_parcels(list);
      const second = await client(to, 'neighbour').list_parcels({ ...list, cursor: first.cursor ?? '' });
      const seen = new Set(first.parcels.map(({ id }) => id));
      expect(
        second.parcels.length === 5 && second.parcels.every(({ id }) => !seen.has(id)),
        'not the next page',
      );
    },
    async 'the next page behind a sealed cursor'(from, to) {
      const list = { settlement: slug, limit: 2 };
      const first = await client(from, 'editor').list_tasks(list);
      expect(first.cursor !== null, 'there is one page only');
      const second = await client(to, 'editor').list_tasks({ ...list, cursor: first.cursor ?? '' });
      const seen = new Set(first.tasks.map(({ id }) => id));
      expect(second.tasks.length > 0 && second.tasks.every(({ id }) => !seen.has(id)), 'not the next page');
    },
    async 'signing in, a token and its end'(from, to) {
      const browser = await signIn(from, to);
      const shown = await browser.get(paths.tokens, { 'x-instance': from });
      const fields = {
        ...hiddenFields(shown.html, paths.tokens),
        name: fresh(),
        scopes: 'mcp:read',
        days: '30',
      };
      const made = await browser.post(paths.tokens, fields, { 'x-instance': to });
      const page =
        made.status === 303 ? await browser.get(made.location ?? '', { 'x-instance': from }) : made;
      const token = /stl_pat_[\w-]+/.exec(page.html)?.[0] ?? '';
      expect(token !== '', `no token on the page: ${made.status}`);
      expect((await isAccepted(from, token)) && (await isAccepted(to, token)), 'the token is not taken');
      const listed = await browser.get(paths.tokens, { 'x-instance': from });
      const action = /action="(\/account\/tokens\/\d+\/revoke)"/.exec(listed.html)?.[1] ?? '';
      await browser.post(action, hiddenFields(listed.html, action), { 'x-instance': from });
      await waitUntil('the token is refused', async () => !(await isAccepted(to, token)));
    },
    async 'a photograph by an address of the other'(from, to) {
      const subject = { subject_type: 'settlement', subject_id: settlementId } as const;
      const { data } = await client(from, 'editor').upload_media({ ...subject, caption: fresh() });
      const background = { r: number % 256, g: (number >> 8) % 256, b: 40 };
      const picture = sharp({ create: { width: 40, height: 30, channels: 3, background } });
      const sent = await at(to)(data.upload_url, {
        method: 'PUT',
        body: new Uint8Array(await picture.png().toBuffer()),
      });
      expect(sent.ok, `upload: ${sent.status}`);
      const { data: media } = (await sent.json()) as { data: { id: string } };
      await client(from, 'editor').remove_media({ media: media.id });
    },
    async 'a bell rung by the other'(from, to) {
      const resident = client(to, 'resident');
      const [latest] = (await resident.list_notifications({})).notifications;
      await resident.read_notification({ notification: latest?.id ?? '', and_older: true });
      const stream = await openEventStream(`${url}/api/v1/notifications/stream`, {
        authorization: `Bearer ${access.accounts.resident.token}`,
        'x-instance': from,
      });
      try {
        expect(stream.status === 200, `the stream: ${stream.status}`);
        await stream.waitFor(({ event }) => event === 'unread');
        const before = stream.events.length;
        const person = { to: 'person', account: access.accounts.resident.id, settlement: slug } as const;
        await client(to, 'neighbour').send_message({ ...person, body: fresh() });
        await waitUntil('the bell rings', async () => stream.events.length > before);
      } finally {
        stream.close();
        await stream.ended;
      }
    },
  };
}
