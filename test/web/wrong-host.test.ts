import assert from 'node:assert/strict';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { before, describe, it } from 'node:test';
import { startService, type TestService } from '../harness/service.ts';
import { findHtmlFaults } from './html-rules.ts';
import { visibleText } from './sign-in.ts';

const browserAccepts = 'text/html,application/xhtml+xml,*/*;q=0.8';

function ask(url: string, headers: IncomingHttpHeaders, path = '/today') {
  return new Promise<{ status: number; type: string; body: string }>((done, fail) => {
    const sent = httpRequest(url + path, { headers }, (reply) => {
      let body = '';
      reply.setEncoding('utf8').on('data', (part) => {
        body += part;
      });
      reply.on('end', () =>
        done({ status: reply.statusCode ?? 0, type: reply.headers['content-type'] ?? '', body }),
      );
    });
    sent.on('error', fail);
    sent.end();
  });
}

describe('a name of the machine that is not the address of the site', () => {
  let local: TestService;
  let at: string;
  before(async () => {
    local = await startService();
    const { app } = await startService({ BASE_URL: 'https://village.example' });
    at = `http://127.0.0.1:${(app.server.server.address() as { port: number }).port}`;
  });

  it('is answered in a browser with the address of the site, in the language of the browser', async () => {
    for (const [language, words] of [
      ['ru', 'Его адрес — https://village.example'],
      ['en', 'Its address is https://village.example'],
    ] as const) {
      const headers = { host: 'posyolok.local:3000', accept: browserAccepts, 'accept-language': language };
      const { status, body } = await ask(at, headers);
      assert.equal(status, 421);
      assert.deepEqual(findHtmlFaults(body), []);
      assert.ok(visibleText(body).includes(words), visibleText(body));
      assert.ok(visibleText(body).includes('posyolok.local:3000'));
      assert.match(body, /href="https:\/\/village\.example"/);
    }
  });

  it('says what the operator does when the site has no address but its own machine', async () => {
    const headers = { host: 'posyolok.local', accept: browserAccepts, 'accept-language': 'ru' };
    const { status, body } = await ask(local.url, headers);
    assert.equal(status, 421);
    assert.match(visibleText(body), /только на том компьютере, где запущен/);
    assert.match(visibleText(body), /«Настройка» → «Адрес сайта»/);
    assert.ok(!body.includes(`href="${local.url}"`), 'nothing to open from another machine');
  });

  it('is answered to programs with JSON, and never with a page of the site', async () => {
    const program = await ask(
      at,
      { host: 'evil.example', accept: 'application/json' },
      '/api/v1/settlements',
    );
    assert.deepEqual([program.status, program.type.split(';')[0]], [421, 'application/json']);
    const hostile = await ask(at, { host: 'a"><script>alert(1)</script>', accept: browserAccepts });
    assert.ok(hostile.status >= 400);
    assert.ok(!hostile.body.includes('<script>alert'));
  });
});
