import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEmailLinkOrigin, isLoopbackHost } from '../../src/features/mail/email-link-origin.ts';

describe('the origin of links in emails', () => {
  it('is that of the request for hosts of this service, otherwise that of BASE_URL', () => {
    const ours = createEmailLinkOrigin({ baseUrl: 'https://dacha.example' });
    for (const [asked, named] of [
      ['https://dacha.example', 'https://dacha.example'],
      ['https://berezka.dacha.example', 'https://berezka.dacha.example'],
      ['https://a.b.dacha.example', 'https://dacha.example'],
      ['https://berezka.localhost', 'https://dacha.example'],
      ['https://localhost', 'https://dacha.example'],
      ['https://127.0.0.1', 'https://dacha.example'],
      ['https://[::1]', 'https://dacha.example'],
      ['https://dacha.example.evil.example', 'https://dacha.example'],
      ['https://evildacha.example', 'https://dacha.example'],
      ['https://dacha.example:8443', 'https://dacha.example'],
      ['', 'https://dacha.example'],
    ] as const)
      assert.equal(ours(asked), named, asked);
    const local = createEmailLinkOrigin({ baseUrl: 'http://127.0.0.1:3000' });
    for (const same of [
      'http://127.0.0.1:3000',
      'http://localhost:3000',
      'http://berezka.localhost:3000',
      'http://[::1]:3000',
    ])
      assert.equal(local(same), same);
    assert.equal(local('http://dacha.example:3000'), 'http://127.0.0.1:3000');
  });

  it('distinguishes loopback hosts from names that look like them', () => {
    for (const host of ['localhost', 'berezka.localhost', '127.0.0.1', '127.8.9.10', '[::1]'])
      assert.ok(isLoopbackHost(host), host);
    for (const host of [
      'dacha.example',
      '127.0.0.1.example',
      'notlocalhost',
      'localhost.example',
      '[::2]',
      '10.0.0.1',
    ])
      assert.ok(!isLoopbackHost(host), host);
  });
});
