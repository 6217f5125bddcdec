import { import_fees } from '../../features/actions/import_fees.ts';
import type { DemoPart } from './world.ts';

/** One period of fees, as the treasurer’s table has it. */
export const fees: DemoPart = {
  name: 'fees',
  async load(world) {
    const settlement = world.settlement.slug;
    const year = world.now().getUTCFullYear();
    const lines = Array.from({ length: 40 }, (_, index) => {
      const paid = [12_000, 6000, 12_000, 0][index % 4] as number;
      return `${index + 1};12000;${paid};${12_000 - paid};`;
    });
    const input = {
      settlement,
      period: `Членский взнос ${year}`,
      csv: ['Участок;Начислено;Оплачено;Осталось;Примечание', ...lines].join('\n'),
    };
    const { mark } = await world.act('editor', import_fees, input);
    await world.act('editor', import_fees, { ...input, tried: mark });
  },
};
