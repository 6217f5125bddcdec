import type { Db } from '../../base/db/connect.ts';
import type { Requester } from '../../base/threads/fair-share.ts';
import type { WirePoint } from '../../engines/geometry/types.ts';
import type { Jobs } from './jobs.ts';

// Ports: what handlers need of features that stand above the kernel. The features implement them.

/** Who opened an announcement; written in batches, so that reading an article writes nothing. */
export interface AnnouncementReads {
  record(articleId: string, accountId: string): void;
  /** Writes what was noted. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Counts views in memory and writes them in batches, so that reading an article writes nothing. */
export interface KnowledgeViewCounter {
  count(articleId: string): void;
  /** Writes what was counted. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Takes the origin of the request that causes an email; returns the origin for the links in it. */
export type EmailLinkOrigin = (origin: string) => string;

export interface PlotCodes {
  /** The code as printed, and the hash to store. */
  create(): { code: string; hash: Buffer };
  /** The hashes a typed code may be stored under, one per key; empty when it is malformed. */
  listPossibleHashes(typed: string): Buffer[];
}

/** Parses lists of residents in a worker thread. */
export interface ResidentListReader {
  /** Undefined when the queue is full. */
  read(csv: string, requester: Requester): Promise<ResidentListLine[] | undefined>;
  close(): Promise<void>;
}

/** Search by embeddings beside search by words; finds nothing when no provider is configured. */
export interface SemanticSearch {
  /** Ids of the nearest passages; empty when the provider fails or times out. */
  findNearest(question: string): Promise<string[]>;
  /** Enqueues the embedding of passages written in this transaction. */
  requestEmbedding(db: Db, jobs: Jobs): Promise<void>;
  /** Embeds all passages that have no vector; returns how many. */
  embedMissing(signal?: AbortSignal): Promise<number>;
}

/** Merges term statistics soon after an article changed, outside of requests. */
export interface TermMerger {
  wake(): void;
  close(): Promise<void>;
}

/** A drawing that can be applied again. */
export interface SavedDrawing {
  ring: WirePoint[] | null;
  parcels: string[];
  exclude: string[];
  snap: boolean;
  source: 'manual' | 'developer' | 'egrn';
}

export interface BoundaryPreview {
  handle: string;
  accountId: string;
  settlementId: string;
  drawing: SavedDrawing;
  /** Digest of the land and of the planned changes. */
  land: string;
  createdAt: Date;
  expiresAt: Date;
}

/** A parsed line of the board's list; an unknown role is undefined. */
export interface ResidentListLine {
  /** Line number in the file; line 1 has the column names. */
  line: number;
  plot: string;
  numberKey: string;
  emailKey: string;
  name: string;
  role: 'owner' | 'family' | 'tenant' | undefined;
}

/** Limits per account; `waiting` counts what it has submitted to the moderators. */
export type Quota = 'drafts' | 'waiting' | 'file_bytes' | 'tokens';
export type Quotas = Readonly<Record<Quota, number>>;
