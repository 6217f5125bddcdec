import { list_residents } from '../../../features/operations/settlement/list_residents.ts';
import type { PageRequest } from '../page/page.ts';

/** No membership has it: the register is asked for its permission, and nobody's record is read. */
const nobody = '1';

/** Refuses everybody but the board. */
export async function requireBoard(settlement: string, { call }: Pick<PageRequest, 'call'>): Promise<void> {
  await call(list_residents, { settlement, resident: nobody });
}
