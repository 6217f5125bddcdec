import { refuse } from '../../../../domain/kernel/refusal.ts';
import type { OwnPlot } from '../../loaders/membership.ts';
import type { PageRequest } from '../../page/page.ts';

/** The user's confirmed membership of a plot; not_found for everybody else. */
export async function requireOwnPlot({ loadSignedInUser }: PageRequest, plot: string): Promise<OwnPlot> {
  const own = (await loadSignedInUser())?.me.parcels.find(
    ({ parcel_id, state }) => parcel_id === plot && state === 'confirmed',
  );
  return own ?? refuse.notFound('parcel');
}
