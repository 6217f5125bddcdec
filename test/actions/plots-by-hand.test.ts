import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { add_plots } from '../../src/features/actions/add_plots.ts';
import { issue_plot_codes } from '../../src/features/actions/issue_plot_codes.ts';
import { set_plot_kind } from '../../src/features/actions/set_plot_kind.ts';
import { refusalKindOf, runActionAs } from '../harness/page-actions.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Persona, personas, type Village } from '../harness/village.ts';

describe('plots entered by the board', () => {
  let service: TestService;
  let village: Village;
  let settlement: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    settlement = village.settlement.slug;
  });
  const add = (input: object, who: Persona = 'editor') =>
    runActionAs(service, village.accounts[who], add_plots, { settlement, ...input });
  const setKind = (parcel: string, kind: string, who: Persona = 'editor') =>
    runActionAs(service, village.accounts[who], set_plot_kind, { settlement, parcel, kind });
  const list = async (parcel: string) =>
    (await village.anonymous.list_parcels({ settlement, parcel })).parcels[0];
  const total = async () => (await village.anonymous.show_settlement({ settlement })).data.parcels_total;

  it('are for its board alone, of this settlement', async () => {
    for (const who of personas) {
      const expected = who === 'editor' ? '' : 'forbidden';
      assert.equal(await refusalKindOf(add({ numbers: `for ${who}` }, who)), expected, who);
      assert.equal(await refusalKindOf(setKind(village.plots.empty, 'water', who)), expected, who);
    }
    await setKind(village.plots.empty, 'dwelling');
    const elsewhere = runActionAs(service, village.accounts.editor, set_plot_kind, {
      settlement,
      parcel: village.outsiderPlot,
      kind: 'road',
    });
    assert.equal(await refusalKindOf(elsewhere), 'not_found');
  });

  it('need a number alone; those that exist stay as they are', async () => {
    const before = await total();
    assert.deepEqual(await add({ numbers: '301–310, 305, 12 Б', address: 'Лесная' }), {
      added: 11,
      present: 0,
    });
    assert.deepEqual(await add({ numbers: '309–312', kind: 'road' }), { added: 2, present: 2 });
    assert.equal(await total(), before + 13);
    const { cadastral_number, area_m2, center, address, kind } = (await list('305')) ?? {};
    assert.deepEqual(
      { cadastral_number, area_m2, center, address, kind },
      { cadastral_number: null, area_m2: null, center: null, address: 'Лесная', kind: 'dwelling' },
    );
    assert.equal((await list('310'))?.kind, 'dwelling');
    assert.equal((await list('311'))?.kind, 'road');
    assert.equal(await refusalKindOf(add({ numbers: '301, 12б' })), 'invalid');
  });

  it('are added once when two add the same at once', async () => {
    const both = await Promise.all([add({ numbers: '401–450' }), add({ numbers: '426–475' })]);
    assert.equal(
      both.reduce((sum, { added }) => sum + added, 0),
      75,
    );
    const [{ count } = { count: 0 }] = await service.db<{ count: number }[]>`
      select count(*)::int as count from parcel where number_key between '401' and '475' and length(number_key) = 3`;
    assert.equal(count, 75);
  });

  it('take members, and their kind is in the audit', async () => {
    await add({ numbers: '501' });
    const claimed = await village.clients.newcomer.request_residency({
      settlement,
      parcel: '501',
      role: 'owner',
    });
    assert.equal(claimed.data.state, 'claimed');
    await setKind('501', 'common');
    await setKind('501', 'common');
    const rows = await service.db<{ before: object; after: object }[]>`
      select e.before, e.after from audit_entry e join parcel p on p.id = e.subject_id
       where e.action = 'set_plot_kind' and p.number = '501'`;
    assert.deepEqual([...rows], [{ before: { kind: 'dwelling' }, after: { kind: 'common' } }]);
  });

  it('count as households and get codes only when they are for living', async () => {
    const households = async () =>
      (await village.clients.editor.show_settlement({ settlement })).data.households?.confirmed;
    const codes = async () =>
      (
        await runActionAs(service, village.accounts.editor, issue_plot_codes, { settlement, replace: true })
      ).codes.map(({ number }) => number);
    const announced = async () => {
      const { clients } = village;
      const announcement = {
        settlement,
        kind: 'announcement',
        title: 'Water',
        body: 'Off on Friday.',
      } as const;
      const { id: article } = (await clients.editor.write_article(announcement)).data;
      return (await clients.editor.show_article({ settlement, article })).data.would_tell?.households_in_all;
    };
    const [before, told] = [await households(), await announced()];
    assert.ok((await codes()).includes('301'));
    const { number } = (await list(village.plots.neighbour)) ?? {};
    await setKind(village.plots.neighbour, 'common');
    await setKind('301', 'water');
    assert.equal(await households(), (before ?? 0) - 1);
    assert.equal(await announced(), (told ?? 0) - 2);
    const issued = await codes();
    assert.ok(!issued.includes('301') && !issued.includes(number ?? ''));
    assert.ok(issued.includes('302'));
    await setKind(village.plots.neighbour, 'dwelling');
  });
});
