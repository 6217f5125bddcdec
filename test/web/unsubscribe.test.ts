import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createUnsubscribeTokens } from '../../src/features/mail/unsubscribe-token.ts';
import { deriveKey } from '../../src/secret-key.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';

describe('unsubscribe link', () => {
  let service: TestService;
  let village: Village;
  let link: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const tokens = createUnsubscribeTokens(
      deriveKey('a secret key only for the tests, 32+ characters', 'unsubscribe'),
    );
    link = `${service.url}/unsubscribe/${tokens.issue({ accountId: village.accounts.resident, topic: 'reminders' })}`;
  });
  const mailOn = async () =>
    Object.values((await village.clients.resident.show_notification_preferences({})).topics).map(
      ({ mail }) => mail,
    );

  it('asks for confirmation on GET, in the user’s language, without changing anything', async () => {
    for (const [language, words] of [
      ['ru', /Больше не присылать/],
      ['en', /Stop these emails/],
    ] as const) {
      const page = await fetch(link, { headers: { 'accept-language': language } });
      assert.equal(page.status, 200);
      assert.match(await page.text(), words);
    }
    assert.deepEqual(await mailOn(), [true, true, true]);
  });

  it('unsubscribes by one POST, in both encodings RFC 8058 allows, and is idempotent', async () => {
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    for (const body of [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), form]) {
      const reply = await fetch(link, { method: 'POST', body, redirect: 'error' });
      assert.equal(reply.status, 200);
      await reply.text();
      assert.deepEqual(await mailOn(), [true, true, false], 'only this topic, only emails');
    }
    const { topics } = await village.clients.resident.show_notification_preferences({});
    assert.equal(topics.reminders.in_app, true);
  });

  it('refuses altered, invented and oversized tokens', async () => {
    const token = link.split('/').pop() ?? '';
    const flipped = `${token.slice(0, 12)}${token[12] === 'A' ? 'B' : 'A'}${token.slice(13)}`;
    for (const wrong of [flipped, token.slice(0, -1), 'x', 'A'.repeat(400), `${token}AAAA`]) {
      const reply = await fetch(`${service.url}/unsubscribe/${wrong}`, { method: 'POST' });
      assert.equal(reply.status, 404, wrong);
      await reply.text();
    }
    const big = await fetch(link, { method: 'POST', body: new URLSearchParams({ x: 'y'.repeat(20_000) }) });
    assert.equal(big.status, 413);
  });
});
