import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService, type TestService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { type MailServer, startMailServer } from '../mail/smtp-test-server.ts';
import { openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { requestUploadUrl, send, smallPicture } from '../operations/media/uploads.ts';
import { signIn } from '../web/sign-in.ts';
import { waitForEmail } from './mailbox.ts';

/** What must not be found in the log; tokens made on the way are added. */
const markers = {
  email: 'zq-mailbox@marked.example',
  name: 'Зюйдвест Марковна',
  password: 'zq-password-of-a-person',
  text: 'zq-text-that-somebody-wrote',
  query: 'zq-words-of-a-search',
  path: 'zq-part-of-an-address',
  file: 'zq-name-of-a-file',
  network: '203.0.113.77',
  wrongToken: 'stl_pt_zqtokenthatdoesnotexist',
  reading: 'zq-reading-of-a-device',
};

describe('the log at level trace', () => {
  let service: TestService;
  let actors: OAuthTestClient;
  let mail: MailServer;
  const made: Record<string, string> = {};
  before(async () => {
    mail = await startMailServer();
    // Letters stay in the outbox, where the test reads their links.
    mail.refuse.data = () => 451;
    service = await startService(
      { LOG_LEVEL: 'trace', SMTP_URL: mail.url, TRUST_PROXY: '127.0.0.1' },
      { jobs: true },
    );
    actors = await prepareOAuthTestClient(service);
  });
  const from = { 'x-forwarded-for': markers.network };
  const call = (path: string, init: RequestInit = {}) =>
    fetch(service.url + path, {
      ...init,
      headers: { ...from, ...(init.headers as object) },
      redirect: 'manual',
    });
  const json = (token: string, body: unknown): RequestInit => ({
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  /** Opens the link of the newest email to somebody. */
  const openLink = async (name: string, to: string) => {
    const { link, url } = await waitForEmail(service, to, 1);
    made[name] = [...url.searchParams.values()][0] ?? '';
    return call(link);
  };

  it('has lines of every kind of request', async () => {
    const { village } = actors;
    const browser = openBrowser(service);
    await browser.submit(await browser.get('/register'), '/register', {
      email: markers.email,
      display_name: markers.name,
      password: markers.password,
    });
    await openLink('confirm', markers.email);
    const wrong = { email: markers.email, password: `${markers.password}?` };
    await browser.submit(await browser.get('/login'), '/login', wrong);
    await browser.submit(await browser.get('/forgot'), '/forgot', { email: 'resident@example.org' });
    await openLink('reset', 'resident@example.org');

    made.token = await service.token(village.accounts.resident);
    await call('/api/v1/me', { headers: { authorization: `Bearer ${made.token}` } });
    await call('/api/v1/me', { headers: { authorization: `Bearer ${markers.wrongToken}` } });
    await call(`/api/v1/knowledge/search?question=${markers.query}`);
    await call(`/search?q=${markers.query}`);
    await call(`/${markers.path}?q=${markers.query}`, { headers: { accept: 'text/html' } });
    await call(`/api/v1/${markers.path}?${markers.query}`);
    await call(`/unsubscribe/${markers.path}`);
    await call(`/calendar/${markers.path}`);
    const write = '/api/v1/settlements/berezka/articles';
    await call(
      write,
      json(made.token, {
        kind: 'diary',
        parcel_id: actors.village.plots.resident,
        title: markers.text,
        body: markers.text,
      }),
    );
    await call(write, json(made.token, `{"title": "${markers.text}`));
    await call(write, json(made.token, { kind: markers.text, title: { [markers.text]: markers.text } }));
    const tool = (name: string, given: object) => ({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: given },
    });
    await call(
      '/mcp/resident',
      json(made.token, tool('write_article', { title: markers.text, body: markers.text })),
    );
    await call('/mcp/resident', json(made.token, tool(markers.path, { [markers.path]: markers.text })));
    await call(
      '/mcp/public',
      json(markers.wrongToken, tool('search_shared_knowledge', { question: markers.query })),
    );

    const upload = await requestUploadUrl(village.clients.resident, {
      subject_type: 'parcel',
      subject_id: village.plots.resident,
      file_name: `${markers.file}.jpg`,
      caption: markers.text,
    });
    made.upload = upload.split('/').at(-1) ?? '';
    assert.equal((await send(upload, await smallPicture(), from)).status, 201);
    await call(`/media/uploads/${markers.path}`, { method: 'PUT', body: markers.text });
    const resident = await signIn(service, 'resident');
    made.session = [...resident.cookies.values()].sort((one, other) => other.length - one.length)[0] ?? '';
    await resident.get(`/search?q=${markers.query}`);

    const { push } = await village.clients.resident.connect_device({
      parcel: village.plots.resident,
      provider: 'push',
      name: markers.text,
      settings: { device: { name: 'x' }, sensors: [{ key: 'a', path: '$.a', value_type: 'text' }] },
    });
    made.push = push?.token ?? '';
    assert.equal((await call('/devices/push', json(made.push, { a: markers.reading }))).status, 200);
    await call('/devices/push', json(markers.wrongToken, { a: markers.reading }));
  });

  it('has lines of failures: a refused letter, a broken job, an incident', async () => {
    mail.refuse.recipient = () => 550;
    await service.db`
      insert into letter (id, to_address, message_id, subject, body_text, body_html, send_at, created_at)
      values (${service.newId()}, ${markers.email}, ${`<${service.newId()}@x>`}, ${markers.text}, ${markers.text}, ${markers.text}, now(), now())`;
    await service.app.jobs.add(service.pool, { queue: 'mail' });
    await waitUntil(
      'a refused letter',
      async () => (await service.db`select 1 from letter where state = 'refused'`)[0],
    );
    // The database quotes the whole row in such an error.
    await service.db.unsafe(`alter table article add constraint zq check (title not like 'zq-%') not valid`);
    const article = {
      kind: 'diary',
      parcel_id: actors.village.plots.resident,
      title: markers.text,
      body: markers.text,
    };
    const broken = await call('/api/v1/settlements/berezka/articles', json(made.token ?? '', article));
    assert.equal(broken.status, 500, await broken.text());
    const before = service.log.length;
    service.app.server.log.error(
      {
        err: Object.assign(new Error(`invalid input syntax for type bigint: "${markers.text}"`), {
          detail: `Failing row contains (1, ${markers.text}, ${markers.email}).`,
          parameters: [markers.text],
          cause: new Error(`no such user <${markers.email}> at https://x.example/?token=${made.token}`),
        }),
        where: 'test',
      },
      'background failure',
    );
    assert.equal(service.log.length, before + 1);
    assert.match(
      service.log.at(-1) ?? '',
      /invalid input syntax for type bigint/,
      'what failed is still said',
    );
  });

  it('has no password, token, address or private text of these requests and failures', () => {
    const log = service.log.join('\n');
    assert.ok(service.log.length > 40, `${service.log.length} lines`);
    for (const kind of ['incoming request', 'request completed', 'incident', 'background failure'])
      assert.ok(log.includes(kind), kind);
    for (const [name, value] of Object.entries({ ...markers, ...made })) {
      assert.ok(value.length > 5, `${name} was made`);
      for (const form of new Set([value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]))
        assert.ok(!log.includes(form), `${name}: ${service.log.find((line) => line.includes(form))}`);
    }
    assert.doesNotMatch(log, /[\w.]+@(?:marked\.)?example/);
  });
});
