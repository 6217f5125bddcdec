import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { strToU8, unzipSync, zipSync } from 'fflate';
import writeXlsxFile from 'write-excel-file/node';
import { serviceRequester } from '../../src/base/threads/fair-share.ts';
import { formatCsv, guardCell, restoreCell } from '../../src/features/land-import/people-columns.ts';
import { parsePeopleList, readPeopleList } from '../../src/features/land-import/people-list-parser.ts';
import { createPeopleLists } from '../../src/features/land-import/people-lists.ts';
import { createRandom } from '../security/seeded-random.ts';

const refusedAs = (expected: RegExp) => (error: { text?: { ru: string } }) =>
  expected.test(error.text?.ru ?? '');
const book = (parts: Record<string, string | Uint8Array>) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? strToU8(part) : part]),
      ),
    ),
  );
const workbook =
  '<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" state="hidden" r:id="rId1"/><sheet name="b" sheetId="2" r:id="rId2"/></sheets></workbook>';
const links =
  '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>';

describe('a list of people', () => {
  it('is read from CSV with every column, and says what is wrong with a line', () => {
    const { lines } = parsePeopleList(
      [
        'Участок;ФИО;Почта;Без почты;Телефон;Почтовый адрес;Роль;Член товарищества;С какого числа',
        '1;Анна  Ильина;ANNA@example.org;;8 (916) 123-45-67, +44 20 7946 0958;Москва, Лесная, 1;семья;да;31.05.2021',
        '',
        '2;Пётр;;да;;;;нет;2020-01-02',
        ';Никто;;;;;;;',
        '3;;;;;;;;',
        '3;Олег;olegexample.org;;;;;;',
        '3;Олег;oleg@example.org;да;;;;;',
        '3;Олег;;;123;;;;',
        '3;Олег;;;;;кот;;',
        '3;Олег;;;;;;может;',
        '3;Олег;;;;;;;31.02.2021',
        `3;${'О'.repeat(201)};;;;;;;`,
        '3;Олег;;;89161234561,89161234562,89161234563,89161234564,89161234565,89161234566;;;;',
      ].join('\n'),
    );
    const [anna, peter, ...bad] = lines;
    assert.deepEqual(
      [
        anna?.name,
        anna?.emailKey,
        anna?.phones,
        anna?.postalAddress,
        anna?.role,
        anna?.isMember,
        anna?.since,
      ],
      [
        'Анна Ильина',
        'anna@example.org',
        ['+79161234567', '+442079460958'],
        'Москва, Лесная, 1',
        'family',
        true,
        '2021-05-31',
      ],
    );
    assert.deepEqual(
      [peter?.line, peter?.hasNoEmail, peter?.role, peter?.isMember, peter?.since],
      [4, true, null, false, '2020-01-02'],
    );
    assert.deepEqual([anna?.fault, peter?.fault], [null, null]);
    assert.deepEqual(
      bad.map(({ line, fault }) => `${line} ${fault?.ru}`),
      [
        '5 Не указан участок.',
        '6 Не указано имя.',
        '7 Это не адрес электронной почты.',
        '8 Указана почта, и тут же отмечено, что её нет.',
        '9 Не разобрать телефон: 123',
        '10 Роль: собственник, семья или арендатор.',
        '11 Член товарищества: да или нет.',
        '12 С какого числа: дата, например 31.05.2021.',
        '13 Имя или почтовый адрес слишком длинные.',
        '14 Больше 5 телефонов.',
      ],
    );
  });

  it('is read from the sheet that a treasurer keeps, whose plots are read from the same file', () => {
    const { lines, unknownColumns } = parsePeopleList(
      '№ участка;Площадь, м²;ФИО владельца;Моб. телефон;E-mail\n7;800;Ежов Борис;8 916 123-45-67;Ezhov@example.org\n8;600;;;',
    );
    assert.deepEqual(
      lines.map(({ plot, name, phones, emailKey, fault }) => [plot, name, phones, emailKey, fault?.en]),
      [
        ['7', 'Ежов Борис', ['+79161234567'], 'ezhov@example.org', undefined],
        ['8', '', [], '', 'The name is missing.'],
      ],
    );
    assert.deepEqual(unknownColumns, ['Площадь, м²']);
  });

  it('is read from the first visible sheet of .xlsx, with numbers, dates, titles and blank rows', async () => {
    const file = await writeXlsxFile(
      [
        ['Члены СНТ; на 2026 год'],
        [],
        ['Участок', 'Имя', 'Телефон', 'С какого числа', 'Почта'],
        [7, '=1+1', 79161234567, new Date(Date.UTC(2021, 4, 31)), null],
        [],
        ['12А', "'@Пётр; <b>", '8 495 123-45-67; 8 916 123-45-67', null, 'p@example.org'],
      ] as never,
      { dateFormat: 'dd.mm.yyyy' } as never,
    ).toBuffer();
    const { csv, lines } = await readPeopleList(file);
    const read = lines.map(({ line, plot, name, phones, since, emailKey, fault }) => [
      line,
      plot,
      name,
      phones,
      since,
      emailKey,
      fault,
    ]);
    assert.deepEqual(read, [
      [4, '7', '=1+1', ['+79161234567'], '2021-05-31', '', null],
      [6, '12А', "'@Пётр; <b>", ['+74951234567', '+79161234567'], null, 'p@example.org', null],
    ]);
    assert.deepEqual(
      parsePeopleList(csv.replaceAll('\r\n', '\n').replaceAll('\n', '\r\n')).lines,
      lines,
      'sent back by a form',
    );
    const sheet =
      '<worksheet><sheetData><row><c t="inlineStr"><is><t>plot</t></is></c><c t="s"><v>0</v></c></row>' +
      '<row><c><v>1.2E1</v></c><c t="str"><f>A1</f><v>Анна</v></c></row></sheetData></worksheet>';
    const shared = '<sst><si><r><t>na</t></r><r><t>me</t></r><rPh><t>x</t></rPh></si></sst>';
    const made = await readPeopleList(
      book({
        'xl/workbook.xml': workbook,
        'xl/_rels/workbook.xml.rels': links,
        'xl/worksheets/sheet1.xml': '<worksheet/>',
        'xl/worksheets/sheet2.xml': sheet,
        'xl/sharedStrings.xml': shared,
      }),
    );
    assert.deepEqual([made.lines[0]?.plot, made.lines[0]?.name], ['12', 'Анна']);
  });

  it('is refused with words when it is no spreadsheet, too large, too long or hostile', async () => {
    const parts = { 'xl/workbook.xml': workbook, 'xl/_rels/workbook.xml.rels': links };
    const sheet = (xml: string | Uint8Array) => book({ ...parts, 'xl/worksheets/sheet2.xml': xml });
    const row = (number: number) => `<row r="${number}"><c r="A${number}"><v>1</v></c></row>`;
    const bomb = sheet(new Uint8Array(17 * 1024 * 1024).fill(32));
    assert.ok(bomb.length < 100_000);
    const lying = Buffer.from(sheet(new Uint8Array(2_000_000).fill(32)));
    // The sizes that the archive declares, in its directory.
    for (
      let at = lying.indexOf('504b0102', 0, 'hex');
      at !== -1;
      at = lying.indexOf('504b0102', at + 4, 'hex')
    )
      if (lying.readUInt32LE(at + 24) === 2_000_000) lying.writeUInt32LE(1_000, at + 24);
    for (const [name, file, expected] of [
      ['other archives', book({ 'content.xml': '<x/>' }), /не таблица Excel/],
      ['a workbook without its sheet', book(parts), /не таблица Excel/],
      ['old Excel', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /старого Excel/],
      ['a bomb', bomb, /распаковывается больше чем в 16 МБ/],
      ['a bomb that lies', lying, /больше, чем в нём указано/],
      [
        'too many rows',
        sheet(`<x>${Array.from({ length: 5_020 }, (_, n) => row(n + 1)).join('')}</x>`),
        /больше \d+ строк/,
      ],
      ['a row far below', sheet(`<x>${row(1)}${row(1_000_000)}</x>`), /больше \d+ строк/],
      ['a document type', sheet('<!DOCTYPE x [<!ENTITY a "b">]><x/>'), /тип документа/],
      ['broken XML', sheet('<x><row>'), /XML/],
      ['a cut file', bomb.subarray(0, 500), /повреждён/],
      ['no columns', sheet(`<x>${row(1)}</x>`), /названиями столбцов/],
    ] as const)
      await assert.rejects(readPeopleList(file), refusedAs(expected), name);
    const wide = `<x><row>${'<c t="str"><v>a</v></c>'.repeat(10_000)}</row></x>`;
    await assert.rejects(
      readPeopleList(sheet(wide)),
      refusedAs(/названиями столбцов/),
      'columns beyond the limit',
    );
  });

  it('is written and read in a worker thread', async () => {
    const lists = createPeopleLists();
    try {
      const rows = [
        ['plot', 'name'],
        ['1', '=cmd|x'],
      ];
      const file = await lists.writeXlsx(rows, serviceRequester);
      assert.ok(file);
      const sheet = Buffer.from(unzipSync(file)['xl/worksheets/sheet1.xml'] as Uint8Array).toString();
      assert.doesNotMatch(sheet, /<f>/, 'no formula');
      const read = await lists.read(file, serviceRequester);
      assert.deepEqual(
        read?.lines.map(({ plot, name }) => [plot, name]),
        [['1', '=cmd|x']],
      );
      await assert.rejects(lists.read('neither', serviceRequester), refusedAs(/названиями столбцов/));
    } finally {
      await lists.close();
    }
  });

  it('is read and written at a cost that grows with its length, whatever a cell is made of', async () => {
    const lists = createPeopleLists();
    try {
      // Reading is given up after ten seconds: the square of this length takes longer.
      for (const fill of ['\n', '\t', ",'", '\n ', ', "'].map((part) => part.repeat(600_000 / part.length))) {
        const csv = `plot,name\n1,"${`a${fill}x`.replaceAll('"', '""')}"\n`;
        const read = await lists.read(csv, serviceRequester);
        assert.equal(read?.lines[0]?.plot, '1');
        assert.equal(restoreCell(guardCell(fill)), fill);
      }
    } finally {
      await lists.close();
    }
  });

  it('has cells that no spreadsheet runs, and that are the same after reading', () => {
    const random = createRandom(7);
    const letters = ["'", '=', '+', '-', '@', ',', ';', '"', ' ', '\t', '\n', 'Я', '1'];
    for (let round = 0; round < 20_000; round += 1) {
      const text = Array.from({ length: random.below(8) }, () => random.pick(letters)).join('');
      assert.equal(restoreCell(guardCell(text)), text, JSON.stringify(text));
      assert.doesNotMatch(guardCell(text), /(^|[,;\t\n]\s*"?)[=+\-@]/, JSON.stringify(text));
    }
    assert.match(formatCsv([['=1', 'a;"b']], 'ru'), /^\ufeff'=1;"a;""b"\r\n$/);
  });
});
