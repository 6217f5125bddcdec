import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decodeText } from '../../src/features/land-import/formats/decode-text.ts';
import { pageLimits } from '../../src/features/land-import/formats/limits.ts';
import { readLandInWorker } from '../../src/features/land-import/land-reader.ts';
import { readPeopleList } from '../../src/features/land-import/people-list-parser.ts';
import { readTableCells } from '../../src/features/land-import/table-cells.ts';
import { createRandom } from '../security/seeded-random.ts';
import {
  encodeAs,
  geoFeature,
  geoJson,
  kml,
  makeZip,
  placemark,
  rectangle,
  windows1251,
} from './sample-files.ts';

const utf16le = (text: string) => Buffer.from(text, 'utf16le');
/** What programs write; UTF-8 may have its mark. */
const encodings: Readonly<Record<string, (text: string) => Buffer>> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with its mark': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16 with its mark': (text) => utf16le(`\ufeff${text}`),
  'UTF-16 without a mark': utf16le,
  'UTF-16, the other order': (text) => utf16le(`\ufeff${text}`).swap16(),
  'UTF-16, the other order, without a mark': (text) => utf16le(text).swap16(),
  'Windows-1251': windows1251,
  'code page 866': (text) => encodeAs('ibm866', text),
};

async function readPlots(bytes: Buffer) {
  const plots: unknown[] = [];
  const file = { chunks: [bytes], system: 'auto', parameters: '', limits: pageLimits, columns: null };
  for await (const feature of readLandInWorker({ ...file, onSheet() {} }))
    plots.push('fields' in feature ? [feature.fields.plotNumber, feature.fields.address] : feature);
  return plots;
}

describe('Russian words are read whatever program wrote the file', () => {
  for (const [name, encode] of Object.entries(encodings)) {
    it(`plots from CSV: ${name}`, async () => {
      const rows = '№ участка;Улица\r\n12а;Лесная\r\n12/13;«Сосновая»\r\n';
      assert.deepEqual(
        await readPlots(encode(rows)),
        [
          ['12а', 'Лесная'],
          ['12/13', '«Сосновая»'],
        ].map((plot) => (name === 'code page 866' ? plot.map((word) => word.replace(/[«»]/g, '?')) : plot)),
      );
    });

    it(`plots from GeoJSON: ${name}`, async () => {
      const file = geoJson([
        geoFeature({ number: '12а', address: 'ул. Лесная, у колодца' }, rectangle(37, 56, 0.001, 0.001)),
      ]);
      assert.deepEqual(await readPlots(encode(file.toString())), [['12а', 'ул. Лесная, у колодца']]);
    });

    it(`people and fees: ${name}`, async () => {
      const { lines, unknownColumns } = await readPeopleList(
        encode('Участок;ФИО;Роль;Заметка\r\n12а;Ёлкина Зоя;семья;да\r\n'),
      );
      assert.deepEqual(
        lines.map(({ plot, name: of, role }) => [plot, of, role]),
        [['12а', 'Ёлкина Зоя', 'family']],
      );
      assert.deepEqual(unknownColumns, ['Заметка']);
      const cells = await readTableCells(encode('Участок;Начислено\r\n12а;5 000,00\r\n'));
      assert.deepEqual(cells.slice(0, 2), [
        ['Участок', 'Начислено'],
        ['12а', '5 000,00'],
      ]);
    });
  }

  it('plots from KML in UTF-16', async () => {
    const file = kml(placemark('<name>12а</name>', [rectangle(37, 56, 0.001, 0.001)]));
    assert.equal(((await readPlots(utf16le(`\ufeff${file}`)))[0] as unknown[])[0], '12а');
  });

  it('and bytes of any kind are decoded without an error, in time that grows with their number', () => {
    const random = createRandom(54);
    for (let round = 0; round < 2_000; round += 1) {
      const bytes = Uint8Array.from({ length: random.below(64) }, () => random.below(256));
      assert.equal(typeof decodeText(bytes), 'string');
    }
    // Words of UTF-8 and archives are not taken for UTF-16.
    assert.equal(decodeText(Buffer.from('a')), 'a');
    assert.equal(decodeText(Buffer.from('№ 1;2')), '№ 1;2');
    assert.equal(decodeText(windows1251('«Ъ»')), '«Ъ»');
  });
});

describe('cells merged over several rows', () => {
  it('of a list of people: the plot is that of every person beside it', async () => {
    const cell = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
    const file = makeZip({
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="1" sheetId="1" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>
        <row r="1">${cell('A1', 'Жители посёлка')}</row>
        <row r="2">${cell('A2', 'Участок')}${cell('B2', 'ФИО')}</row>
        <row r="3">${cell('A3', '12а')}${cell('B3', 'Ёлкина Зоя')}</row>
        <row r="4">${cell('B4', 'Ёлкин Пётр')}</row>
        <row r="5">${cell('A5', '13')}${cell('B5', 'Ива Анна')}</row>
        </sheetData><mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="A3:A4"/><mergeCell ref="A5:A900000"/></mergeCells></worksheet>`,
    });
    const { lines } = await readPeopleList(file);
    assert.deepEqual(
      lines.map(({ plot, name }) => [plot, name]),
      [
        ['12а', 'Ёлкина Зоя'],
        ['12а', 'Ёлкин Пётр'],
        ['13', 'Ива Анна'],
      ],
    );
  });
});
