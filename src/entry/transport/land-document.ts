import type { FastifyInstance } from 'fastify';
import type { Pool } from '../../base/db/connect.ts';
import type { Text } from '../../base/i18n/text.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import type { Kernel } from '../../domain/kernel/run.ts';
import { clipLandToCell, packCell, parseCell } from '../../engines/geometry/land-cells.ts';
import { type LandDocument, packLand } from '../../engines/geometry/land-document.ts';
import { findLandVersion, type ReadLand, readLandDocument } from '../../store/land/land-document.ts';
import { type CachedText, createCachedText, createCachedTextEncoder, listEtags } from './cached-text.ts';
import { chooseEncoding } from './compression.ts';
import { matchesIfNoneMatch } from './etag.ts';
import { admitRequest, createCall, writeCallRateLimit } from './rest.ts';

/** Cached for each version of the land. */
interface CachedLand extends ReadLand {
  /** Created on first use: pages and cells need only the land. */
  whole?: CachedText;
  /** By cell name, in LRU order. */
  cells: Map<string, CachedText>;
}

/** Per cell: what a phone can draw at once. */
const maxParcelsPerCell = 2000;
const maxCachedCells = 100;
const maxParcelsWithoutCells = 20_000;

const invalidCellText: Text = {
  en: 'A cell is level/x/y: a level from 0 to 10, and whole numbers of a place on the earth.',
  ru: 'Ячейка — это level/x/y: уровень от 0 до 10 и целые числа места на земле.',
};

/** For all cached land; at least one settlement is cached, whatever its size. 100,000 plots with houses are 110 MB. */
const maxCacheBytes = 256 * 1024 * 1024;
/** Memory of a point, and of an outline with its texts, including the document and its encodings. */
const bytesOfPoint = 80;
const bytesOfOutline = 420;

/** The land of settlements, for pages that draw it themselves. */
export interface LandReader {
  read(settlement: string): Promise<LandDocument>;
  /** Land with more plots should be requested in cells. */
  readonly maxPlotsWithoutCells: number;
}

/** A settlement's land for maps as one document. Only public data. */
export function registerLandDocument(
  server: FastifyInstance,
  {
    pool,
    kernel,
    maxPlotsWithoutCells = maxParcelsWithoutCells,
  }: { pool: Pool; kernel: Pick<Kernel, 'admit'>; maxPlotsWithoutCells?: number | undefined },
): LandReader {
  const lands = createLandCache(pool);
  const encode = createCachedTextEncoder();
  const find = async (settlement: string) => {
    const { id, version } = (await findLandVersion(pool, settlement)) ?? refuse.notFound('settlement');
    return lands.find(id, version);
  };
  server.get('/settlements/:settlement/land.json', async (request, reply) => {
    const call = createCall(request, reply);
    await admitRequest(kernel, request, reply, call);
    const { settlement } = request.params as { settlement: string };
    const { cell } = request.query as { cell?: string | string[] };
    const kept = await find(settlement);
    const made = cell === undefined ? findWhole(kept) : findCell(kept, cell);
    const encoding = chooseEncoding(request.headers['accept-encoding'] ?? 'identity');
    const tags = listEtags(made, encoding);
    writeCallRateLimit(reply, call);
    reply
      .header('cache-control', 'public, no-cache')
      .header('vary', 'Accept-Encoding')
      .header('etag', tags[0]);
    if (tags.some((tag) => matchesIfNoneMatch(request, tag))) return reply.code(304).send();
    if (encoding !== null) reply.header('content-encoding', encoding);
    reply.header('content-type', 'application/json; charset=utf-8');
    return reply.send(await encode(made, encoding));
  });
  return { read: async (settlement) => (await find(settlement)).land, maxPlotsWithoutCells };
}

function createLandCache(pool: Pool) {
  /** By settlement, in LRU order. */
  const kept = new Map<string, Promise<CachedLand>>();
  const sizes = new Map<string, number>();

  async function read(id: string, known: ReadLand | undefined): Promise<CachedLand> {
    const found = (await readLandDocument(pool, id, known)) ?? refuse.notFound('settlement');
    return { ...found, cells: new Map() };
  }

  /** Concurrent requests share one read. */
  function start(id: string, known?: ReadLand): Promise<CachedLand> {
    const making = read(id, known);
    kept.set(id, making);
    making.then(
      ({ land }) => {
        if (kept.get(id) !== making) return;
        sizes.set(id, estimateSize(land));
        forgetOldest();
      },
      () => {
        if (kept.get(id) === making) kept.delete(id);
      },
    );
    return making;
  }

  function forgetOldest(): void {
    let total = 0;
    for (const size of sizes.values()) total += size;
    for (const id of kept.keys()) {
      if (total <= maxCacheBytes || kept.size === 1) return;
      total -= sizes.get(id) ?? 0;
      kept.delete(id);
      sizes.delete(id);
    }
  }

  return {
    async find(id: string, version: string): Promise<CachedLand> {
      const known = kept.get(id);
      const made = known && (await known);
      if (made === undefined) return start(id);
      if (made.version === version) {
        if (known !== undefined && kept.get(id) === known && kept.delete(id)) kept.set(id, known);
        return made;
      }
      // Another request may have started a new read meanwhile.
      const other = kept.get(id);
      return other !== undefined && other !== known ? other : start(id, made);
    },
  };
}

function estimateSize({ plots, buildings }: LandDocument): number {
  let size = 0;
  for (const list of [plots, buildings])
    for (const { outline } of list) {
      size += bytesOfOutline;
      for (const part of outline) for (const ring of part) size += ring.length * bytesOfPoint;
    }
  return size;
}

function findWhole(kept: CachedLand): CachedText {
  kept.whole ??= createCachedText(packLand(kept.land));
  return kept.whole;
}

function findCell({ land, cells }: CachedLand, cellName: string | string[]): CachedText {
  const name = String(cellName);
  const cell = parseCell(name) ?? refuse.invalid('cell', invalidCellText);
  const made = cells.get(name) ?? createCachedText(packCell(clipLandToCell(land, cell, maxParcelsPerCell)));
  cells.delete(name);
  cells.set(name, made);
  const [oldest] = cells.keys();
  if (cells.size > maxCachedCells && oldest !== undefined) cells.delete(oldest);
  return made;
}
