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

/** Rows in order, with what tells a changed one from one that is still as it was. */
interface Rows<Row> {
  ids: readonly string[];
  versions: readonly string[];
  rows: readonly Row[];
}

type StoredBuilding = Omit<LandBuilding, 'plot'> & { parcelId: string };

/** Land as it was read. */
export interface ReadLand {
  version: string;
  land: LandDocument;
  plots: Rows<LandParcel>;
  buildings: Rows<StoredBuilding>;
}

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
    const plots = await readPlots(db, settlementId, known?.plots);
    const buildings = await readBuildings(db, settlementId, known?.buildings);
    const places = new Map(plots.ids.map((id, place) => [id, place]));
    const land: LandDocument = {
      settlement,
      boundary: ring === null ? null : fromWire(ring),
      plots: [...plots.rows],
      buildings: buildings.rows.flatMap(({ parcelId, purpose, setbackM, outline }) => {
        const plot = places.get(parcelId);
        return plot === undefined ? [] : [{ purpose, setbackM, plot, outline }];
      }),
    };
    return { version: found.version, land, plots, buildings };
  }) as Promise<ReadLand | undefined>;
}

async function readPlots(
  db: Db,
  settlementId: string,
  known: Rows<LandParcel> | undefined,
): Promise<Rows<LandParcel>> {
  const own = db`parcel where settlement_id = ${settlementId}`;
  return readChanged(db, known, { own, order: db`id` }, async (which) => {
    const rows = await db<
      { id: string; version: string; number: string; listing: string | null; geometry: Shape | null }[]
    >`
      select id, xmin::text as version, number, listing, geometry from ${own} ${which} order by id`;
    return rows.map(({ version, geometry, ...plot }) => ({
      id: plot.id,
      version,
      row: { ...plot, outline: outlineOf(geometry) },
    }));
  });
}

async function readBuildings(
  db: Db,
  settlementId: string,
  known: Rows<StoredBuilding> | undefined,
): Promise<Rows<StoredBuilding>> {
  const own = db`building where settlement_id = ${settlementId} and parcel_id is not null and geometry is not null`;
  return readChanged(db, known, { own, order: db`parcel_id, id` }, async (which) => {
    const rows = await db<
      {
        id: string;
        version: string;
        parcelId: string;
        purpose: string;
        setbackM: number | null;
        geometry: Shape;
      }[]
    >`
      select id, xmin::text as version, parcel_id as "parcelId", purpose, setback_m as "setbackM", geometry
        from ${own} ${which} order by parcel_id, id`;
    return rows.map(({ id, version, geometry, ...building }) => ({
      id,
      version,
      row: { ...building, outline: outlineOf(geometry) },
    }));
  });
}

/** All rows in order; where they are known, `read` is asked for those that have changed. */
async function readChanged<Row>(
  db: Db,
  known: Rows<Row> | undefined,
  { own, order }: { own: ReturnType<Db>; order: ReturnType<Db> },
  read: (which: ReturnType<Db>) => Promise<{ id: string; version: string; row: Row }[]>,
): Promise<Rows<Row>> {
  if (known === undefined) {
    const all = await read(db``);
    return {
      ids: all.map(({ id }) => id),
      versions: all.map(({ version }) => version),
      rows: all.map(({ row }) => row),
    };
  }
  const [listed] = await db<{ ids: string | null; versions: string | null }[]>`
    select string_agg(id::text, ',' order by ${order}) as ids, string_agg(xmin::text, ',' order by ${order}) as versions from ${own}`;
  const ids = listed?.ids?.split(',') ?? [];
  const versions = listed?.versions?.split(',') ?? [];
  // Nearly always a row has the place that it had.
  let places: Map<string, number> | undefined;
  const findPlace = (id: string) => {
    places ??= new Map(known.ids.map((each, place) => [each, place]));
    return places.get(id);
  };
  const changed = new Map<string, number>();
  const rows = ids.map((id, at) => {
    const place = known.ids[at] === id ? at : findPlace(id);
    if (place !== undefined && known.versions[place] === versions[at]) return known.rows[place];
    changed.set(id, at);
    return undefined;
  });
  if (changed.size > 0)
    for (const { id, row } of await read(db`and id = any(${[...changed.keys()]}::bigint[])`))
      rows[changed.get(id) as number] = row;
  return { ids, versions, rows: rows as Row[] };
}

const outlineOf = (geometry: Shape | null): LandOutline => (geometry === null ? [] : openParts(geometry));
