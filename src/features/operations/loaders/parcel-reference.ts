import type { Db } from '../../../base/db/connect.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { listNamedParcels, type NamedParcel, type ParcelScope } from '../../../store/land/named-parcels.ts';
import { findParcelWithRole, type ParcelWithRole } from '../../../store/land/parcels.ts';

/**
 * Resolves a plot by number or identifier. A number that exists in several of the caller's settlements is refused
 * with the candidates; undefined: not found.
 */
export async function findParcelByReference(
  db: Db,
  scope: ParcelScope,
  reference: string,
  field: string,
): Promise<NamedParcel | undefined> {
  const [parcel, ...others] = await listNamedParcels(db, scope, reference);
  if (parcel !== undefined && others.length > 0) refuseAmbiguous([parcel, ...others], field);
  return parcel;
}

/** For filters: an unknown plot is refused instead of giving an empty list. */
export async function requireParcelByReference(
  db: Db,
  settlementId: string,
  reference: string,
  field: string,
): Promise<NamedParcel> {
  return (
    (await findParcelByReference(db, { settlementId }, reference, field)) ??
    refuse.invalid(field, {
      en: 'There is no plot with this number or identifier here.',
      ru: 'Участка с таким номером или идентификатором здесь нет.',
    })
  );
}

/** The identifier a filter stands for; none when it was not given. */
export async function resolveParcelFilter(
  db: Db,
  settlementId: string,
  reference: string | undefined,
  field: string,
): Promise<string | undefined> {
  return reference === undefined
    ? undefined
    : (await requireParcelByReference(db, settlementId, reference, field)).id;
}

/** A plot given without its settlement, with the caller's relation to it; 404 when there is none. */
export async function requireParcelInView(
  db: Db,
  accountId: string,
  reference: string,
  field: string,
): Promise<ParcelWithRole> {
  const parcel = await findParcelByReference(db, { accountId }, reference, field);
  return (parcel && (await findParcelWithRole(db, parcel.id, accountId))) ?? refuse.notFound('ownParcel');
}

function refuseAmbiguous(parcels: readonly NamedParcel[], field: string): never {
  const list = parcels.map(({ id, settlementName }) => `${settlementName ?? '—'} (${id})`).join(', ');
  const { number } = parcels[0] as NamedParcel;
  return refuse.invalid(
    field,
    {
      en: `Several of your settlements have a plot ${number}: ${list}. Give the identifier.`,
      ru: `Участок ${number} есть в нескольких ваших посёлках: ${list}. Укажите идентификатор.`,
    },
    {
      candidates: parcels.map(({ id, number: called, settlementId, settlementName }) => ({
        id,
        number: called,
        settlement: settlementId,
        settlement_name: settlementName,
      })),
    },
  );
}
