import { refuse } from '../../../../domain/kernel/refusal.ts';
import type { OwnPlot } from '../../loaders/membership.ts';
import type { Visit } from '../../page/page.ts';

/** The visitor's own confirmed place on a plot; to everybody else there is nothing at the address. */
export async function requireOwnPlot({ signed }: Visit, plot: string): Promise<OwnPlot> {
  const own = (await signed())?.me.parcels.find(
    ({ parcel_id, state }) => parcel_id === plot && state === 'confirmed',
  );
  return own ?? refuse.notFound('parcel');
}
