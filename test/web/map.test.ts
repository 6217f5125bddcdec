import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { maxDrawnPlots } from '../../src/entry/web/ui/plan.tsx';
import { buildLargeVillage } from '../browser/large-village.ts';
import { startService } from '../harness/service.ts';
import type { Persona } from '../harness/village.ts';
import { hiddenFields, openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('map page without JavaScript', () => {
  let actors: OAuthTestClient;
  let map: string;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    const { village, service } = actors;
    map = fillPath(paths.map, { settlement: village.settlement.slug });
    // A house 1.4 m from the border of the resident's plot.
    await service.db`
      insert into building (id, settlement_id, parcel_id, purpose, area_m2, setback_m, geometry, created_at, updated_at)
      values (${service.newId()}, ${village.settlement.id}, ${village.plots.resident}, 'dwelling', 60, 1.4,
              ${JSON.stringify({
                type: 'Polygon',
                coordinates: [
                  [
                    [37.5001, 56.3001],
                    [37.5002, 56.3001],
                    [37.5002, 56.3002],
                    [37.5001, 56.3001],
                  ],
                ],
              })}::text::jsonb, now(), now())`;
    await village.clients.resident.write_parcel_object({
      parcel: village.plots.resident,
      kind: 'tree',
      title: 'Антоновка <у калитки>',
      geometry: { type: 'point', points: [{ latitude: 56.30015, longitude: 37.50015 }] },
    });
  });
  const as = (persona: Persona) => signIn(actors.service, persona, 'ru');

  it('draws plots with numbers and links to every plot in a list', async () => {
    const { html, status } = await openBrowser(actors.service, actors.service.url, 'ru').get(map);
    assert.equal(status, 200);
    assert.match(html, /<svg[^>]*role="img"[^>]*aria-label="План посёлка"/);
    for (const number of ['1', '2', '3']) {
      assert.match(html, new RegExp(`<text[^>]*>${number}</text>`), number);
      assert.match(html, new RegExp(`href="${map.replace('/map', `/plots/${number}`)}"`), number);
    }
    assert.match(visibleText(html), /Отступ мал 1 постройка 1,4 м вместо 3 м уч\. 1, жилой дом/);
    assert.match(html, /fill="url\(#plan-near\)"/, 'by pattern, not by colour alone');
    assert.doesNotMatch(html, /Антоновка|m-mine" d="M/, 'objects and own plots are nobody else’s');
    assert.doesNotMatch(html, /data-map="line"/, 'measuring is for who is signed in');
  });

  it('links every plot of the drawing for touch, and hides those links from keyboards and screen readers', async () => {
    const { html } = await openBrowser(actors.service, actors.service.url, 'ru').get(map);
    const drawing = html.slice(html.indexOf('<svg viewBox'), html.indexOf('</figure>'));
    for (const number of ['1', '2', '3'])
      assert.match(
        drawing,
        new RegExp(`<a href="${map.replace('/map', `/plots/${number}`)}" tabindex="-1"`, 'i'),
      );
    assert.match(drawing, /aria-hidden="true"/, 'the list says it to those who hear the page');
  });

  it('stays below 60 kB compressed with any number of plots', async () => {
    const browser = openBrowser(actors.service, actors.service.url, 'ru');
    for (const [count, isDrawn] of [
      [maxDrawnPlots, true],
      [maxDrawnPlots + 1, false],
      [6000, false],
    ] as const) {
      const { slug } = await buildLargeVillage(actors.service, count);
      const { html, status } = await browser.get(fillPath(paths.map, { settlement: slug }));
      assert.equal(status, 200);
      const drawing = html.slice(html.indexOf('<svg viewBox'), html.indexOf('</figure>'));
      assert.equal(drawing.split('<a href=').length - 1, isDrawn ? count : 0, `${count}`);
      assert.match(drawing, /class="m-plot"[^>]*( d="M|><a )/, `${count}: something is drawn`);
      const sent = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).length;
      assert.ok(sent < 60_000, `${count}: ${sent} bytes`);
    }
  });

  it('marks the user’s own plot and its objects', async () => {
    const { html } = await (await as('resident')).get(map);
    assert.match(html, /class="m-mine" d="M/);
    assert.match(visibleText(html), /Участок 1 мой/);
    assert.match(html, /Антоновка/);
  });

  it('finds a plot by its number and draws its surroundings', async () => {
    const browser = openBrowser(actors.service, actors.service.url, 'ru');
    const found = await browser.get(`${map}?q=2`);
    assert.match(found.html, /aria-label="План вокруг участка 2"/);
    assert.match(visibleText((await browser.get(`${map}?q=77`)).html), /Участков с таким началом нет/);
    assert.match((await browser.get(`${map}?plot=1&paper=a3`)).html, /map-page paper-a3/);
  });

  it('exports GeoJSON, KML and DXF with the user’s own objects only', async () => {
    const address = (kind: string) => fillPath(paths.landFile, { settlement: 'berezka', kind });
    const stranger = openBrowser(actors.service);
    const resident = await as('resident');
    const geojson = await stranger.get(address('geojson'));
    assert.match(geojson.headers.get('content-disposition') ?? '', /attachment; filename="berezka\.geojson"/);
    const { features } = JSON.parse(geojson.html) as {
      features: { geometry: { type: string } | null; properties: Record<string, unknown> }[];
    };
    assert.ok(features.some(({ properties }) => properties.plot_number === '1'));
    assert.ok(
      features.some(({ properties }) => properties.kind === 'building' && properties.setback_m === 1.4),
    );
    assert.doesNotMatch(geojson.html, /Антоновка/);
    assert.match((await resident.get(address('geojson'))).html, /Антоновка/);
    assert.doesNotMatch((await (await as('neighbour')).get(address('geojson'))).html, /Антоновка/);
    const kml = (await resident.get(address('kml'))).html;
    assert.match(kml, /<name>Антоновка &lt;у калитки&gt;<\/name><Point><coordinates>37\.50015,56\.30015</);
    const dxf = (await resident.get(address('dxf'))).html;
    assert.match(dxf, /^0\nSECTION\n2\nENTITIES\n[\s\S]*\n0\nEOF\n$/);
    assert.match(dxf, /\\U\+0410\\U\+043D/, 'Cyrillic by its code');
    assert.equal((await stranger.get(address('exe'))).status, 404);
  });

  it('streams exported files complete, and compressed as negotiated', async () => {
    const { slug, plots } = await buildLargeVillage(actors.service, 900);
    for (const kind of ['geojson', 'kml', 'dxf']) {
      const get = async (encoding: string) => {
        const address = actors.service.url + fillPath(paths.landFile, { settlement: slug, kind });
        const reply = await fetch(address, { headers: { 'accept-encoding': encoding } });
        return { encoding: reply.headers.get('content-encoding'), text: await reply.text() };
      };
      const plain = await get('identity');
      assert.equal(plain.encoding, null);
      assert.ok(plain.text.length > 200_000, `${plain.text.length}`);
      for (const encoding of ['br', 'gzip'])
        assert.deepEqual(await get(encoding), { encoding, text: plain.text }, `${kind} ${encoding}`);
      const marks = { geojson: /"kind":"plot"/g, kml: /<name>\d+<\/name>/g, dxf: /\nNUMBERS\n/g }[kind];
      assert.equal(plain.text.match(marks as RegExp)?.length, plots.length, kind);
      if (kind === 'geojson') assert.equal(JSON.parse(plain.text).features.length, plots.length * 1.6);
    }
  });

  it('starts at the user’s own plot, and shows all of the village on paper and to strangers', async () => {
    const browser = await as('resident');
    assert.match((await browser.get(map)).html, /aria-label="План вокруг участка 1"/);
    for (const { html } of [
      await browser.get(`${map}?paper=a4`),
      await openBrowser(actors.service, actors.service.url, 'ru').get(map),
    ])
      assert.match(html, /aria-label="План посёлка"/);
  });

  it('links to the user’s own plot independently of the loaded cells', async () => {
    const { html } = await (await as('resident')).get(map);
    const [tool = ''] = /<a [^>]*data-map="plot"[^>]*>/.exec(html) ?? [];
    assert.match(tool, new RegExp(`href="${map}\\?plot=1#map"`));
    assert.match(
      (await (await as('resident')).get(`${map}?plot=1`)).html,
      /aria-label="План вокруг участка 1"/,
    );
  });

  it('preloads its style sheet by a Link header', async () => {
    const { html, headers } = await openBrowser(actors.service).get(map);
    const [, sheet] = /<link rel="stylesheet" href="([^"]*)"/.exec(html) ?? [];
    assert.equal(headers.get('link'), `<${sheet}>; rel=preload; as=style`);
  });

  it('measures for signed-in users with a CSRF token', async () => {
    const browser = await as('resident');
    const page = await browser.get(map);
    const props = JSON.parse(
      (/data-island="map" data-props="([^"]*)"/.exec(page.html)?.[1] ?? '').replaceAll('&quot;', '"'),
    ) as { measure: { address: string; token: string } };
    const line = [
      { latitude: 56.3, longitude: 37.5 },
      { latitude: 56.3, longitude: 37.501 },
    ];
    const shapes = JSON.stringify([{ type: 'line', points: line }]);
    const { address, token } = props.measure;
    const measured = await browser.post(address, { shapes }, { 'x-form-token': token });
    assert.equal(measured.status, 200, measured.html.slice(0, 200));
    const { length_m } = JSON.parse(measured.html).shapes[0] as { length_m: number };
    assert.ok(length_m > 61 && length_m < 63, `${length_m}`);
    assert.equal((await browser.post(address, { shapes })).status, 403, 'without the token');
    const broken = await browser.post(address, { shapes: '[[' }, { 'x-form-token': token });
    assert.equal(broken.status, 422);
    assert.match(broken.html, /дошёл не целиком/);
    for (const much of [`[${'1,'.repeat(20_000)}1]`, `${'['.repeat(40)}${']'.repeat(40)}`]) {
      const refused = await browser.post(address, { shapes: much }, { 'x-form-token': token });
      assert.equal(refused.status, 422);
      assert.match(refused.html, /слишком много точек/);
    }
  });

  it('limits the size and complexity of a drawing before authentication', async () => {
    const visitor = openBrowser(actors.service);
    const form = hiddenFields((await visitor.get(paths.login)).html, paths.login);
    const address = fillPath(paths.measureMap, { settlement: actors.village.settlement.slug });
    const send = (shapes: string) => visitor.post(address, { ...form, shapes });
    assert.equal((await send('[1]')).status, 401);
    assert.equal((await send(`[${'1'.repeat(256 * 1024)}]`)).status, 413);
    assert.equal((await send('['.repeat(80_000))).status, 422);
  });

  it('has a plan of the own plot: setbacks, distances, and placing objects by coordinates', async () => {
    const { village } = actors;
    const plan = fillPath(paths.plotPlan, { plot: village.plots.resident });
    const { data: bed } = await village.clients.resident.write_parcel_object({
      parcel: village.plots.resident,
      kind: 'bed',
      title: 'Грядка',
    });
    const browser = await as('resident');
    const page = await browser.get(plan);
    assert.match(visibleText(page.html), /не ближе 3 м.*не ближе 1 м/);
    assert.match(visibleText(page.html), /1,4 м до границы · ближе, чем положено/);
    assert.match(visibleText(page.html), /Антоновка <у калитки> [\d,]+ м до границы/);
    const nowhere = await browser.submit(page, plan, { object: bed.id, latitude: '', longitude: '' });
    assert.equal(nowhere.status, 422);
    assert.match(visibleText(nowhere.html), /Нарисуйте на плане или напишите широту и долготу/);
    const far = await browser.submit(page, plan, { object: bed.id, latitude: '37,5', longitude: '56,3' });
    assert.equal(far.status, 422);
    const placed = await browser.submit(page, plan, {
      object: bed.id,
      latitude: '56,3002',
      longitude: '37,5003',
    });
    assert.equal(placed.location, plan, visibleText(placed.html).slice(0, 300));
    const { objects } = await village.clients.resident.list_parcel_objects({
      parcel: village.plots.resident,
    });
    assert.deepEqual(objects.find(({ id }) => id === bed.id)?.geometry?.points, [
      { latitude: 56.3002, longitude: 37.5003 },
    ]);
    const shape = JSON.stringify({
      type: 'line',
      points: [
        { latitude: 56.3001, longitude: 37.5001 },
        { latitude: 56.3002, longitude: 37.5002 },
      ],
    });
    assert.equal(
      (await browser.submit(page, plan, { object: bed.id, shape })).status,
      303,
      'as the script draws it',
    );
    const editor = await as('editor');
    assert.doesNotMatch((await editor.get(plan)).html, /name="shape"/, 'the board looks and changes nothing');
    assert.equal((await (await as('neighbour')).get(plan)).status, 404);
  });
});
