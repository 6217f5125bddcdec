import type { Db } from '../../../base/db/connect.ts';
import type { SignedInCaller } from '../../../domain/kernel/caller.ts';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import {
  maxDistanceFromParcelM,
  mayEditObjects,
  maySeeObjects,
  type ObjectGeometry,
} from '../../../domain/rules/parcel-objects.ts';
import { fromWire } from '../../../engines/geometry/engine.ts';
import { findParcelOutline } from '../../../store/land/parcels.ts';
import { requireParcelInView } from '../loaders/parcel-reference.ts';
import { callGeometry } from '../shapes/geometry-input.ts';

/** The plot, if the caller may edit its objects. */
export async function requireEditableParcel(
  { db, caller }: { readonly db: Db; readonly caller: SignedInCaller },
  asked: string,
) {
  const parcel = await requireParcelInView({ db, caller }, asked, 'parcel');
  if (!maySeeObjects(parcel)) refuse.notFound('ownParcel');
  permit(mayEditObjects(parcel));
  return parcel;
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
      en: `This is ${Math.round(measured.setbackM ?? 0)} m from the plot; at most ${maxDistanceFromParcelM} m is accepted. Are latitude and longitude exchanged?`,
      ru: `Это в ${Math.round(measured.setbackM ?? 0)} м от участка; допустимо не больше ${maxDistanceFromParcelM} м. Не перепутаны ли широта и долгота?`,
    });
  }
}
