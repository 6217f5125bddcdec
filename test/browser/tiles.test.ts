import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { scriptTexts } from '../../src/entry/web/pages/map/map.tsx';
import { prepareBrowser } from './browser-setup.ts';
import { exposeMap, tap, waitForMap } from './map-touch.ts';

const stage = prepareBrowser('map tiles');

const look = { language: 'ru', width: 360, colorScheme: 'light' } as const;
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe('map tiles', { skip: stage.skip }, () => {
  let tiles: Server;
  let isBroken = false;
  const asked: string[] = [];
  before(async () => {
    tiles = createServer((request, reply) => {
      asked.push(request.url ?? '');
      if (isBroken) return void reply.writeHead(500).end('broken');
      reply.writeHead(200, { 'content-type': 'image/png' }).end(onePixel);
    });
    await new Promise<void>((done) => tiles.listen(0, '127.0.0.1', done));
    const { port } = tiles.address() as AddressInfo;
    await stage.openWithActors({
      TILES_URL: `http://127.0.0.1:${port}/ground/{z}/{x}/{y}.png`,
      TILES_ATTRIBUTION: '© Картографы',
    });
  });
  after(async () => {
    tiles?.closeAllConnections();
    await new Promise<void>((done) => (tiles ? tiles.close(() => done()) : done()));
  });
  const open = async () => {
    const window = await stage.openWindow(look);
    await exposeMap(window.page);
    await window.page.goto(`${fillPath(paths.map, { settlement: 'berezka' })}?lang=ru`);
    await waitForMap(window.page);
    return window;
  };

  it('are loaded from the configured host, with their attribution', async () => {
    const window = await open();
    const { page } = window;
    await page.locator('.ol-attribution').getByText('© Картографы').waitFor();
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => /\/ground\/\d+\/\d+\/\d+\.png$/.test(name)),
    );
    assert.ok(asked.length > 0);
    for (const path of asked) assert.match(path, /^\/ground\/\d+\/\d+\/\d+\.png$/);
    await window.inspect('map-tiles');
    await window.close();
  });

  it('that fail to load leave the map usable', async () => {
    isBroken = true;
    asked.length = 0;
    const window = await open();
    const { page } = window;
    await tap(page, 37.50075, 56.30015);
    await page
      .locator('[data-map-said]')
      .getByRole('link', { name: `${scriptTexts.plot.ru} 2` })
      .waitFor();
    assert.ok(asked.length > 0, 'they were asked for');
    await window.close();
  });
});
