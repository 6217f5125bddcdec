import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import writeXlsxFile from 'write-excel-file/node';
import { landImportWorker } from '../../src/background/jobs/land-import.ts';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { drainQueue } from '../harness/jobs.ts';
import { startService } from '../harness/service.ts';
import { squarePlot } from '../harness/village.ts';
import { geoFeature, geoJson, type Ring, utf8, windows1251 } from '../land-import/sample-files.ts';
import { type Browser, hiddenFields, type Page } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { signIn, visibleText } from './sign-in.ts';

const settlement = 'berezka';
const ring = (row: number, column: number) =>
  squarePlot(row, column).geometry.coordinates[0] as unknown as Ring;
const count = 600;

describe('plots from a table, by number alone', () => {
  let actors: OAuthTestClient;
  let editor: Browser;
  const form = fillPath(paths.landImports, { settlement });
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    editor = await signIn(actors.service, 'editor', 'ru');
  });
  const work = () =>
    drainQueue(
      actors.service,
      landImportWorker(() => actors.service.app.services),
    );
  /** Submits the file as a browser does, has it looked at and opens what was found. */
  const look = async (name: string, bytes: Uint8Array): Promise<{ at: string; page: Page; text: string }> => {
    const body = new FormData();
    const hidden = hiddenFields((await editor.get(form)).html, form);
    const all = { ...hidden, kind: 'plots', system: 'auto', parameters: '' };
    for (const [field, value] of Object.entries(all)) body.append(field, value);
    body.append('file', new Blob([new Uint8Array(bytes)]), name);
    const cookie = [...editor.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const reply = await fetch(actors.service.url + form, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { cookie, 'accept-language': 'ru' },
    });
    assert.equal(reply.status, 303, visibleText(await reply.text()).slice(0, 300));
    return open(reply.headers.get('location') ?? '');
  };
  const open = async (at: string) => {
    await work();
    const page = await editor.get(at);
    return { at, page, text: visibleText(page.html) };
  };
  const apply = async ({ at, page }: { at: string; page: Page }, fields: Record<string, string> = {}) => {
    const sent = await editor.submit(page, `${at}/apply`, fields);
    assert.equal(sent.location, at, visibleText(sent.html).slice(0, 600));
    const { text } = await open(at);
    assert.match(text, /Файл загружен/);
  };
  const stored = () =>
    actors.service.db<
      {
        id: string;
        number: string;
        cadastral: string | null;
        area: number | null;
        address: string;
        drawn: boolean;
      }[]
    >`select p.id, p.number, p.cadastral_number as cadastral, p.area_m2 as area, p.address, p.geometry is not null as drawn
        from parcel p join settlement s on s.id = p.settlement_id
       where s.slug = ${settlement} and p.number ~ '^1[0-9]{3}$' order by p.number`;
  const sheet = () =>
    writeXlsxFile([
      ['СНТ «Берёзка»: участки на 2026 год'],
      [],
      ['№ п/п', 'Участок', 'Улица', 'Площадь, сот.', 'Владелец'],
      ...Array.from({ length: count }, (_, at) => [
        at + 1,
        `уч. ${1000 + at}`,
        at % 2 ? 'Лесная' : 'Полевая',
        6 + (at % 5),
        'Иванов И. И.',
      ]),
      [null, 'Итого', null, 4800, null],
    ] as never).toBuffer();

  it('come from a sheet of 600 without cadastral numbers, and outlines join them later by number', async () => {
    const seen = await look('участки.xlsx', await sheet());
    assert.match(seen.text, /Как прочитаны столбцы .*«Участок» — номер участка.*«Владелец» — не загружать/);
    assert.match(seen.text, /Новые 600.*Оставлены 1/);
    assert.match(seen.text, /площадь: 6 → 600 м²/);
    assert.deepEqual(await stored(), [], 'nothing changes by looking');
    await apply(seen);
    const plots = await stored();
    assert.equal(plots.length, count);
    assert.deepEqual(
      plots
        .slice(0, 2)
        .map(({ number, cadastral, area, address, drawn }) => [number, cadastral, area, address, drawn]),
      [
        ['1000', null, 600, 'Полевая', false],
        ['1001', null, 700, 'Лесная', false],
      ],
    );
    const listed = await actors.village.anonymous.list_parcels({ settlement, q: '1000', limit: 1 });
    assert.equal(listed.parcels[0]?.cadastral_number, null);

    const again = await look('участки.xlsx', await sheet());
    assert.match(again.text, /Без изменений 600/);
    assert.doesNotMatch(again.text, /изменится/);
    assert.match(again.text, /Загружать нечего/);

    const outlines = geoJson(
      Array.from({ length: count }, (_, at) =>
        geoFeature(
          { number: `${1000 + at} `, cadastral_number: `50:33:1:${at + 1}` },
          ring(10 + Math.floor(at / 30), at % 30),
        ),
      ),
    );
    const joined = await look('контуры.geojson', outlines);
    assert.match(joined.text, /Изменятся 600/);
    assert.match(joined.text, /появится контур · кадастровый номер: 50:33:1:\d+/);
    await apply(joined, { accept_area: 'true' });
    const drawn = await stored();
    assert.deepEqual(
      drawn.map(({ id, number }) => [id, number]),
      plots.map(({ id, number }) => [id, number]),
      'the same plots under the same numbers',
    );
    assert.ok(drawn.every(({ cadastral, drawn }) => cadastral !== null && drawn));
    assert.match((await look('контуры.geojson', outlines)).text, /Без изменений 600/);
  });

  it('say what becomes of each row: new, changed from what to what, the same, cannot and why', async () => {
    const { plots } = actors.village;
    const [lived] = await actors.service.db<{ number: string; cn: string }[]>`
      select number, cadastral_number as cn from parcel where id = ${plots.resident}`;
    const seen = await look(
      'участки.csv',
      windows1251(
        [
          'Участок;Адрес;Кадастровый номер;Площадь',
          `${lived?.number};Садовая, 7;;`,
          'Н1;Новая, 1;;6 сот.',
          'Н1;Новая, 2;;6 сот.',
          `Н2;;${lived?.cn};`,
          ';без номера;;',
          '31/32;;;семь',
        ].join('\r\n'),
      ),
    );
    assert.match(
      seen.text,
      new RegExp(`${lived?.number} нет изменится адрес: .*Садовая, 7 · там живут люди`),
    );
    assert.match(seen.text, /Н1 нет новый адрес: Новая, 1 · площадь: 6 сот\. → 600 м²/);
    assert.match(
      seen.text,
      /Н1 · по счёту в файле: 4 нет не загрузить Участок Н1 в файле уже есть, по счёту 3/,
    );
    assert.match(seen.text, /В файле дважды говорится об участке/);
    assert.match(seen.text, /Нет ни номера участка, ни кадастрового номера/);
    assert.match(
      seen.text,
      /31\/32 нет новый два номера: станет одним участком · площадь: не разобрать «семь»/,
    );
    const asked = await editor.submit(seen.page, `${seen.at}/apply`);
    assert.match(visibleText(asked.html), /Это один участок с двумя номерами/);
  });

  it('never give one number to two plots: a cadastral number of other land is said per row', async () => {
    await apply(await look('участки.csv', utf8('Участок;Кадастровый номер\nК1;\nК2;50:34:1:2\n')));
    const seen = await look('участки.csv', utf8('Участок;Кадастровый номер\nК1;50:34:1:2\n'));
    assert.match(
      seen.text,
      /К1 · по счёту в файле: 2 50:34:1:2 не загрузить Этот кадастровый номер уже у участка К2/,
    );
    await actors.service.db`
      insert into parcel (id, number, number_key, cadastral_number, created_at, updated_at)
      values (${actors.service.newId()}, '3', '3', '50:34:1:3', now(), now())`;
    const apart = await look('участки.csv', utf8('Участок;Кадастровый номер\nК1;50:34:1:3\n'));
    assert.match(apart.text, /записана отдельно от участка К1/);
  });

  // The preview sends what is ticked to recheck_land_import.
  it('can be left out row by row, and taken in after all', async () => {
    const seen = await look('участки.csv', utf8('Участок;Улица\nО1;Лесная\nО2;Лесная\n'));
    const left = await editor.submit(seen.page, `${seen.at}/rows`, { left_out: '3' });
    assert.equal(left.location, seen.at, visibleText(left.html).slice(0, 300));
    const less = await open(seen.at);
    assert.match(less.text, /Новые 1 Оставлены 1.*О2 .*Вы решили это не загружать/);
    assert.match(less.page.html, /name="left_out" value="3"[^>]* checked/);
    await editor.submit(less.page, `${seen.at}/rows`, {});
    const numbers = async () =>
      (
        await actors.service.db<
          { number: string }[]
        >`select number from parcel where number like 'О%' order by 1`
      ).map(({ number }) => number);
    const whole = await open(seen.at);
    assert.match(whole.text, /Новые 2/);
    await editor.submit(whole.page, `${seen.at}/rows`, { left_out: '2' });
    await apply(await open(seen.at));
    assert.deepEqual(await numbers(), ['О2']);
  });

  it('ask for the columns where no heading says them, and let them be corrected', async () => {
    const seen = await look('дачи.csv', utf8('Дача;Сколько;Где\nС1;6;Лесная\nС2;7;Лесная\nС3;8;Новая\n'));
    assert.match(seen.text, /назовите столбцы.*Где какой столбец\?.*Назвать столбцы/);
    const columns = fillPath(paths.landColumns, { settlement });
    const address = `${columns}?import=${seen.at.split('/').at(-1)}`;
    const page = await editor.get(address);
    assert.match(visibleText(page.html), /Дача .*Например: С1 · С2 · С3.*Первые строки/);
    const nameless = await editor.submit(page, columns, { column_0: 'none' });
    assert.equal(nameless.status, 422);
    assert.match(visibleText(nameless.html), /Один из столбцов должен быть номером участка/);
    const twice = await editor.submit(page, columns, { column_0: 'number', column_1: 'number' });
    assert.match(visibleText(twice.html), /Два столбца не могут значить одно и то же/);
    const told = await editor.submit(page, columns, {
      column_0: 'number',
      column_1: 'area_sotka',
      column_2: 'street',
      left_out: '4',
    });
    assert.equal(told.location, seen.at, visibleText(told.html).slice(0, 400));
    const read = await open(seen.at);
    assert.match(read.text, /Новые 2 Оставлены 1.*С1 нет новый адрес: Лесная · площадь: 6 → 600 м²/);
    const corrected = await editor.get(address);
    assert.match(corrected.html, /<option value="area_sotka" selected/);
    await editor.submit(corrected, columns, { column_0: 'number', column_1: 'area_ha', column_2: 'street' });
    assert.match((await open(seen.at)).text, /площадь: 6 → 60\s000 м²/);
    const resident = await signIn(actors.service, 'resident', 'ru');
    assert.equal((await resident.get(address)).status, 403);
  });

  it('offer to exchange latitude and longitude', async () => {
    const file = geoJson([
      geoFeature({ number: 'Ш1' }, ring(8, 1).map(([x, y]) => [y, x]) as unknown as Ring),
    ]);
    const seen = await look('шиворот.geojson', file);
    assert.match(
      seen.text,
      /Похоже, широта и долгота перепутаны местами .*Поменять местами и проверить снова/,
    );
    await editor.submit(seen.page, `${seen.at}/axes`);
    const swapped = await open(seen.at);
    assert.match(swapped.text, /Широту и долготу поменяли местами.*Новые 1/);
    await apply(swapped);
  });

  it('keep Russian words of GeoJSON in Windows-1251, and outlines of a table', async () => {
    const file = windows1251(
      JSON.stringify({
        type: 'FeatureCollection',
        features: [geoFeature({ number: 'Ж1', address: 'ул. Лесная' }, ring(9, 1))],
      }),
    );
    const seen = await look('участки.geojson', file);
    assert.match(seen.text, /Ж1 нет новый .*адрес: ул\. Лесная/);
    const wkt = `POLYGON ((${ring(9, 3)
      .map((point) => point.join(' '))
      .join(', ')}))`;
    const table = await look('контуры.csv', utf8(`Участок;Контур\nЖ2;"${wkt}"\n`));
    assert.match(table.page.html, /<svg class="was-will"/);
    assert.match(table.text, /Ж2 нет новый/);
  });

  it('an outline that is the same says nothing of a change, whatever its first corner and direction', async () => {
    const [plot] = await actors.service.db<{ number: string; cn: string; ring: [number, number][] }[]>`
      select number, cadastral_number as cn, geometry->'coordinates'->0 as ring from parcel
       where id = ${actors.village.plots.resident}`;
    const corners = (plot?.ring ?? []).slice(1);
    const turned = [...corners, corners[0]].reverse() as unknown as Ring;
    const seen = await look(
      'тот же.geojson',
      geoJson([geoFeature({ number: plot?.number, cn: plot?.cn }, turned)]),
    );
    assert.match(seen.text, /Без изменений 1/);
  });

  it('every file is reached from the list, page by page', async () => {
    await actors.service.db`
      insert into land_import (id, settlement_id, account_id, kind, is_bounded, file_name, system, parameters, state, report,
                               created_at, expires_at, applied_at)
      select n, s.id, null, 'plots', false, 'старый-' || n, 'auto', '', 'applied',
             '{"read":1,"added":1,"changed":0,"unchanged":0,"repaired":0,"renamed":0,"refused":0}', now(), now() + interval '1 year', now()
        from settlement s, generate_series(1, 11) n where s.slug = ${settlement}`;
    let page = await editor.get(form);
    const names = new Set<string>();
    for (let pages = 0; pages < 9; pages += 1) {
      for (const [name] of page.html.matchAll(/старый-\d+/g)) names.add(name);
      const [, next] = /href="([^"]*cursor=[^"#]*)[^"]*"/.exec(page.html) ?? [];
      if (next === undefined) break;
      page = await editor.get(next.replaceAll('&amp;', '&'));
    }
    assert.equal(names.size, 11);
    const oldest = await editor.get(fillPath(paths.landImport, { settlement, import: '1' }));
    assert.match(visibleText(oldest.html), /Отменить загрузку/);
  });
});
