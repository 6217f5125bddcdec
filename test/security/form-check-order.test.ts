import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type IncomingMessage, request as openRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { paths } from '../../src/base/site/paths.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage } from '../harness/village.ts';
import { noise } from '../media/sample-pictures.ts';
import { type Browser, hiddenFields, openBrowser } from '../oauth/browser.ts';
import { password } from '../oauth/oauth-test-client.ts';
import { quickHash } from '../oauth/quick-hash.ts';
import { waitUntil } from '../processes/cross-instance-checks.ts';
import { signIn } from '../web/sign-in.ts';

let service: TestService;
let picture: Buffer;
let dataDir: string;
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'settlements-forms-'));
  service = await startService({ DATA_DIR: dataDir });
  await buildVillage(service);
  await service.db`update account set password_hash = ${await quickHash(password)}`;
  picture = await noise(80, 60).jpeg().toBuffer();
});
after(() => rm(dataDir, { recursive: true, force: true }));

const cookiesOf = ({ cookies }: Browser) => [...cookies].map((pair) => pair.join('=')).join('; ');
const isForm = { 'content-type': 'application/x-www-form-urlencoded' };

/** The response to a request of which only the start is ever sent. */
async function replyToStart(path: string, start: string, headers: Record<string, string>): Promise<number> {
  const sent = openRequest(new URL(path, service.url), {
    method: 'POST',
    headers: { ...headers, 'content-length': 200_000 },
  });
  sent.on('error', () => {});
  sent.flushHeaders();
  if (start !== '') sent.write(start);
  const [reply] = (await once(sent, 'response')) as [IncomingMessage];
  await text(reply).catch(() => '');
  sent.destroy();
  return reply.statusCode ?? 0;
}

describe('a form is checked in the order its parts arrive', () => {
  it('by its headers: origin, and whether the sender may use the page', async () => {
    const browser = await signIn(service, 'resident', 'en');
    const cookie = cookiesOf(browser);
    const foreignHeads: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const foreign of foreignHeads)
      assert.equal(await replyToStart(paths.accountProfile, '', { cookie, ...isForm, ...foreign }), 403);
    assert.equal(
      await replyToStart('/platform/companies/1/representatives/1', '', { cookie, ...isForm }),
      403,
      'moderators alone have this form',
    );
    const { csrf = '' } = hiddenFields((await browser.get('/account')).html, '/account/profile');
    const crossSite = { 'x-form-token': csrf, 'sec-fetch-site': 'same-site' };
    assert.equal((await browser.post('/account/profile', {}, crossSite)).status, 403);
  });

  it('by its CSRF token, the first field: nothing after it is waited for', async () => {
    const stranger = openBrowser(service);
    const { csrf = '' } = hiddenFields((await stranger.get('/login')).html, '/login');
    const cookie = cookiesOf(stranger);
    assert.equal(await replyToStart('/login', 'csrf=made-up&email=', { cookie, ...isForm }), 403);
    assert.equal(await replyToStart('/login', `email=a&csrf=${csrf}&`, { cookie, ...isForm }), 403);
    assert.equal(await replyToStart('/login', '+'.repeat(1000), { cookie, ...isForm }), 403);
    assert.equal(
      (await stranger.post('/login', { csrf, email: 'a@example.org', password: 'x' })).status,
      422,
    );
    assert.equal(
      (await stranger.post('/login', { email: 'a@example.org', password: 'x', csrf })).status,
      403,
    );
  });

  it('by its size: small without a session, and no JSON', async () => {
    const stranger = openBrowser(service);
    const { csrf = '' } = hiddenFields((await stranger.get('/login')).html, '/login');
    const long = await stranger.post('/login', { csrf, typed: 'a'.repeat(300_000) });
    assert.equal(long.status, 413);
    const json = await fetch(new URL('/login', service.url), {
      method: 'POST',
      body: JSON.stringify({ csrf }),
      headers: { 'content-type': 'application/json', cookie: cookiesOf(stranger) },
    });
    assert.equal(json.status, 415);
  });

  it('its files are stored only when it was permitted', async () => {
    const { store } = service.app.services.media;
    const countKept = async () => (await store.list(undefined, 1000)).length;
    const countHeld = async () => (await readdir(join(dataDir, 'media', '.incoming')).catch(() => [])).length;
    const browser = await signIn(service, 'resident', 'en');
    const form = await browser.get(paths.newTask);
    const before = await countKept();
    const refused = await browser.submitFiles(form, paths.newTask, { to: 'board', title: '' }, [
      { name: 'a.jpg', bytes: picture },
    ]);
    assert.equal(refused.status, 422);
    assert.equal(await countKept(), before);

    const { csrf = '' } = hiddenFields(form.html, paths.newTask);
    const part = (head: string, body: string | Buffer) =>
      Buffer.concat([
        Buffer.from(`--cut\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
        Buffer.from(body),
        Buffer.from('\r\n'),
      ]);
    const sent = openRequest(new URL(paths.newTask, service.url), {
      method: 'POST',
      headers: { cookie: cookiesOf(browser), 'content-type': 'multipart/form-data; boundary=cut' },
    });
    sent.on('error', () => {});
    sent.write(part('name="csrf"', csrf));
    for (const name of ['a', 'b']) sent.write(part(`name="photos"; filename="${name}.jpg"`, picture));
    await waitUntil('the first files are held', async () => (await countHeld()) > 0);
    sent.destroy();
    await waitUntil('nothing is held any more', async () => (await countHeld()) === 0);
    assert.equal(await countKept(), before);
  });
});
