import type { Db } from '../../base/db/connect.ts';
import type { Context, SignedInContext } from '../../domain/kernel/context.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import {
  listParcelsByNumber,
  listParcelsInView,
  type NamedParcel,
  type ParcelWithRole,
} from '../../store/land/named-parcels.ts';
import { findParcelWithRole, type Viewer } from './memberships.ts';

/** Where plot numbers are looked up: one settlement, or all where the account is a resident or on the board. */
export type ParcelScope =
  | { readonly settlementId: string; readonly viewer?: Viewer }
  | (Viewer & { readonly accountId: string });

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
  return 'settlementId' in scope
    ? pickOnly(await listNamedParcels(db, scope.settlementId, reference, scope.viewer), field)
    : findParcelInView(db, scope, reference, field);
}

/** Plots of the settlement with this id or number. A matching id takes precedence. */
export async function listNamedParcels(
  db: Db,
  settlementId: string,
  reference: string,
  viewer: Viewer = { accountId: null },
): Promise<NamedParcel[]> {
  const byId = await findParcelWithRole(db, reference, viewer);
  return byId?.settlementId === settlementId ? [byId] : listParcelsByNumber(db, settlementId, reference);
}

async function findParcelInView(
  db: Db,
  viewer: Viewer & { readonly accountId: string },
  reference: string,
  field: string,
): Promise<ParcelWithRole | undefined> {
  const byId = await findParcelWithRole(db, reference, viewer);
  return byId ?? pickOnly(await listParcelsInView(db, viewer.accountId, reference), field);
}

function pickOnly<Parcel extends NamedParcel>(found: readonly Parcel[], field: string): Parcel | undefined {
  if (found.length > 1) refuseAmbiguous(found, field);
  return found[0];
}

/** For filters: an unknown plot is refused instead of giving an empty list. */
export async function requireParcelByReference(
  db: Db,
  settlementId: string,
  reference: string,
  field: string,
  viewer?: Viewer,
): Promise<NamedParcel> {
  return (
    (await findParcelByReference(db, { settlementId, ...(viewer && { viewer }) }, reference, field)) ??
    refuse.invalid(field, {
      en: 'There is no plot with this number here.',
      ru: 'Участка с таким номером здесь нет.',
    })
  );
}

/** The identifier a filter stands for; none when it was not given. */
export async function resolveParcelFilter(
  { db, caller }: Pick<Context, 'db' | 'caller'>,
  settlementId: string,
  reference: string | undefined,
  field: string,
): Promise<string | undefined> {
  if (reference === undefined) return undefined;
  return (await requireParcelByReference(db, settlementId, reference, field, caller)).id;
}

/** A plot given without its settlement, with the caller's relation to it; 404 when there is none. */
export async function requireParcelInView(
  { db, caller }: Pick<SignedInContext, 'db' | 'caller'>,
  reference: string,
  field: string,
): Promise<ParcelWithRole> {
  return (await findParcelInView(db, caller, reference, field)) ?? refuse.notFound('ownParcel');
}

function refuseAmbiguous(parcels: readonly NamedParcel[], field: string): never {
  const list = parcels.map(({ id, settlementName }) => `${settlementName ?? '—'} (${id})`).join(', ');
  const { number } = parcels[0] as NamedParcel;
  return refuse.invalid(
    field,
    {
      en: `Several of your villages have a plot ${number}: ${list}. Give the identifier.`,
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
