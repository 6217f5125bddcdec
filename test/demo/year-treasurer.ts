import assert from 'node:assert/strict';
import { serviceRequester } from '../../src/base/threads/fair-share.ts';
import { list_board_meters } from '../../src/features/actions/list_board_meters.ts';
import { type CountedMeter, dayMs, dayOf, endOf, written } from './year-figures.ts';
import { leak, slug, usualLoss, type YearStage } from './year-stage.ts';
import { plotCount } from './year-village.ts';

/** What the treasurer must see of a month, counted from what the test has typed. */
function expectMonth({ households, counted, main }: YearStage, month: string) {
  const plots = households.map((house) => ({
    house,
    ...(counted.get(house.meter) as CountedMeter).used(month),
  }));
  const known = plots.filter(({ used }) => used !== null);
  const sum = known.reduce((all, { used }) => all + (used ?? 0), 0);
  const own = (counted.get(main) as CountedMeter).used(month);
  return {
    plots,
    sum,
    main: own.used,
    loss: own.used === null ? null : own.used - sum,
    missing: plots.length - known.length,
    estimated: known.filter(({ isEstimated }) => isEstimated).length,
  };
}

/** The table, the loss, the page and the spreadsheet of a month, as they are now. */
export async function checkTreasurer(stage: YearStage, month: string, unshared: number): Promise<void> {
  const expected = expectMonth(stage, month);
  const board = await stage.act(stage.editor, list_board_meters, { settlement: slug, kind: 'water', month });
  const shown = new Map(board.plots.map((plot) => [plot.plotNumber, plot]));
  assert.equal(shown.size, plotCount);
  for (const { house, used, missing, isEstimated } of expected.plots) {
    const plot = shown.get(house.plot);
    const note = `plot ${house.plot} in ${month}`;
    const [one] = plot?.meters ?? [];
    assert.equal(plot?.used === null, used === null, note);
    if (one?.use.used === null) assert.equal(one.use.missing, missing ? 'end' : 'start', note);
    if (used === null) continue;
    assert.ok(Math.abs((plot?.used ?? -1) - used) < 1e-6, `${note}: ${plot?.used}, not ${used}`);
    assert.equal(plot?.isEstimated, isEstimated, note);
  }
  const [loss] = board.losses;
  assert.deepEqual(
    [loss?.month, loss?.missing, loss?.counted, loss?.unshared, loss?.estimated],
    [month, expected.missing, plotCount - expected.missing, unshared, expected.estimated],
  );
  assert.equal(loss?.loss === null, expected.loss === null, month);
  assert.ok(Math.abs((loss?.loss ?? 0) - (expected.loss ?? 0)) < 1e-6, `loss of ${month}: ${loss?.loss}`);
  await checkPage(stage, month, unshared, expected);
  await checkSpreadsheet(stage, month, expected);
}

type Expected = ReturnType<typeof expectMonth>;

async function checkPage(
  stage: YearStage,
  month: string,
  unshared: number,
  expected: Expected,
): Promise<void> {
  const page = await stage.seeText('editor', `/settlements/${slug}/board/meters?kind=water&month=${month}`);
  const amount = (number: number) => `${written(number, 1)} м³`;
  if (expected.main === null || expected.loss === null) assert.match(page, /потери неизвестны/);
  else {
    const sums = `Общий счётчик ${amount(expected.main)}, участки ${amount(expected.sum)}`;
    assert.ok(page.includes(sums), `${sums} on ${page.slice(0, 1500)}`);
    const isComplete = expected.missing + expected.estimated + unshared === 0;
    const difference = `${isComplete ? 'потери' : 'Разница'} ${amount(expected.loss)}`;
    assert.ok(page.includes(difference), `${difference} on ${page.slice(0, 1500)}`);
  }
  const lacking = expected.plots.filter(({ missing }) => missing).map(({ house }) => house.plot);
  const said = /Нет показаний: ([\d, а-я]+?) [А-Я]/.exec(page)?.[1]?.split(', ') ?? [];
  assert.deepEqual(said.sort(), lacking.sort(), `${month}: who is missing, by the page`);
}

async function checkSpreadsheet(
  { service, browsers, counted }: YearStage,
  month: string,
  expected: Expected,
) {
  const cookie = [...browsers.editor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const address = `${service.url}/settlements/${slug}/board/meters.xlsx?kind=water&month=${month}`;
  const file = await fetch(address, { headers: { cookie } });
  assert.equal(file.status, 200);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const rows = (await service.app.services.peopleLists.readTable(bytes, serviceRequester)) ?? [];
  const lines = new Map(rows.slice(1).map((cells) => [cells[0], cells]));
  for (const { house, used } of expected.plots) {
    const last = (counted.get(house.meter) as CountedMeter).lastBefore(endOf(month) + 20 * dayMs);
    const [, , dial, on, amount] = lines.get(house.plot) ?? [];
    const note = `plot ${house.plot} of ${month} in the file: ${lines.get(house.plot)}`;
    assert.equal(dial || undefined, last && String(last.dial), note);
    assert.equal(on || undefined, last && dayOf(last.at), note);
    assert.ok(used === null ? !amount : Math.abs(Number(amount) - used) <= 0.00051, note);
  }
}

/** With every plot read, the loss is what was lost, however far from each other the dials were read. */
export async function checkLoss(stage: YearStage, count: number, month: string): Promise<void> {
  const { loss, missing } = expectMonth(stage, month);
  if (loss === null || missing > 0) return;
  const days = Math.round((endOf(month) - endOf(previous(month))) / dayMs);
  const lost = (usualLoss / 30) * days + (count === leak.month ? leak.lost : 0);
  assert.ok(Math.abs(loss - lost) < 6, `${month}: a loss of ${loss} where ${lost} was lost`);
  const page = await stage.seeText('editor', `/settlements/${slug}/board/meters?kind=water&month=${month}`);
  assert.equal(/поищите утечку/.test(page), count === leak.month, `${month}: ${page.slice(0, 800)}`);
}

const previous = (month: string) => new Date(Date.parse(`${month}-01`) - dayMs).toISOString().slice(0, 7);
