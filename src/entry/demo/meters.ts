import { dayInZone } from '../../domain/rules/days.ts';
import { currentMeterMonth, shiftMonth } from '../../domain/rules/meter-months.ts';
import { add_meter } from '../../features/actions/add_meter.ts';
import { add_plots } from '../../features/actions/add_plots.ts';
import { list_meters } from '../../features/actions/list_meters.ts';
import { share_meter } from '../../features/actions/share_meter.ts';
import { type_meter_reading } from '../../features/actions/type_meter_reading.ts';
import { uploadPicture } from './pictures.ts';
import type { DemoPart, World } from './world.ts';

const timeZone = 'Europe/Moscow';
const meterDay = 25;
const months = 8;
/** Plots whose people bring their readings on paper. */
const paperPlots = ['1', '2', '3', '4', '5', '6', '8', '9', '10', '11', '12'];

/** Electricity of some plots for several months, and the main meter; last month something leaks. */
export const meters: DemoPart = {
  name: 'meters',
  async load(world) {
    const settlement = world.settlement.slug;
    const today = dayInZone(world.now(), timeZone);
    const last = currentMeterMonth(world.now(), meterDay, timeZone);
    const days = Array.from({ length: months }, (_, back) => `${shiftMonth(last, back - months)}-25`).filter(
      (day) => day < today,
    );
    await world.act('editor', add_plots, {
      settlement,
      numbers: '101',
      kind: 'common',
      address: 'Подстанция',
    });
    const add = async (parcel: string, isMain = false) =>
      (
        await world.act('editor', add_meter, {
          settlement,
          parcel,
          kind: 'energy',
          name: isMain ? 'Ввод посёлка' : 'В доме',
          is_main: isMain,
        })
      ).meter;
    const own = await connectOwn(world);
    const paper: string[] = [];
    for (const plot of paperPlots) paper.push(await add(plot));
    const main = await add('101', true);
    let total = 4100;
    const shown = new Map([own, ...paper].map((meter, index) => [meter, 1200 + 731 * index]));
    for (const [index, on] of days.entries()) {
      for (const [place, meter] of [own, ...paper].entries()) {
        const used = index === 0 ? 0 : 90 + world.pick(`${meter} ${on}`, 180) + (place % 4) * 40;
        const number = (shown.get(meter) ?? 0) + used;
        shown.set(meter, number);
        total += used;
        // Somebody has not brought the last one.
        if (index === days.length - 1 && place === paper.length) continue;
        const by = place === 0 ? 'resident' : 'editor';
        const isLast = place === 0 && index === days.length - 1;
        const photograph = isLast ? { photograph: await photographDial(world) } : {};
        await world.act(by, type_meter_reading, { meter, number, on, ...photograph });
      }
      total += index === days.length - 1 ? 1250 : 190;
      await world.act('editor', type_meter_reading, { meter: main, number: total, on });
    }
  },
};

async function connectOwn(world: World): Promise<string> {
  const parcel = world.plots[world.settlement.slug]?.['7'] as string;
  await world.run('resident', 'connect_device', {
    parcel,
    provider: 'manual',
    name: 'Счётчик в прихожей',
    settings: {},
  });
  const [meter] = await world.act('resident', list_meters, { parcel });
  if (meter === undefined) throw new Error('The demonstration has no meter.');
  await world.act('resident', share_meter, { meter: meter.id, for_board: true });
  return meter.id;
}

const photographDial = (world: World) =>
  uploadPicture(
    world,
    'resident',
    { subject_type: 'message', subject_id: world.accounts.resident },
    'fuseBoard',
  );
