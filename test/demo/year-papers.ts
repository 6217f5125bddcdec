import assert from 'node:assert/strict';
import { confirm_document_reading } from '../../src/features/actions/confirm_document_reading.ts';
import { import_fees } from '../../src/features/actions/import_fees.ts';
import { list_fee_tables } from '../../src/features/actions/list_fee_tables.ts';
import { list_own_fees } from '../../src/features/actions/list_own_fees.ts';
import { show_document_reading } from '../../src/features/actions/show_document_reading.ts';
import { forgePdf } from '../media/sample-pictures.ts';
import { hiddenFields } from '../oauth/browser.ts';
import { dayOf, draw, written } from './year-figures.ts';
import { slug, type YearStage } from './year-stage.ts';
import { type Household, plotCount } from './year-village.ts';

const typingOf = ({ households }: YearStage) => households.filter(({ account }) => account !== null);

/** A document that the board wants read, put in by its form. */
export async function addDocument({ service, browsers, open, now }: YearStage): Promise<string> {
  const path = `/settlements/${slug}/documents`;
  const data = new FormData();
  const fields = {
    title: 'Правила посёлка',
    day: dayOf(now().getTime()),
    asks_reading: 'true',
    readers: 'residents',
  };
  // Another form of the page finds documents.
  const forms = (await open('editor', path)).match(/<form\b[\s\S]*?<\/form>/g) ?? [];
  const hidden = hiddenFields(forms.find((each) => each.includes('name="title"')) ?? '', path);
  for (const [name, value] of Object.entries({ ...hidden, ...fields })) data.append(name, value);
  data.append('file', new Blob([new Uint8Array(forgePdf())]), 'правила.pdf');
  const cookie = [...browsers.editor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const reply = await fetch(service.url + path, {
    method: 'POST',
    body: data,
    redirect: 'manual',
    headers: { cookie },
  });
  assert.equal(reply.status, 303);
  const [row] = await service.db<{ id: string }[]>`
    select id from settlement_document where title = 'Правила посёлка'`;
  return row?.id ?? '';
}

/** Every month some more read it, until half of the plots have: those with an account. */
export async function checkDocument(
  stage: YearStage,
  { document, confirmed, count }: { document: string; confirmed: Set<Household>; count: number },
): Promise<void> {
  const typing = typingOf(stage);
  for (const house of typing) {
    if (confirmed.has(house) || (count < 8 && draw(`${house.plot} reads ${count}`, 4) !== 0)) continue;
    const read = { settlement: slug, document, version: 1 };
    await stage.act(house.account ?? '', confirm_document_reading, read);
    for (const same of typing) if (same.account === house.account) confirmed.add(same);
  }
  const reading = await stage.act(stage.editor, show_document_reading, { settlement: slug, document });
  const left = stage.households.filter((house) => !confirmed.has(house));
  assert.deepEqual([reading.all, reading.read], [plotCount, confirmed.size]);
  assert.deepEqual(
    reading.plots.map(({ number, nobody }) => `${number} ${nobody}`).sort(),
    left.map(({ plot, account }) => `${plot} ${account === null}`).sort(),
  );
  const page = await stage.seeText('editor', `/settlements/${slug}/documents/${document}/reading`);
  assert.ok(
    page.includes(`Прочитали на ${confirmed.size} из ${plotCount} жилых участков.`),
    page.slice(0, 2000),
  );
  if (count >= 8) assert.equal(left.length, plotCount / 2, 'half the village has not read it');
}

export interface Fees {
  readonly period: string;
  readonly asked: number;
  readonly paid: ReadonlyMap<string, number>;
}

/** The treasurer’s table of a period is tried and taken in. */
export async function takeFees(
  { act, editor, households }: YearStage,
  count: number,
  month: string,
): Promise<Fees> {
  const asked = 6000 + count * 500;
  const paid = new Map(households.map(({ plot }) => [plot, draw(`${plot} pays ${month}`, 3) * (asked / 2)]));
  const period = `Взнос за ${month}`;
  const lines = [...paid].map(([plot, sum]) => `${plot};${asked};${sum};${asked - sum}`);
  const input = {
    settlement: slug,
    period,
    csv: ['Участок;Начислено;Оплачено;Осталось', ...lines].join('\n'),
  };
  const { mark } = await act(editor, import_fees, input);
  assert.equal((await act(editor, import_fees, { ...input, tried: mark })).isApplied, true);
  return { period, asked, paid };
}

/** The sums of the board, and to each household its own line and no other. */
export async function checkFees(stage: YearStage, { period, asked, paid }: Fees): Promise<void> {
  const { tables } = await stage.act(stage.editor, list_fee_tables, { settlement: slug });
  const sum = [...paid.values()].reduce((all, each) => all + each, 0);
  const table = tables.find((one) => one.period === period);
  assert.deepEqual(
    [table?.asked, table?.paid, table?.remaining],
    [plotCount * asked, sum, plotCount * asked - sum],
  );
  const typing = typingOf(stage);
  for (const house of typing.slice(0, 8)) {
    const own = await stage.act(house.account ?? '', list_own_fees, { parcel: house.parcel });
    const line = own.find((one) => one.period === period);
    assert.deepEqual(
      [line?.asked, line?.paid],
      [asked, paid.get(house.plot)],
      `plot ${house.plot}, ${period}`,
    );
    const other = typing.find(({ account }) => account !== house.account);
    assert.deepEqual(await stage.act(other?.account ?? '', list_own_fees, { parcel: house.parcel }), []);
  }
  const home = typing.find(({ plot }) => plot === '7');
  const page = await stage.seeText('resident', `/plots/${home?.parcel}/fees`);
  assert.ok(page.includes(`${period} Начислено ${written(asked)}`), page.slice(0, 500));
}
