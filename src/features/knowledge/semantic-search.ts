import type { Pool } from '../../base/db/connect.ts';
import { retryReadIfLost } from '../../base/db/driver/unavailable.ts';
import type { RecurringJob, Worker } from '../../domain/kernel/jobs.ts';
import type { SemanticSearch } from '../../domain/kernel/ports.ts';
import type { Embedder } from '../../engines/search/embedding.ts';
import { VectorIndex } from '../../engines/search/vector-index.ts';
import {
  findVectorBytes,
  listUnembedded,
  listVectors,
  readVectors,
  saveVectors,
} from '../../store/knowledge/search-vectors.ts';

export const disabledSemanticSearch: SemanticSearch = {
  findNearest: async () => [],
  requestEmbedding: async () => {},
  embedMissing: async () => 0,
};

export const queryTimeoutMs = 800;
const embedTimeoutMs = 60_000;
const embedBatchSize = 32;
const maxNearest = 50;
const refreshIntervalMs = 5_000;
const vectorBatchSize = 2_000;

export function createSemanticSearch(
  embedder: Embedder,
  pools: { pool: Pool; readPool(): Pool },
  onError: (error: unknown) => void,
  timeout = queryTimeoutMs,
): SemanticSearch {
  let shelf: VectorIndex | undefined;
  const written = new Map<string, string>();
  let refreshed = Number.NEGATIVE_INFINITY;
  let refreshing: Promise<void> | undefined;

  /** Other instances change passages, too, so the in-memory index is synchronized periodically. */
  async function refresh(db: Pool): Promise<void> {
    const bytes = await findVectorBytes(db, embedder.model);
    if (bytes === null || shelf?.dimensions !== bytes / 4) {
      written.clear();
      shelf = bytes === null ? undefined : new VectorIndex(bytes / 4);
    }
    if (shelf === undefined) return;
    const stored = await listVectors(db, embedder.model, VectorIndex.maxVectors(shelf.dimensions));
    const present = new Set(stored.map(({ id }) => id));
    for (const id of [...written.keys()]) {
      if (present.has(id)) continue;
      shelf.remove(id);
      written.delete(id);
    }
    const changed = stored.filter(({ id, written: when }) => written.get(id) !== when).map(({ id }) => id);
    for (let from = 0; from < changed.length; from += vectorBatchSize) {
      for (const row of await readVectors(db, changed.slice(from, from + vectorBatchSize))) {
        if (row.vector.length !== shelf.dimensions * 4) continue;
        shelf.set(row.id, decodeVector(row.vector));
        written.set(row.id, row.written);
      }
    }
  }

  function refreshInTurn(): Promise<void> {
    if (performance.now() - refreshed < refreshIntervalMs) return refreshing ?? Promise.resolve();
    refreshed = performance.now();
    refreshing = retryReadIfLost(refresh, [pools.readPool(), pools.pool]).finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  return {
    async findNearest(question) {
      try {
        const [[vector]] = await Promise.all([embedder.embed([question], timeout), refreshInTurn()]);
        if (vector === undefined || shelf === undefined) return [];
        if (vector.length !== shelf.dimensions)
          throw new Error('The embedding provider changed the length of its vectors; run reindex.');
        return shelf.findNearest(vector, maxNearest);
      } catch (error) {
        onError(error);
        return [];
      }
    },
    requestEmbedding: (db, jobs) => jobs.add(db, { queue: 'search_vectors', key: 'fill' }),
    async embedMissing(signal) {
      const { pool } = pools;
      let filled = 0;
      while (signal?.aborted !== true) {
        const passages = await listUnembedded(pool, embedder.model, embedBatchSize);
        if (passages.length === 0) break;
        const texts = passages.map(({ title, text }) => `${title}\n${text}`);
        const vectors = await embedder.embed(texts, embedTimeoutMs);
        const bytes = await findVectorBytes(pool, embedder.model);
        if (bytes !== null && vectors.some(({ length }) => length * 4 !== bytes))
          throw new Error('The embedding provider answered vectors of another length than before.');
        await saveVectors(pool, embedder.model, passages, vectors.map(encodeVector));
        filled += passages.length;
      }
      return filled;
    },
  };
}

const encodeVector = (vector: Float32Array): Buffer => {
  const bytes = Buffer.alloc(vector.length * 4);
  vector.forEach((each, index) => {
    bytes.writeFloatLE(each, index * 4);
  });
  return bytes;
};

const decodeVector = (bytes: Buffer): Float32Array =>
  Float32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(index * 4));

export function semanticSearchWorker(meaning: () => SemanticSearch): Worker {
  return {
    queue: 'search_vectors',
    concurrency: 1,
    lockSeconds: 600,
    attempts: 3,
    handle: async (_payload, { signal }) => void (await meaning().embedMissing(signal)),
  };
}

/** Retries passages left over when the provider was unavailable. */
export const semanticSearchSchedule: RecurringJob = { queue: 'search_vectors', everySeconds: 600 };
