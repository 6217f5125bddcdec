import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { startService } from '../harness/service.ts';
import { openBrowser } from '../oauth/browser.ts';
import { prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';

const map = fillPath(paths.map, { settlement: 'berezka' });
const tiles = 'https://tiles.example.org:8443/ground/{z}/{x}/{y}.png';

/** CSP directives of a page by name. */
async function readPolicy(
  browser: ReturnType<typeof openBrowser>,
  path: string,
): Promise<Map<string, string>> {
  const { headers, status } = await browser.get(path);
  assert.equal(status, 200, path);
  const directives = (headers.get('content-security-policy') ?? '').split('; ');
  return new Map(
    directives.map((each) => [each.slice(0, each.indexOf(' ')), each.slice(each.indexOf(' ') + 1)]),
  );
}

describe('map tiles', () => {
  it('are allowed from no other host when not configured', async () => {
    const { service } = await prepareOAuthTestClient(await startService());
    const policy = await readPolicy(openBrowser(service), map);
    assert.equal(policy.get('img-src'), "'self' data: blob:");
    assert.doesNotMatch([...policy.values()].join(), /https?:/, 'no other host anywhere');
  });

  it('are allowed by img-src from the configured host, on the map page only', async () => {
    const { service } = await prepareOAuthTestClient(
      await startService({ TILES_URL: tiles, TILES_ATTRIBUTION: '© Картографы' }),
    );
    const browser = openBrowser(service);
    const policy = await readPolicy(browser, map);
    assert.equal(policy.get('img-src'), "'self' data: blob: https://tiles.example.org:8443");
    policy.delete('img-src');
    assert.doesNotMatch([...policy.values()].join(), /example/, 'pictures only');
    const { html } = await browser.get(map);
    assert.ok(html.includes('© Картографы'));
    for (const path of [paths.home, fillPath(paths.settlement, { settlement: 'berezka' })])
      assert.equal((await readPolicy(browser, path)).get('img-src'), "'self' data: blob:", path);
  });
});
