import type { Db, Pool } from '../../base/db/connect.ts';
import type {
  LandBuilding,
  LandDocument,
  LandOutline,
  LandParcel,
} from '../../engines/geometry/land-document.ts';
import { fromWire, openParts } from '../../engines/geometry/rings/points.ts';
import type { Shape, WirePoint } from '../../engines/geometry/types.ts';
import { matchesIdOrSlug } from '../id-or-slug.ts';

/** The settlement, and a version string that changes with anything in its land document. */
export async function findLandVersion(
  db: Db,
  reference: string,
): Promise<{ id: string; version: string } | undefined> {
  const [row] = await db<{ id: string; version: string }[]>`
    select s.id, concat_ws(' ', coalesce(v.version, 0), coalesce(s.boundary_id, 0), s.dwelling_setback_m, s.other_setback_m,
                           s.slug, s.name) as version
      from settlement s left join land_version v on v.settlement_id = s.id
     where ${matchesIdOrSlug(db, 's', reference)}`;
  return row;
}

/** Land as it was read, with what tells a changed row from one that is still as it was. */
export interface ReadLand {
  version: string;
  land: LandDocument;
  /** Of each plot and building of `land`, in their order. */
  plotVersions: readonly string[];
  buildingVersions: readonly string[];
  buildingIds: readonly string[];
}

type LandRow<Kind> = Kind & { id: string; version: string };
type PlotRow = LandRow<LandParcel>;
type BuildingRow = LandRow<Omit<LandBuilding, 'plot'> & { parcelId: string }>;

/**
 * Reads one snapshot. Contains no personal data: no names, memberships or objects. Of a settlement that was read before only the
 * identifiers are read, and the plots and buildings that have changed since.
 */
export async function readLandDocument(
  pool: Pool,
  settlementId: string,
  known?: ReadLand,
): Promise<ReadLand | undefined> {
  return pool.begin({ mode: 'isolation level repeatable read read only' }, async (db) => {
    const found = await findLandVersion(db, settlementId);
    const [card] = await db<(LandDocument['settlement'] & { ring: WirePoint[] | null })[]>`
      select s.id, s.slug, s.name, s.dwelling_setback_m as "dwellingSetbackM", s.other_setback_m as "otherSetbackM", b.ring
        from settlement s left join settlement_boundary b on b.id = s.boundary_id where s.id = ${settlementId}`;
    if (found === undefined || card === undefined) return undefined;
    const { ring, ...settlement } = card;
    const plots = await readPlots(db, settlementId, known);
    const places = new Map(plots.map(({ id }, place) => [id, place]));
    const buildings = (await readBuildings(db, settlementId, known)).filter(({ parcelId }) =>
      places.has(parcelId),
    );
    const land: LandDocument = {
      settlement,
      boundary: ring === null ? null : fromWire(ring),
      plots: plots.map(({ id, number, listing, outline }) => ({ id, number, listing, outline })),
      buildings: buildings.map(({ purpose, setbackM, parcelId, outline }) => ({
        purpose,
        setbackM,
        plot: places.get(parcelId) as number,
        outline,
      })),
    };
    return {
      version: found.version,
      land,
      plotVersions: plots.map(({ version }) => version),
      buildingVersions: buildings.map(({ version }) => version),
      buildingIds: buildings.map(({ id }) => id),
    };
  }) as Promise<ReadLand | undefined>;
}

async function readPlots(db: Db, settlementId: string, known: ReadLand | undefined): Promise<PlotRow[]> {
  const own = db`settlement_id = ${settlementId}`;
  const former = new Map(
    known?.land.plots.map((plot, place) => [plot.id, { ...plot, version: known.plotVersions[place] ?? '' }]),
  );
  return readChanged(db, former, known && db`select id, xmin from parcel where ${own}`, async (which) => {
    const rows = await db<LandRow<Omit<LandParcel, 'outline'> & { geometry: Shape | null }>[]>`
      select id, xmin::text as version, number, listing, geometry from parcel where ${own} ${which} order by id`;
    return rows.map(({ geometry, ...plot }) => ({ ...plot, outline: outlineOf(geometry) }));
  });
}

async function readBuildings(
  db: Db,
  settlementId: string,
  known: ReadLand | undefined,
): Promise<BuildingRow[]> {
  const own = db`settlement_id = ${settlementId} and parcel_id is not null and geometry is not null`;
  const former = new Map(
    known?.land.buildings.map(({ plot, ...building }, place) => [
      known.buildingIds[place] ?? '',
      {
        ...building,
        id: known.buildingIds[place] ?? '',
        version: known.buildingVersions[place] ?? '',
        parcelId: known.land.plots[plot]?.id ?? '',
      },
    ]),
  );
  const rows = await readChanged(
    db,
    former,
    known && db`select id, xmin from building where ${own}`,
    async (which) => {
      const changed = await db<LandRow<Omit<BuildingRow, 'outline'> & { geometry: Shape }>[]>`
        select id, xmin::text as version, parcel_id as "parcelId", purpose, setback_m as "setbackM", geometry
          from building where ${own} ${which} order by parcel_id, id`;
      return changed.map(({ geometry, ...building }) => ({ ...building, outline: outlineOf(geometry) }));
    },
  );
  const order = (one: string, other: string) => one.length - other.length || (one < other ? -1 : 1);
  return known
    ? rows.sort((one, other) => order(one.parcelId, other.parcelId) || order(one.id, other.id))
    : rows;
}

/** All rows in the order of their identifiers; with `standing`, the identifiers and versions of all, those that have changed are read. */
async function readChanged<Row extends { id: string; version: string }>(
  db: Db,
  former: ReadonlyMap<string, Row>,
  standing: ReturnType<Db> | undefined,
  read: (which: ReturnType<Db>) => Promise<Row[]>,
): Promise<Row[]> {
  if (standing === undefined) return read(db``);
  const [listed] = await db<{ ids: string | null; versions: string | null }[]>`
    select string_agg(id::text, ',' order by id) as ids, string_agg(xmin::text, ',' order by id) as versions from (${standing}) s`;
  const ids = listed?.ids?.split(',') ?? [];
  const versions = listed?.versions?.split(',') ?? [];
  const changed = ids.filter((id, place) => former.get(id)?.version !== versions[place]);
  const fresh = new Map(
    changed.length === 0
      ? []
      : (await read(db`and id = any(${changed}::bigint[])`)).map((row) => [row.id, row]),
  );
  return ids.flatMap((id) => fresh.get(id) ?? former.get(id) ?? []);
}

const outlineOf = (geometry: Shape | null): LandOutline => (geometry === null ? [] : openParts(geometry));
