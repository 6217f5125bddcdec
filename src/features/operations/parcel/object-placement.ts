import type { z } from 'zod';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import {
  maxDistanceFromParcelM,
  mayEditObjects,
  maySeeObjects,
  type ObjectGeometry,
} from '../../../domain/rules/parcel-objects.ts';
import { fromWire } from '../../../engines/geometry/engine.ts';
import type { ParcelWithRole } from '../../../store/land/named-parcels.ts';
import { findTaggedObject } from '../../../store/land/parcel-objects.ts';
import { findParcelOutline } from '../../../store/land/parcels.ts';
import { requireParcelInView } from '../../loaders/parcel-reference.ts';
import { callGeometry } from '../shapes/geometry-input.ts';
import { type parcelObject, showObject } from './object-shapes.ts';

/** A plot whose objects the caller sees. */
export async function loadParcelWithObjects(
  { parcel: reference }: { readonly parcel: string },
  { db, caller }: Pick<SignedInContext, 'db' | 'caller'>,
): Promise<ParcelWithRole> {
  const parcel = await requireParcelInView({ db, caller }, reference, 'parcel');
  if (!maySeeObjects(parcel)) refuse.notFound('ownParcel');
  return parcel;
}

export const permitObjectEditing = (parcel: ParcelWithRole) => permit(mayEditObjects(parcel));

/** What a write of an object answers: the object as it stands. */
export async function showObjectAsItStands(
  at: { readonly parcel: string },
  context: Pick<SignedInContext, 'db' | 'caller'>,
  id: string,
): Promise<z.input<typeof parcelObject>> {
  const parcel = await loadParcelWithObjects(at, context);
  const row = (await findTaggedObject(context.db, parcel.id, id)) ?? refuse.notFound('object');
  return showObject(row, parcel.number, row.tags);
}

/**
 * Refuses invalid geometry, and geometry far from its plot. Call it before the transaction: it waits for the geometry
 * worker.
 */
export async function checkPlacement(
  { db, services, share, signal }: Pick<SignedInContext, 'db' | 'services' | 'share' | 'signal'>,
  parcel: { readonly id: string },
  drawn: ObjectGeometry,
): Promise<void> {
  if (drawn.type === 'point' && drawn.points.length > 1) {
    refuse.invalid('geometry.points', {
      en: 'A point has one place. Use a line or a ring for more.',
      ru: 'У точки одно место. Для нескольких точек возьмите линию или контур.',
    });
  }
  const shape = { kind: drawn.type, points: fromWire(drawn.points) };
  const outline = await findParcelOutline(db, parcel.id);
  const [measured] = await callGeometry(
    async () => services.geometry.measure([shape], outline, { share, signal }),
    ['shapes.0', 'geometry'],
  );
  if (measured?.within === 'outside' && (measured.setbackM ?? 0) > maxDistanceFromParcelM) {
    refuse.invalid('geometry', {
      en: `This is ${Math.round(measured.setbackM ?? 0)} m from the plot; at most ${maxDistanceFromParcelM} m is accepted. Are latitude and longitude swapped?`,
      ru: `Это в ${Math.round(measured.setbackM ?? 0)} м от участка; допустимо не больше ${maxDistanceFromParcelM} м. Не перепутаны ли широта и долгота?`,
    });
  }
}
