import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import sharp from 'sharp';
import { paths } from '../../src/base/site/paths.ts';
import { startService } from '../harness/service.ts';
import { openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn } from './sign-in.ts';

interface Icon {
  src: string;
  type: string;
  sizes: string;
  purpose: string;
}
interface Manifest {
  id: string;
  name: string;
  short_name: string;
  lang: string;
  start_url: string;
  scope: string;
  display: string;
  background_color: string;
  theme_color: string;
  icons: Icon[];
  shortcuts: { name: string; url: string }[];
}

describe('the web app manifest', () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
  });
  const read = async (language: string) => {
    const reply = await fetch(`${actors.service.url}${paths.manifest}?lang=${language}`);
    assert.equal(reply.status, 200);
    assert.match(reply.headers.get('content-type') ?? '', /^application\/manifest\+json/);
    return (await reply.json()) as Manifest;
  };

  it('is linked by pages and complete, in the language of the page', async () => {
    for (const language of ['en', 'ru'] as const) {
      const home = await openBrowser(actors.service, actors.service.url, language).get('/');
      const [, href] = /<link rel="manifest" href="([^"]+)"/.exec(home.html) ?? [];
      assert.equal(href, `${paths.manifest}?lang=${language}`);
      const manifest = await read(language);
      assert.equal(manifest.lang, language);
      for (const word of [manifest.name, manifest.short_name, ...manifest.shortcuts.map(({ name }) => name)])
        assert.match(word, language === 'ru' ? /^[А-Яа-яё ]+$/ : /^[A-Za-z ]+$/);
      assert.ok(manifest.short_name.length <= 12, 'as much as a home screen shows');
      assert.equal(manifest.display, 'standalone');
      for (const colour of [manifest.background_color, manifest.theme_color])
        assert.match(colour, /^#[0-9a-f]{6}$/);
      assert.ok(manifest.start_url.startsWith(manifest.scope), 'what it opens is inside it');
      assert.equal(manifest.id, (await read('en')).id, 'one thing on the phone, whatever its language');
    }
  });

  it('lists icons that exist in their declared sizes, one of them maskable', async () => {
    const { icons } = await read('ru');
    const sizes = icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
    for (const wanted of ['192x192 any', '512x512 any', '512x512 maskable'])
      assert.ok(sizes.includes(wanted), wanted);
    for (const icon of icons) {
      const reply = await fetch(new URL(icon.src, actors.service.url));
      assert.equal(reply.status, 200, icon.src);
      assert.equal(reply.headers.get('content-type'), icon.type);
      const picture = sharp(Buffer.from(await reply.arrayBuffer()));
      const { format, width, height } = await picture.metadata();
      assert.deepEqual([`image/${format}`, `${width}x${height}`], [icon.type, icon.sizes], icon.src);
      if (icon.purpose === 'maskable')
        assert.ok((await picture.stats()).isOpaque, 'no hole where a phone cuts it');
    }
  });

  it('starts at pages that open when signed in, and otherwise redirect to the sign-in page', async () => {
    const { start_url, shortcuts } = await read('ru');
    const stranger = openBrowser(actors.service);
    for (const url of [start_url, ...shortcuts.map((each) => each.url)]) {
      const opened = await (await signIn(actors.service, 'resident', 'ru')).get(url);
      assert.equal(opened.status, 200, url);
      const { status, location } = await stranger.get(url);
      if (status !== 200) assert.equal(location, `${paths.login}?${new URLSearchParams({ next: url })}`);
    }
  });
});
