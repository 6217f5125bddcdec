import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import {
  type CellLand,
  type PackedCell,
  sizeOfCell,
  unpackCell,
} from '../../src/engines/geometry/land-cells.ts';
import { unpackLand } from '../../src/engines/geometry/land-document.ts';
import { maxParcelsAround } from '../../src/features/actions/list_land_around.ts';
import { insertParcels } from '../../src/store/land/parcels.ts';
import { buildLargeVillage } from '../browser/large-village.ts';
import { startService } from '../harness/service.ts';
import { type Persona, squarePlot } from '../harness/village.ts';
import type { Browser } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { listSeenTexts } from './rendered-forms.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('boundary page without JavaScript', () => {
  let actors: OAuthTestClient;
  let boundary: string;
  let apply: string;
  let free: { id: string; number: string }[];
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    const { village, service } = actors;
    const at = { settlement: village.settlement.slug };
    boundary = fillPath(paths.boundary, at);
    apply = fillPath(paths.applyBoundary, at);
    // Plots without a settlement nearby: two new numbers, and one that the settlement already has.
    free = ['101', '102', '1'].map((number) => ({ id: service.newId(), number }));
    await insertParcels(
      service.db,
      free.map(({ id, number }, column) => ({
        id,
        settlementId: null,
        number,
        cadastralNumber: `50:04:0000000:${500 + column}`,
        address: '',
        ...squarePlot(1, column),
      })),
      new Date(),
    );
  });
  const as = (persona: Persona) => signIn(actors.service, persona, 'ru');
  const members = async () =>
    (await actors.village.anonymous.list_parcels({ settlement: 'berezka', limit: 100 })).parcels.map(
      ({ number }) => number,
    );
  const look = async (browser: Browser, fields: Record<string, string | string[]>) =>
    browser.submit(await browser.get(boundary), boundary, { q: '', ring: '', ...fields });
  const press = (browser: Browser, page: { html: string }, fields: Record<string, string> = {}) =>
    browser.submit(page as never, apply, fields);

  it('is only for the board and moderators', async () => {
    for (const persona of ['resident', 'newcomer', 'outsider', 'company'] as const)
      assert.equal((await (await as(persona)).get(boundary)).status, 403, persona);
    const land = fillPath(paths.boundaryLand, { settlement: 'berezka' });
    assert.equal((await (await as('resident')).get(land)).status, 403);
    for (const persona of ['editor', 'moderator'] as const) {
      const page = await (await as(persona)).get(boundary);
      assert.equal(page.status, 200, persona);
      assert.match(page.html, new RegExp(`name="include" value="${free[0]?.id}"`));
      assert.match(page.html, new RegExp(`name="exclude" value="${actors.village.plots.empty}"`));
    }
  });

  it('counts every plot of the village, and says what land a new line would cut off', async () => {
    const browser = await as('editor');
    const { clients } = actors.village;
    const settlement = 'berezka';
    const own = (await actors.village.anonymous.list_parcels({ settlement, limit: 100 })).parcels;
    const { data } = await clients.editor.shape_settlement_boundary({
      settlement,
      parcels: own.map(({ id }) => id),
    });
    const [latitudes, longitudes] = [data.ring.map((at) => at.latitude), data.ring.map((at) => at.longitude)];
    const [north, west, east] = [Math.max(...latitudes), Math.min(...longitudes), Math.max(...longitudes)];
    // A street of some hundred metres to the south belongs to the village.
    const south = Math.min(...latitudes) - 0.003;
    const ring = [
      { latitude: south, longitude: west },
      { latitude: south, longitude: east },
      { latitude: north, longitude: east },
      { latitude: north, longitude: west },
    ];
    await clients.editor.set_settlement_boundary({ settlement, ring });
    const stays = new RegExp(`войдут 1 выйдут 0 останутся ${own.length}(?!\\d)`);
    const include = free[0]?.id ?? '';
    const shown = visibleText((await look(browser, { include })).html);
    assert.match(shown, stays);
    assert.match(shown, /Новая черта отрежет [\d,]+\s*сот\., которые сейчас в границе/);
    const kept = visibleText((await look(browser, { include, keep_line: 'true' })).html);
    assert.match(kept, stays);
    assert.doesNotMatch(kept, /отрежет/);
    const named = await clients.editor.shape_settlement_boundary({
      settlement,
      ring,
      exclude: [own[0]?.id ?? ''],
    });
    assert.equal(named.lost_m2, 0, 'the same line');
    assert.equal(named.staying + named.unlinked, own.length);
  });

  it('previews ticked plots, applies the boundary and restores one from the history', async () => {
    const browser = await as('editor');
    const before = await members();
    const shown = await look(browser, { include: [free[0]?.id ?? '', free[1]?.id ?? ''] });
    assert.equal(shown.status, 200, visibleText(shown.html).slice(0, 400));
    assert.match(visibleText(shown.html), /Что изменится войдут 2 выйдут 0/);
    assert.match(shown.html, /class="m-new" d="M[\d.]+ [\d.]+l/);
    assert.match(shown.html, new RegExp(`value="${free[0]?.id}" checked`), 'ticks stay');
    assert.deepEqual(await members(), before, 'nothing changes by looking');
    const done = await press(browser, shown);
    assert.equal(done.location, boundary, visibleText(done.html).slice(0, 400));
    assert.deepEqual(
      (await members()).filter((number) => !before.includes(number)),
      ['101', '102'],
    );
    const after = await browser.get(boundary);
    assert.match(visibleText(after.html), /Граница применена.*История.*добавлено 2/);

    const less = await look(browser, { exclude: [free[1]?.id ?? ''] });
    assert.match(visibleText(less.html), /войдут 0 выйдут 1/);
    await press(browser, less);
    assert.ok(!(await members()).includes('102'));
    const history = await browser.get(boundary);
    const restore = /name="restore" value="(\d+)"/.exec(history.html)?.[1] ?? '';
    const back = await browser.submit(history, boundary, { restore });
    assert.match(visibleText(back.html), /войдут 1 выйдут 0.*Вернуть эту границу/);
    await press(browser, back);
    assert.ok((await members()).includes('102'));
    // The first boundary knows neither: going back asks.
    const oldest = [...history.html.matchAll(/name="restore" value="(\d+)"/g)].at(-1)?.[1] ?? '';
    const falling = await browser.submit(history, boundary, { restore: oldest });
    assert.match(
      visibleText(falling.html),
      /Из посёлка выйдут: \d+ участ.*Пусть эти участки выйдут из посёлка/,
    );
    const unsaid = await press(browser, falling);
    assert.equal(unsaid.status, 422);
    assert.match(visibleText(unsaid.html), /Часть участков выйдет из посёлка\. Отметьте/);
    assert.ok((await members()).includes('102'), 'nothing left before it was said');
  });

  it('names plots that stay because they have residents', async () => {
    const browser = await as('editor');
    const shown = await look(browser, { exclude: [actors.village.plots.resident] });
    assert.match(
      visibleText(shown.html),
      /останутся 6 .*За новой чертой, но останется в посёлке: 1 участок\./,
    );
  });

  it('has a legend of exactly what the preview draws', async () => {
    const legendOf = ({ html }: { html: string }) => {
      const figure = html.slice(html.indexOf('<figure class="plan-box">'), html.indexOf('</figure>'));
      return [...figure.matchAll(/data-legend="\w+">.*?<span>(.*?)<\/span>/g)].map(([, words]) => words);
    };
    const [, , third] = free;
    const spare = actors.village.plots.empty;
    const russian = await as('editor');
    const taken = await look(russian, { include: [third?.id ?? ''] });
    const lines = ['граница', 'новая граница'];
    assert.deepEqual(
      legendOf(taken),
      ['сейчас в посёлке', 'добавить', ...lines],
      'all else is in the village',
    );
    assert.match(taken.html, /class="m-mine m-coming" d="M/);
    assert.match(taken.html, />✓ 1<\/text>/);
    assert.doesNotMatch(taken.html, /class="m-leaving" fill="url/);
    const english = await signIn(actors.service, 'editor', 'en');
    const letGo = await look(english, { exclude: [spare] });
    assert.deepEqual(legendOf(letGo), [
      'in the village now',
      'to remove',
      'outside the village',
      'boundary',
      'new boundary',
    ]);
    assert.match(letGo.html, /class="m-leaving" fill="url\(#difference-leaving\)" d="M/);
    assert.match(letGo.html, />− [^<]+<\/text>/);
  });

  it('refuses duplicate plot numbers until renaming is agreed to', async () => {
    const browser = await as('editor');
    const shown = await look(browser, { include: [free[2]?.id ?? ''] });
    assert.match(visibleText(shown.html), /Такие номера уже есть: 1 номер 1 станет 50:04:0000000:502/);
    const refused = await press(browser, shown);
    assert.equal(refused.status, 422);
    assert.match(visibleText(refused.html), /Такие номера участков в посёлке уже есть: 1/);
    const box = new RegExp(`<input(?=[^>]*value="${free[2]?.id}")(?=[^>]* checked)[^>]*>`);
    assert.match(refused.html, box, 'the marks are kept');
    const words = visibleText(refused.html);
    assert.match(words, /Что изменится войдут 1 .*1 станет 50:04:0000000:502/, 'so is what would change');
    assert.match(refused.html, /<input(?=[^>]*name="rename")(?![^>]*checked)/, 'it can be agreed to here');
    const agreed = await press(browser, refused, { rename: 'true' });
    assert.equal(agreed.status, 303, visibleText(agreed.html).slice(0, 400));
    assert.ok((await members()).includes('50:04:0000000:502'));
  });

  it('accepts a rough ring, and explains why one is refused', async () => {
    const browser = await as('editor');
    const ring = (points: number[][]) => JSON.stringify(points);
    const around = ring([
      [37.4999, 56.2999],
      [37.5025, 56.2999],
      [37.5025, 56.30065],
      [37.4999, 56.30065],
    ]);
    const shown = await look(browser, { ring: around });
    assert.equal(shown.status, 200, visibleText(shown.html).slice(0, 500));
    assert.match(shown.html, /data-ring="\[\[/);
    const flat = await look(browser, {
      ring: ring([
        [37.5, 56.3],
        [37.5, 56.3],
        [37.5, 56.3],
      ]),
    });
    assert.equal(flat.status, 422);
    assert.match(flat.html, /class="errors"[^>]* role="alert"/);
    for (const unreadable of ['[[37.5,', `${'['.repeat(50)}${']'.repeat(50)}`, '{}']) {
      const refused = await look(browser, { ring: unreadable });
      assert.equal(refused.status, 422, unreadable);
      const seen = listSeenTexts(refused.html).map(({ text }) => text);
      assert.match(seen.join(' '), /Линия дошла не целиком/, 'outside closed folds');
    }
    const strange = await look(browser, { include: ['nothing'] });
    assert.equal(strange.status, 422);
  });

  it('filters the table by number and keeps ticked plots', async () => {
    const browser = await as('editor');
    const found = await look(browser, { look: 'find', q: '2', exclude: [actors.village.plots.empty] });
    assert.match(found.html, new RegExp(`value="${actors.village.plots.empty}" checked`));
    assert.match(found.html, new RegExp(`value="${actors.village.plots.neighbour}"`));
    assert.doesNotMatch(found.html, new RegExp(`value="${actors.village.plots.resident}"`));
  });

  it('refuses ticks when the list of plots is truncated, since unlisted plots would be excluded', async () => {
    const { slug, plots } = await buildLargeVillage(actors.service, maxParcelsAround + 1);
    const page = fillPath(paths.boundary, { settlement: slug });
    const moderator = await as('moderator');
    const first = await moderator.get(page);
    assert.equal(first.status, 200);
    assert.match(visibleText(first.html), /Земли здесь больше, чем помещается/);
    assert.equal(first.html.match(/type="checkbox"/g)?.length, 400);
    const fields = { q: '', exclude: [plots[7]?.id ?? ''] };
    const refused = await moderator.submit(first, page, { ...fields, ring: '' });
    assert.equal(refused.status, 422);
    assert.doesNotMatch(refused.html, /name="preview"/);
    const ring = [
      [37.499, 56.299],
      [37.501, 56.299],
      [37.501, 56.301],
      [37.499, 56.301],
    ];
    const shaped = await moderator.submit(first, page, { ...fields, ring: JSON.stringify(ring) });
    assert.match(shaped.html, /name="preview"/, 'a line says it of all');
    await assertReachableByCell(
      fillPath(paths.boundaryLand, { settlement: slug }),
      plots.map(({ id }) => id),
    );
  });

  /** The map has no plots at once, but each in the cell where it lies, wherever in the order of identifiers. */
  async function assertReachableByCell(address: string, ids: readonly string[]) {
    const moderator = await as('moderator');
    const whole = JSON.parse((await moderator.get(address)).html) as PackedCell & { extent: number[] };
    assert.deepEqual(unpackLand(whole).plots, []);
    const [west = 0, south = 0, east = 0, north = 0] = whole.extent;
    const look = async (level: number) => {
      const size = sizeOfCell({ level });
      const cells: CellLand[] = [];
      for (let x = Math.floor(west / size); x * size < east; x += 1)
        for (let y = Math.floor(south / size); y * size < north; y += 1) {
          const { html } = await moderator.get(`${address}?cell=${level}/${x}/${y}`);
          cells.push(unpackCell(JSON.parse(html) as PackedCell));
        }
      return cells;
    };
    const near = await look(6);
    const found = new Set(near.flatMap(({ land }) => land.plots.map(({ id }) => id)));
    assert.deepEqual(
      ids.filter((id) => !found.has(id)),
      [],
    );
    const far = await look(0);
    assert.ok(
      far.every(({ land, leftOut, blocks }) => land.plots.length === 0 && leftOut > 0 && blocks.length > 0),
    );
    assert.ok(far.reduce((sum, { leftOut }) => sum + leftOut, 0) >= ids.length);
    assert.equal((await moderator.get(`${address}?cell=nowhere`)).status, 422);
    assert.equal((await (await as('resident')).get(`${address}?cell=6/0/0`)).status, 403);
  }
});
