import { add_meter } from '../../src/features/actions/add_meter.ts';
import { add_plots } from '../../src/features/actions/add_plots.ts';
import { list_meters } from '../../src/features/actions/list_meters.ts';
import { share_meter } from '../../src/features/actions/share_meter.ts';
import { connect_device } from '../../src/features/operations/device/connect_device.ts';
import { insertAccount } from '../../src/store/accounts/accounts.ts';
import { insertMembership } from '../../src/store/land/residents.ts';
import { callOnPage, runActionAs } from '../harness/page-actions.ts';
import type { TestService } from '../harness/service.ts';

/** A plot with its water meter: its people type, or bring their readings on paper. */
export interface Household {
  readonly plot: string;
  readonly parcel: string;
  /** Who types; null: the board, for people on paper. */
  readonly account: string | null;
  readonly email: string | null;
  readonly meter: string;
}

export interface YearVillage {
  readonly households: readonly Household[];
  readonly main: string;
}

export const plotCount = 74;
const accountCount = plotCount / 2;

/** Brings the village to 74 dwellings, half of them with an account, each with a water meter, and one main meter. */
export async function buildYearVillage(
  service: TestService,
  place: { settlement: { id: string; slug: string }; editor: string; moment: Date },
): Promise<YearVillage> {
  const { db } = service;
  const settlement = place.settlement.slug;
  const asEditor = <Reply>(action: Parameters<typeof runActionAs<Reply>>[2], input: object) =>
    runActionAs<Reply>(service, place.editor, action, { settlement, ...input });
  const dwellings = () => db<{ id: string; number: string; account: string | null; email: string | null }[]>`
    select p.id, p.number, m.account_id as account, a.email from parcel p
      left join lateral (select account_id from membership where parcel_id = p.id and state = 'confirmed' order by id limit 1) m on true
      left join account a on a.id = m.account_id
     where p.settlement_id = ${place.settlement.id} and p.kind = 'dwelling' order by p.id`;
  const lacking = plotCount - (await dwellings()).length;
  if (lacking > 0)
    await asEditor(add_plots, { numbers: `301-${300 + lacking}`, kind: 'dwelling', address: 'Новая' });
  const plots = (await dwellings()).slice(0, plotCount);
  let people = plots.filter(({ account }) => account !== null).length;
  for (const plot of plots) {
    if (plot.account !== null || people === accountCount) continue;
    people += 1;
    plot.account = service.newId();
    plot.email = `plot-${plot.number}@year.example`;
    const base = {
      id: plot.account,
      email: plot.email,
      displayName: `Житель ${plot.number}`,
      language: 'ru',
    } as const;
    await insertAccount(db, {
      ...base,
      passwordHash: null,
      emailConfirmedAt: place.moment,
      createdAt: place.moment,
    });
    await insertMembership(db, {
      id: service.newId(),
      accountId: plot.account,
      parcelId: plot.id,
      role: 'owner',
      state: 'confirmed',
      isPrimary: true,
      decidedBy: place.editor,
      now: place.moment,
    });
  }
  const households: Household[] = [];
  for (const { id: parcel, number: plot, account, email } of plots)
    households.push({ plot, parcel, account, email, meter: await addWater(parcel, plot, account) });
  await asEditor(add_plots, { numbers: '900', kind: 'common', address: 'Водозабор' });
  const { meter: main } = await asEditor<{ meter: string }>(add_meter, {
    parcel: '900',
    kind: 'water',
    name: 'Водозабор',
    is_main: true,
  });
  return { households, main };

  async function addWater(parcel: string, plot: string, account: string | null): Promise<string> {
    if (account === null) {
      const kept = { parcel: plot, kind: 'water', name: 'В колодце' };
      return (await asEditor<{ meter: string }>(add_meter, kept)).meter;
    }
    const wish = { parcel, provider: 'manual', name: 'Вода', settings: {}, meter: 'water' };
    await callOnPage(service, account, connect_device, wish);
    const own = await runActionAs(service, account, list_meters, { parcel });
    const meter = own.find(({ kind }) => kind === 'water')?.id ?? '';
    await runActionAs(service, account, share_meter, { meter, for_board: true });
    return meter;
  }
}
