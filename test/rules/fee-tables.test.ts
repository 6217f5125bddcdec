import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { guessFeeColumns, readFeeRows, sumFees } from '../../src/domain/rules/fee-tables.ts';

const plots = new Map([
  ['1', ['11']],
  ['2', ['12']],
  ['12а', ['13']],
  ['7', ['17', '18']],
]);
const read = (...rows: string[][]) => readFeeRows(rows, guessFeeColumns(rows), plots);
const head = ['Участок', 'Начислено', 'Оплачено', 'Остаток', 'Примечание'];

describe('a treasurer’s table', () => {
  it('is understood by its headings, also under a title and in another order', () => {
    const places = { plot: 0, asked: 1, paid: 2, remaining: 3, note: 4 };
    assert.deepEqual(guessFeeColumns([head]), { header: 0, places });
    assert.deepEqual(guessFeeColumns([['Взносы за 2026'], [], [' ДОЛГ ', '№', 'Внесено']]), {
      header: 2,
      places: { plot: 1, asked: -1, paid: 2, remaining: 0, note: -1 },
    });
    for (const amount of ['К оплате', 'Paid', 'Left'])
      assert.equal(guessFeeColumns([['Заголовок'], ['Plot', amount]]).header, 1, amount);
    const none = { header: 0, places: { plot: 0, asked: -1, paid: -1, remaining: -1, note: -1 } };
    for (const rows of [[['Участок', 'Имя']], [['Имя', 'Долг']], [...Array(10).fill(['x']), head]])
      assert.deepEqual(guessFeeColumns(rows), none);
  });

  it('gives the amounts as they are written by hand and by programs', () => {
    const written: Record<string, number | null> = {
      '1500': 1500,
      '1 500,50': 1500.5,
      '1\u00a0500.50 ₽': 1500.5,
      '1.500,5 руб.': 1500.5,
      '1,500.55': 1500.55,
      '1,500': 1500,
      '−200р.': -200,
      '0': 0,
      '0.005': 0.01,
      '-': null,
      '': null,
    };
    for (const [text, amount] of Object.entries(written)) {
      const [row] = read(head, ['1', '1', text]);
      assert.deepEqual([row?.paid, row?.fault], [amount, null], text);
    }
    for (const text of [
      'много',
      '1e5',
      '1500,500',
      '0,005',
      '1.5,00',
      '1,5,0',
      '1.5.0',
      '100000000000',
      '1234567890123',
    ])
      assert.match(read(head, ['1', '1', text])[0]?.fault?.en ?? '', /not an amount/, text);
  });

  it('says of each row that is left out why, and numbers them as the file does', () => {
    const rows = read(
      ['Взносы'],
      head,
      ['1', '100', '40', '60', 'частями'],
      ['', '', '', '', ''],
      ['', '100'],
      ['99', '100'],
      ['7', '100'],
      ['2', 'x'],
      ['2', '', '-', '', 'нет сумм'],
      ['12 А.0', '', '', '0'],
    );
    assert.deepEqual(
      rows.map(({ line, parcelId, fault }) => [line, parcelId, fault?.en]),
      [
        [3, '11', undefined],
        [5, null, 'No plot is given.'],
        [6, null, 'There is no such plot here.'],
        [7, null, 'Several plots have this number.'],
        [8, null, 'This is not an amount.'],
        [9, null, 'There is no amount in this row.'],
        [10, '13', undefined],
      ],
    );
    assert.deepEqual([rows[0]?.note, rows[6]?.remaining], ['частями', 0]);
    assert.equal(read(head, ['1', '1', '', '', 'x'.repeat(300)])[0]?.note.length, 200);
  });

  it('is summed to the kopeck over the rows that are taken, plots counted once', () => {
    const rows = read(head, ['1', '0,1', '0,2'], ['1', '0,2'], ['2', '0,3', '', '-5'], ['99', '1000']);
    assert.deepEqual(sumFees(rows), { asked: 0.6, paid: 0.2, remaining: -5, plots: 2 });
    assert.deepEqual(sumFees([]), { asked: 0, paid: 0, remaining: 0, plots: 0 });
  });
});
