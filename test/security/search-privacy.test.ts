import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService } from '../harness/service.ts';
import { personas } from '../harness/village.ts';
import { openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn } from '../web/sign-in.ts';
import { insertPrivateData } from './private-data.ts';
import { serviceWithoutOutbound } from './private-data-village.ts';
import type { Marker } from './response-check.ts';

describe('the search over everything and things that are hidden', () => {
  let actors: OAuthTestClient;
  let markers: readonly Marker[];
  before(async () => {
    actors = await prepareOAuthTestClient(await startService({}, serviceWithoutOutbound));
    ({ markers } = await insertPrivateData(actors.service, actors.village));
  });
  /** What was found, without the field, which repeats the query. */
  const readFound = (html: string) =>
    html.slice(html.indexOf('data-region="found"')).split('</main>')[0] ?? '';

  it('shows each person only what is theirs to read, whatever is asked for and while typing', async () => {
    const found: string[] = [];
    for (const persona of [...personas, null]) {
      const browser = persona ? await signIn(actors.service, persona) : openBrowser(actors.service);
      for (const { word, place, allowed } of markers)
        for (const [q, typing] of [
          [word, ''],
          [word.slice(0, -2), '1'],
        ] as const) {
          const { status, html } = await browser.get(`/search?${new URLSearchParams({ q, typing })}`);
          assert.equal(status, 200);
          if (!readFound(html).includes(word)) continue;
          assert.ok(persona !== null && allowed.includes(persona), `${persona ?? 'anybody'} finds ${place}`);
          found.push(`${persona}: ${place}`);
        }
    }
    assert.ok(found.includes('outsider: an article for residents'), 'the search does find such words');
  });

  it('gives an assistant of each person only what is theirs to read', async () => {
    const found: string[] = [];
    for (const persona of personas)
      for (const { word, place, allowed } of markers) {
        const { data } = await actors.village.clients[persona].show_me({ find: word });
        if (!JSON.stringify(data.found).includes(word)) continue;
        assert.ok(allowed.includes(persona), `${persona} finds ${place}`);
        found.push(`${persona}: ${place}`);
      }
    assert.ok(found.includes('outsider: an article for residents'), 'the search does find such words');
  });
});
