import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import { startService } from '../harness/service.ts';
import { quarters } from '../media/forge-heic.ts';
import { noise } from '../media/sample-pictures.ts';
import { type Browser, hiddenFields, openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';

let actors: OAuthTestClient;
let resident: Browser;
before(async () => {
  actors = await prepareOAuthTestClient(await startService());
  resident = await signIn('resident');
});

async function signIn(persona: string): Promise<Browser> {
  const browser = openBrowser(actors.service, actors.service.url, 'ru');
  const email = `${persona}@example.org`;
  await browser.submit(await browser.get('/login'), '/login', { email, password });
  await browser.get('/more?lang=ru');
  return browser;
}

const token = async (browser: Browser) =>
  hiddenFields((await browser.get('/more')).html, '/logout').csrf as string;

const listPlot = async () =>
  (
    await actors.village.clients.resident.list_media({
      settlement: actors.village.settlement.slug,
      parcel: actors.village.plots.resident,
    })
  ).media;

describe('photograph upload by the page script', () => {
  const send = async (
    browser: Browser,
    body: Buffer,
    { id = actors.village.plots.resident, key = randomUUID() as string, csrf = '', name = 'яблоня.jpg' } = {},
  ) => {
    const query = new URLSearchParams({ type: 'parcel', id, name });
    const reply = await fetch(`${actors.service.url}/photos?${query}`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: {
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-form-token': csrf || (await token(browser)),
        'idempotency-key': key,
        'content-type': 'application/octet-stream',
        'accept-language': 'ru',
      },
    });
    const text = await reply.text();
    return {
      status: reply.status,
      body: JSON.parse(text) as { data: { id: string }; message: string; errors?: { file?: string[] } },
    };
  };

  it('stores a photograph once per idempotency key, owned by the user', async () => {
    const picture = await noise(60, 40).jpeg().toBuffer();
    const key = randomUUID();
    const first = await send(resident, picture, { key });
    assert.equal(first.status, 201, JSON.stringify(first.body));
    const again = await send(resident, picture, { key });
    assert.deepEqual(again, first);
    const found = (await listPlot()).filter(({ id }) => id === first.body.data.id);
    assert.equal(found.length, 1);
    assert.equal(found[0]?.owner_user_id, actors.village.accounts.resident);
  });

  it('stores one photograph when the connection is lost mid-upload and it is retried', async () => {
    const picture = await noise(400, 300).jpeg().toBuffer();
    const key = randomUUID();
    const before = (await listPlot()).length;
    const csrf = await token(resident);
    const cut = new AbortController();
    const half = new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(picture.subarray(0, picture.length / 2))),
      pull: () => cut.abort(),
    });
    const query = new URLSearchParams({ type: 'parcel', id: actors.village.plots.resident, name: 'a.jpg' });
    await assert.rejects(
      fetch(`${actors.service.url}/photos?${query}`, {
        method: 'POST',
        body: half,
        duplex: 'half',
        signal: cut.signal,
        headers: {
          cookie: [...resident.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'x-form-token': csrf,
          'idempotency-key': key,
        },
      } as RequestInit),
    );
    assert.equal((await listPlot()).length, before);
    assert.equal((await send(resident, picture, { key, csrf, name: 'a.jpg' })).status, 201);
    assert.equal((await send(resident, picture, { key, csrf, name: 'a.jpg' })).status, 201);
    assert.equal((await listPlot()).length, before + 1);
  });

  it('explains refusals: too large, not a picture, broken, empty; and accepts HEIC', async () => {
    const jpeg = await noise(200, 150).jpeg().toBuffer();
    const cases: [Buffer, number, RegExp][] = [
      [Buffer.alloc(40_000_001, 1), 413, /40 МБ/],
      [Buffer.from('просто текст, который назвали снимком'), 422, /не является изображением/],
      [jpeg.subarray(0, 400), 422, /повреждён/],
      [Buffer.alloc(0), 422, /пуст/],
    ];
    const before = (await listPlot()).length;
    for (const [body, status, words] of cases) {
      const reply = await send(resident, body);
      assert.equal(reply.status, status, JSON.stringify(reply.body));
      assert.match(reply.body.errors?.file?.[0] ?? reply.body.message, words);
    }
    assert.equal((await send(resident, quarters)).status, 201);
    assert.equal((await listPlot()).length, before + 1);
  });

  it('checks permission for the subject, the CSRF token and the session', async () => {
    const picture = await noise(60, 40).jpeg().toBuffer();
    const { plots, outsiderPlot } = actors.village;
    assert.equal((await send(resident, picture, { id: plots.neighbour })).status, 403);
    assert.equal((await send(resident, picture, { id: outsiderPlot })).status, 403);
    assert.equal((await send(resident, picture, { id: '999' })).status, 404);
    assert.equal((await send(resident, picture, { id: 'нет' })).status, 404);
    assert.equal((await send(resident, picture, { csrf: 'чужой'.replace(/./g, 'x') })).status, 403);
    const stranger = openBrowser(actors.service);
    const page = await stranger.get('/login');
    const { csrf } = hiddenFields(page.html, '/login');
    assert.equal((await send(stranger, picture, { csrf: csrf as string })).status, 401);
  });

  it('can be removed by its owner, not by a neighbour', async () => {
    const { body } = await send(resident, await noise(60, 40).jpeg().toBuffer());
    const remove = async (browser: Browser) =>
      (await browser.post(`/photos/${body.data.id}/remove`, {}, { 'x-form-token': await token(browser) }))
        .status;
    assert.equal(await remove(await signIn('neighbour')), 403);
    assert.equal(await remove(resident), 200);
    assert.ok(!(await listPlot()).some(({ id }) => id === body.data.id));
  });
});
