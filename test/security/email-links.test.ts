import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage } from '../harness/village.ts';
import { hiddenFields } from '../oauth/browser.ts';
import { waitForEmail } from './mailbox.ts';

describe('links in emails', () => {
  let service: TestService;
  before(async () => {
    service = await startService({ BASE_URL: 'https://dacha.example' }, { jobs: true });
    await buildVillage(service);
  });

  /** Sends a form with any Host header. */
  async function submit(host: string, path: string, fields: Record<string, string>): Promise<number> {
    const { server } = service.app;
    const page = await server.inject({ url: path, headers: { host } });
    const cookies = Object.fromEntries(page.cookies.map(({ name, value }) => [name, value]));
    const payload = new URLSearchParams({ ...hiddenFields(page.body, path), ...fields }).toString();
    const headers = { host, 'content-type': 'application/x-www-form-urlencoded' };
    return (await server.inject({ method: 'POST', url: path, headers, cookies, payload })).statusCode;
  }

  it('lead to the service whatever Host header was sent', async () => {
    const hosts = { localhost: 'dacha.example', 'dacha.example': 'dacha.example' };
    let count = 0;
    for (const [host, named] of Object.entries({
      ...hosts,
      'berezka.dacha.example': 'berezka.dacha.example',
    })) {
      assert.equal(await submit(host, '/forgot', { email: 'resident@example.org' }), 303);
      count += 1;
      assert.equal((await waitForEmail(service, 'resident@example.org', count)).url.host, named, host);
    }
    const fields = { email: 'fresh@example.org', display_name: 'Fresh', password: 'a long enough one' };
    assert.equal(await submit('127.0.0.1', '/register', fields), 303);
    assert.equal((await waitForEmail(service, 'fresh@example.org', 1)).url.host, 'dacha.example');
  });
});
