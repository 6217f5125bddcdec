import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { landImportWorker } from '../../src/background/jobs/land-import.ts';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { drainQueue } from '../harness/jobs.ts';
import { startService } from '../harness/service.ts';
import { squarePlot } from '../harness/village.ts';
import {
  geoFeature,
  geoJson,
  kml,
  makeDbf,
  makeShp,
  makeZip,
  placemark,
  type Ring,
  utf8,
  wgs84Prj,
} from '../land-import/sample-files.ts';
import { type Browser, hiddenFields } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

const ring = (row: number, column: number) =>
  squarePlot(row, column).geometry.coordinates[0] as unknown as Ring;

describe('land import pages without JavaScript', () => {
  let actors: OAuthTestClient;
  let editor: Browser;
  const form = fillPath(paths.landImports, { settlement: 'berezka' });
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    editor = await signIn(actors.service, 'editor', 'ru');
  });
  /** Submits the form with a file, as a browser does. */
  const send = async (name: string, bytes: Buffer, fields: Record<string, string> = {}) => {
    const body = new FormData();
    const hidden = hiddenFields((await editor.get(form)).html, form);
    const all = { ...hidden, kind: 'plots', system: 'auto', parameters: '', ...fields };
    for (const [field, value] of Object.entries(all)) body.append(field, value);
    if (name !== '') body.append('file', new Blob([new Uint8Array(bytes)]), name);
    const reply = await fetch(actors.service.url + form, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: {
        cookie: [...editor.cookies].map(([key, value]) => `${key}=${value}`).join('; '),
        'accept-language': 'ru',
      },
    });
    return { status: reply.status, html: await reply.text(), location: reply.headers.get('location') ?? '' };
  };
  const work = () =>
    drainQueue(
      actors.service,
      landImportWorker(() => actors.service.app.services),
    );
  const numbers = async () =>
    (await actors.village.anonymous.list_parcels({ settlement: 'berezka', limit: 100 })).parcels.map(
      ({ number }) => number,
    );

  it('upload, preview and apply a file in every format', async () => {
    const table = makeDbf([utf8('cad_num'), utf8('number')], [[utf8('50:3:1:2'), utf8('302')]]);
    const files: [string, Buffer, string][] = [
      ['участки.geojson', geoJson([geoFeature({ cn: '50:3:1:1', number: '301' }, ring(3, 0))]), '301'],
      ['plots.zip', makeZip({ 'p.shp': makeShp([[ring(3, 1)]]), 'p.dbf': table, 'p.prj': wgs84Prj }), '302'],
      [
        'plots.kml',
        Buffer.from(
          kml(
            placemark(
              '<name>303</name><ExtendedData><Data name="cn"><value>50:3:1:3</value></Data></ExtendedData>',
              [ring(3, 2)],
            ),
          ),
        ),
        '303',
      ],
      [
        'plots.kmz',
        makeZip({
          'doc.kml': kml(
            placemark(
              '<name>305</name><ExtendedData><Data name="cn"><value>50:3:1:5</value></Data></ExtendedData>',
              [ring(3, 4)],
            ),
          ),
        }),
        '305',
      ],
      ['участки.csv', Buffer.from('Кадастровый номер;Участок\n50:3:1:4;304\n'), '304'],
    ];
    for (const [name, bytes, number] of files) {
      const sent = await send(name, bytes);
      assert.equal(sent.status, 303, `${name} ${visibleText(sent.html).slice(0, 400)}`);
      await work();
      const shown = await editor.get(sent.location);
      assert.match(
        visibleText(shown.html),
        new RegExp(`${name}.*Все 1.*Новые 1.*${number} 50:3:1:\\d+ новый`),
      );
      assert.ok(!(await numbers()).includes(number), 'nothing changes by looking');
      const apply = `${sent.location}/apply`;
      if (name.endsWith('.csv')) assert.doesNotMatch(visibleText(shown.html), /Загрузить без контура/);
      else assert.match(shown.html, /<svg class="was-will"/);
      const applied = await editor.submit(shown, apply);
      assert.equal(applied.location, sent.location, visibleText(applied.html).slice(0, 400));
      await work();
      assert.match(visibleText((await editor.get(sent.location)).html), /Файл загружен/);
      assert.ok((await numbers()).includes(number), name);
      const taken = await editor.submit(await editor.get(sent.location), `${sent.location}/take-back`);
      assert.equal(taken.location, sent.location, visibleText(taken.html).slice(0, 400));
      assert.match(visibleText((await editor.get(sent.location)).html), /Эту загрузку отменили/);
      assert.ok(!(await numbers()).includes(number), `${name} was taken back`);
    }
    assert.match(visibleText((await editor.get(form)).html), /Недавние файлы участки\.csv .*отменён/);
    const audit = await editor.get(fillPath(paths.audit, { settlement: 'berezka' }));
    assert.match(visibleText(audit.html), /Загрузили землю из файла/);
  });

  it('show progress while a file is checked, and the reason when it is unreadable', async () => {
    const sent = await send('broken.zip', makeZip({ 'a.txt': 'nothing' }));
    assert.match(visibleText((await editor.get(sent.location)).html), /проверяется .*Обновить/);
    await work();
    assert.match(visibleText((await editor.get(sent.location)).html), /не прочитан .*нет ни файла \.shp/);
  });

  it('show errors at their fields: no file, file too large, invalid projection', async () => {
    for (const [name, bytes, fields, reason] of [
      ['', Buffer.alloc(0), {}, /Выберите файл/],
      ['a.json', Buffer.alloc(4 * 1024 * 1024 + 10, 'x'), {}, /Файл больше 4 МБ/],
      ['a.json', Buffer.from('{}'), { system: 'own', parameters: '+proj=geos' }, /Эта часть непонятна/],
      ['a.json', Buffer.from('{}'), { system: 'nowhere' }, /Выберите систему из списка/],
    ] as const) {
      const refused = await send(name, bytes, fields);
      assert.equal(refused.status, 422, String(reason));
      assert.match(visibleText(refused.html), reason);
    }
  });

  it('ask before duplicate plot numbers are renamed', async () => {
    const sent = await send(
      'two.geojson',
      geoJson([geoFeature({ cn: '50:3:2:1', number: '1' }, ring(4, 0))]),
    );
    await work();
    const shown = await editor.get(sent.location);
    assert.match(visibleText(shown.html), /Есть занятые номера 1 объект .*этот назван 50:3:2:1/);
    const refused = await editor.submit(shown, `${sent.location}/apply`);
    assert.equal(refused.status, 422);
    assert.match(visibleText(refused.html), /Номера этих участков уже заняты: 50:3:2:1/);
    const agreed = await editor.submit(shown, `${sent.location}/apply`, { rename: 'true' });
    assert.equal(agreed.status, 303);
    await work();
    assert.ok((await numbers()).includes('50:3:2:1'));
  });

  it('refuse residents and forms without a CSRF token', async () => {
    const resident = await signIn(actors.service, 'resident', 'ru');
    assert.equal((await resident.get(form)).status, 403);
    const body = new FormData();
    body.append('file', new Blob(['{}']), 'a.json');
    const reply = await fetch(actors.service.url + form, {
      method: 'POST',
      body,
      headers: { cookie: [...editor.cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
    });
    assert.equal(reply.status, 403, 'without the token of the form');
  });
});
