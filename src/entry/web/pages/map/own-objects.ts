import type { z } from 'zod';
import { list_parcel_objects } from '../../../../features/operations/parcel/list_parcel_objects.ts';
import type { VisitorCall } from '../../server/visitor-calls.ts';

type Entry = z.output<typeof list_parcel_objects.output>['objects'][number];
export type PlacedObject = Entry & { readonly geometry: NonNullable<Entry['geometry']> };

/** Objects with a geometry on the user's own plots. */
export async function loadOwnObjects(
  call: VisitorCall,
  plots: readonly { readonly parcel_id: string }[],
): Promise<PlacedObject[]> {
  const lists = await Promise.all(
    plots.map(({ parcel_id }) => call(list_parcel_objects, { parcel: parcel_id, limit: '100' })),
  );
  return lists.flatMap(({ objects }) =>
    objects.filter((object): object is PlacedObject => object.geometry !== null),
  );
}
