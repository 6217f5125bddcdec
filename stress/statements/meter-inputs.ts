import { add_meter } from '../../src/features/actions/add_meter.ts';
import { list_meters } from '../../src/features/actions/list_meters.ts';
import { share_meter } from '../../src/features/actions/share_meter.ts';
import { type_meter_reading } from '../../src/features/actions/type_meter_reading.ts';
import type { Stage } from '../../test/operations/lost-updates/meeting-cases.ts';
import type { ActionInputs } from './action-cases.ts';

const settlement = 'berezka';

/** The resident's own, and the only one. */
export async function addMeter({ act, clients, service, village }: Stage): Promise<string> {
  const parcel = village.plots.resident;
  await service.db`delete from meter where parcel_id = ${parcel}`;
  for (const { id: connection } of (await clients.resident.list_my_devices({})).data)
    await clients.resident.disconnect_device({ connection });
  const hall = { parcel, provider: 'manual', name: 'Счётчик', settings: {}, meter: 'energy' } as const;
  await clients.resident.connect_device(hall);
  const meters = (await act('resident', list_meters, { parcel })) as unknown as { id: string }[];
  const last = meters.at(-1);
  if (last === undefined) throw new Error('There is no meter.');
  return last.id;
}

/** Meters that people read. */
export const meterInputs: ActionInputs = {
  type_meter_reading: {
    who: 'resident',
    make: async (stage) => ({ meter: await addMeter(stage), number: 120 }),
    mayRepeat: true,
  },
  take_back_meter_reading: {
    who: 'resident',
    async make(stage) {
      const meter = await addMeter(stage);
      const { reading } = await stage.act('resident', type_meter_reading, { meter, number: 120 });
      return { meter, reading };
    },
  },
  share_meter: {
    who: 'resident',
    make: async (stage) => ({ meter: await addMeter(stage), for_board: true }),
  },
  end_meter: {
    who: 'editor',
    async make({ act, service, village }) {
      const parcel = village.plots.resident;
      await service.db`delete from meter where parcel_id = ${parcel}`;
      const { meter } = await act('editor', add_meter, { settlement, parcel, kind: 'water', name: 'Вода' });
      return { meter };
    },
  },
  remind_of_meters: {
    who: 'editor',
    async make(stage) {
      await stage.service.db`delete from meter_reminder`;
      const meter = await addMeter(stage);
      await stage.act('resident', share_meter, { meter, for_board: true });
      return { settlement, kind: 'energy' };
    },
  },
};
