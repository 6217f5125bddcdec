import { propose_motion } from '../../features/actions/propose_motion.ts';
import { second_motion } from '../../features/actions/second_motion.ts';
import { set_second_member } from '../../features/actions/set_second_member.ts';
import type { DemoPart } from './world.ts';

/** The board tried deciding by two: what one proposed then still waits for another, who may decide alone again. */
export const secondMember: DemoPart = {
  name: 'a second member of the board',
  async load(world) {
    const settlement = world.settlement.slug;
    world.daysAgo(9);
    await world.act('editor', set_second_member, { settlement, wanted: true });
    const { residents } = await world.run('kapitolina', 'list_residents', { settlement, state: 'confirmed' });
    const tenant = residents.find(({ parcel, role }) => parcel.number === '34' && role === 'tenant');
    world.daysAgo(3);
    await world.act('kapitolina', propose_motion, {
      settlement,
      kind: 'removal',
      call: {
        resident: tenant?.id,
        reason_kind: 'moved',
        reason: 'Договор аренды кончился, ключи вернула Гусевым.',
      },
    });
    world.daysAgo(2);
    const { motion } = await world.act('kapitolina', propose_motion, { settlement, kind: 'single_member' });
    world.daysAgo(1);
    await world.act('editor', second_motion, { settlement, motion });
  },
};
