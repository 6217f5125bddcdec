import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { zipSync } from 'fflate';
import writeXlsxFile from 'write-excel-file/node';
import type { ColumnMeaning, TableSheet } from '../../src/domain/rules/land-columns.ts';
import { readPlotArea } from '../../src/domain/rules/plot-area.ts';
import { isDoubleNumber } from '../../src/domain/rules/plot-numbers.ts';
import { readArea } from '../../src/features/land-import/formats/feature-fields.ts';
import { type FileLimits, pageLimits } from '../../src/features/land-import/formats/limits.ts';
import { UnreadableFile } from '../../src/features/land-import/formats/unreadable-file.ts';
import type { LandFeature } from '../../src/features/land-import/land-feature.ts';
import { readLandInWorker } from '../../src/features/land-import/land-reader.ts';
import { makeZip, utf8, windows1251 } from './sample-files.ts';

/** Reads in the worker thread, as an import does. */
async function read(
  bytes: Buffer,
  columns: readonly ColumnMeaning[] | null = null,
  more: { limits?: FileLimits; isBuildings?: boolean } = {},
) {
  const found: { sheet?: TableSheet } = {};
  const features: LandFeature[] = [];
  const file = {
    ...{ chunks: [bytes], system: 'auto', parameters: '', limits: pageLimits, columns, ...more },
    onSheet: (sheet: TableSheet) => {
      found.sheet = sheet;
    },
  };
  for await (const feature of readLandInWorker(file)) features.push(feature);
  return { features, meanings: found.sheet?.columns.map(({ meaning }) => meaning), sheet: found.sheet };
}
const plots = (features: readonly LandFeature[]) =>
  features.map((each) =>
    'fields' in each
      ? [each.number, each.fields.plotNumber, readArea(each.fields), each.fields.address]
      : [each.number, 'leftOut' in each ? each.leftOut.en : 'fault'],
  );
const refused = (bytes: Buffer, reason: RegExp, limits?: FileLimits) =>
  assert.rejects(read(bytes, null, limits ? { limits } : {}), (error: unknown) => {
    assert.ok(error instanceof UnreadableFile, String(error));
    assert.match(error.text.ru, reason);
    return true;
  });

const workbook = '<workbook xmlns:r="r"><sheets><sheet name="1" sheetId="1" r:id="r1"/></sheets></workbook>';
const links = '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>';
const book = (sheet: string, more: Record<string, string> = {}) =>
  makeZip({
    'xl/workbook.xml': workbook,
    'xl/_rels/workbook.xml.rels': links,
    'xl/worksheets/sheet1.xml': `<worksheet>${sheet}</worksheet>`,
    ...more,
  });

describe('a table of plots', () => {
  it('is read as a treasurer keeps it: title, headings, numbers of columns, totals, labels, units', async () => {
    const rows = [
      'СНТ «Берёзка», реестр участков;;;;',
      ';;;;',
      '№ п/п;№ уч.;Улица;Площадь, сот.;Примечание',
      '1;2;3;4;5',
      '1;уч. 12а;Лесная;6;',
      '2;№ 13;Лесная;6,5;дом',
      '3;12/13;Полевая;0,06 га;',
      '4;14;Полевая;650 кв. м;',
      ';Итого;;25,5;',
    ].join('\r\n');
    for (const [encoded, name] of [
      [utf8(rows), 'UTF-8'],
      [windows1251(rows), 'Windows-1251'],
      [utf8(rows.replaceAll(';', '\t')), 'tabs'],
      [utf8(rows.replaceAll(',', '.').replaceAll(';', ',')), 'commas'],
    ] as const) {
      const { features, meanings } = await read(encoded);
      assert.deepEqual(meanings, ['none', 'number', 'street', 'area_sotka', 'none'], name);
      assert.deepEqual(
        plots(features),
        [
          [4, 'Headings, not a plot.'],
          [5, '12а', 600, 'Лесная'],
          [6, '13', 650, 'Лесная'],
          [7, '12/13', 600, 'Полевая'],
          [8, '14', 650, 'Полевая'],
          [9, 'A line of totals.'],
        ],
        name,
      );
    }
  });

  it('is read from .xlsx with merged cells, formulas as their values, and numbers', async () => {
    const cell = (at: string, value: string | number) =>
      typeof value === 'number'
        ? `<c r="${at}"><f>HYPERLINK("https://example.org")</f><v>${value}</v></c>`
        : `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
    const sheet = `<sheetData>
      <row r="1">${cell('A1', 'Участки посёлка')}</row>
      <row r="2">${cell('A2', 'Участок')}${cell('B2', 'Улица')}${cell('C2', 'Площадь')}</row>
      <row r="3">${cell('A3', 1)}${cell('B3', 'Лесная')}${cell('C3', 8)}</row>
      <row r="4">${cell('A4', 2)}${cell('C4', 10.5)}</row>
      <row r="5">${cell('A5', '3а')}${cell('B5', 'Новая')}${cell('C5', 12)}</row>
      </sheetData><mergeCells><mergeCell ref="A1:C1"/><mergeCell ref="B3:B4"/></mergeCells>`;
    const links = '<externalLink><externalBook><sheetNames/></externalBook></externalLink>';
    const { features, meanings } = await read(book(sheet, { 'xl/externalLinks/externalLink1.xml': links }));
    assert.deepEqual(meanings, ['number', 'street', 'area_sotka'], 'values of ten are hundredths');
    assert.deepEqual(plots(features), [
      [3, '1', 800, 'Лесная'],
      [4, '2', 1050, 'Лесная'],
      [5, '3а', 1200, 'Новая'],
    ]);
    const made = await writeXlsxFile([
      ['Plot', 'Area (m²)'],
      [7, 640],
    ] as never).toBuffer();
    assert.deepEqual(plots((await read(Buffer.from(made))).features), [[2, '7', 640, '']]);
  });

  it('asks what its columns are where no heading says it, and takes the answer', async () => {
    const bytes = utf8('Дача;Сколько\n5;6\n6;7\n');
    const asked = await read(bytes);
    assert.deepEqual([asked.features, asked.meanings], [[], ['none', 'none']]);
    assert.deepEqual(asked.sheet?.rows[0], { row: 2, cells: ['5', '6'] });
    const told = await read(bytes, ['number', 'area_sotka']);
    assert.deepEqual(plots(told.features), [
      [2, '5', 600, ''],
      [3, '6', 700, ''],
    ]);
  });

  it('keeps outlines that are written as WKT', async () => {
    const [feature, broken] = (
      await read(
        utf8(
          'Участок;WKT\n1;"POLYGON ((37.5 56.3, 37.5005 56.3, 37.5005 56.3003, 37.5 56.3))"\n2;"POLYGON ((1 2"\n',
        ),
      )
    ).features;
    assert.ok(feature && 'outline' in feature && feature.outline && 'shape' in feature.outline);
    assert.equal(feature.outline.shape[2], 3, 'three corners');
    assert.ok(broken && 'outline' in broken && broken.outline && 'reason' in broken.outline);
  });

  it('of buildings has areas in square metres', async () => {
    const { meanings } = await read(utf8('cadastral_number,area,parcel\n1:1:1:1,60,1:1:1:2\n'), null, {
      isBuildings: true,
    });
    assert.deepEqual(meanings, ['cadastral', 'area_m2', 'parcel']);
  });

  it('areas and numbers of two plots are read as people write them', () => {
    for (const [written, area] of [
      ['6 сот.', 600],
      ['6,5 соток', 650],
      ['0,06 га', 600],
      ['1 250,5', 1250.5],
      ['1,250.5 m2', 1250.5],
      ['600 кв. м', 600],
      ['600 м²', 600],
      ['шесть', null],
      ['6 вёдер', null],
      ['-6', null],
    ] as const)
      assert.equal(readPlotArea(written, 'm2'), area, written);
    assert.deepEqual(['12/13', '12 и 13', '12, 13', '12-13', '12/1', '12а', '12'].map(isDoubleNumber), [
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('a hostile spreadsheet', () => {
  const row = '<row><c t="inlineStr"><is><t>Участок</t></is></c></row>';
  it('that unpacks to too much is refused before it is unpacked', async () => {
    await refused(book('x'.repeat(17 * 1024 * 1024)), /распаковывается больше/);
    await refused(
      book(`<sheetData>${row}</sheetData>`, { 'xl/sharedStrings.xml': ' '.repeat(65 * 1024 * 1024) }),
      /распаковывается больше/,
    );
  });
  it('with entities of its own is refused', async () => {
    const laughs = `<!DOCTYPE x [<!ENTITY a "${'ha'.repeat(100)}"><!ENTITY b "${'&a;'.repeat(100)}">]>`;
    await refused(
      makeZip({
        'xl/workbook.xml': workbook,
        'xl/_rels/workbook.xml.rels': links,
        'xl/worksheets/sheet1.xml': `${laughs}<worksheet><sheetData>${row}</sheetData></worksheet>`,
      }),
      /сущности/,
    );
  });
  it('with too many rows, or a row far below, is refused', async () => {
    const many = `<sheetData>${row}${'<row><c><v>1</v></c></row>'.repeat(pageLimits.features + 5)}</sheetData>`;
    await refused(book(many), /больше 10000 строк/);
    await refused(
      book(`<sheetData>${row}<row r="99999999"><c><v>1</v></c></row></sheetData>`),
      /больше 10000 строк/,
    );
  });
  it('with merged cells over millions of rows and columns takes little', async () => {
    const merges = Array.from({ length: 30_000 }, () => '<mergeCell ref="A1:XFD1048576"/>').join('');
    const { features } = await read(
      book(`<sheetData>${row}<row><c><v>5</v></c></row></sheetData><mergeCells>${merges}</mergeCells>`),
    );
    assert.deepEqual(plots(features), [[2, '5', null, '']]);
  });
  it('with cells in far columns, hundreds of thousands of them, or strings that are not there takes little', async () => {
    const cells = [
      '<c r="A2"><v>5</v></c><c r="XFD2"><v>1</v></c><c r="ZZZZZZZ2"><v>1</v></c>',
      `<c><v>6</v></c>${'<c><v>1</v></c>'.repeat(300_000)}`,
      '<c t="s"><v>999999999</v></c><c t="s"><v>-1</v></c><c t="s"><v>__proto__</v></c>',
      '<c><f>HYPERLINK("http://example.org";"7")</f></c>',
      '<c><f>WEBSERVICE("http://example.org")</f><v>8</v></c>',
    ];
    const { features, sheet } = await read(
      book(`<sheetData>${row}${cells.map((each) => `<row>${each}</row>`).join('')}</sheetData>`),
    );
    assert.deepEqual(
      plots(features).map(([number, plot]) => [number, plot]),
      [
        [2, '5'],
        [3, '6'],
        [6, '8'],
      ],
      'a formula counts by the value it had',
    );
    assert.ok((sheet?.columns.length ?? 0) <= 200);
  });
  it('whose sheet lies outside the archive, is missing or is not XML is refused', async () => {
    const outside = links.replace('worksheets/sheet1.xml', '../../../../etc/passwd');
    await refused(
      makeZip({ 'xl/workbook.xml': workbook, 'xl/_rels/workbook.xml.rels': outside }),
      /не таблица Excel/,
    );
    await refused(book('<sheetData><row>'), /не по правилам XML/);
    const damaged = Buffer.from(zipSync({ 'xl/workbook.xml': utf8(workbook) })).subarray(0, -30);
    await refused(damaged, /повреждён/);
  });
  it('of old Excel, or with a password, is refused by name', async () => {
    await refused(Buffer.from('d0cf11e0a1b11ae1'.padEnd(200, '0'), 'hex'), /старого Excel.*паролем/);
  });
});
