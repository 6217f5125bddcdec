import type { Db } from '../../base/db/connect.ts';
import type { Requester } from '../../base/threads/fair-share.ts';
import type { WirePoint } from '../../engines/geometry/types.ts';
import type { Jobs } from './jobs.ts';

// Ports: what handlers need of features that stand above the kernel. The features implement them.

/** Who opened an announcement, written now and then, many at once: reading an article writes nothing. */
export interface AnnouncementReads {
  record(articleId: string, accountId: string): void;
  /** Writes what was noted. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Counts views in memory and writes them now and then, many at once: reading an article writes nothing. */
export interface KnowledgeViewCounter {
  count(articleId: string): void;
  /** Writes what was counted. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** What a letter may name as the service: `origin` is that of the request which caused it. */
export type EmailLinkOrigin = (origin: string) => string;

export interface PlotCodes {
  /** The code as it is printed, and what is kept of it. */
  create(): { code: string; hash: Buffer };
  /** What a code that somebody typed may be kept as; empty when it cannot be one. */
  listPossibleHashes(typed: string): Buffer[];
}

/** Reads the boards' lists in a thread of its own, started when first needed. */
export interface ResidentListReader {
  /** Undefined when too many lists are being read. */
  read(csv: string, requester: Requester): Promise<ResidentListLine[] | undefined>;
  close(): Promise<void>;
}

/** Search by meaning beside search by words. Without a provider it finds nothing and asks nobody. */
export interface SemanticSearch {
  /** Ids of the passages nearest to the question; none when the provider is late or fails. */
  findNearest(question: string): Promise<string[]>;
  /** Has the passages written in this transaction embedded after it. */
  requestEmbedding(db: Db, jobs: Jobs): Promise<void>;
  /** Embeds every passage that is not yet; gives how many. */
  embedMissing(signal?: AbortSignal): Promise<number>;
}

/** Folds what the index noted about its vocabulary soon after an article changed, outside of anybody's request. */
export interface TermMerger {
  wake(): void;
  close(): Promise<void>;
}

/** A drawing as it can be applied again. */
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
  /** Digest of the land as it was and of what would move. */
  land: string;
  createdAt: Date;
  expiresAt: Date;
}

/** A line of the board's list as it was read; what is not a role is undefined. */
export interface ResidentListLine {
  /** As in the file; the first holds the names of the columns. */
  line: number;
  plot: string;
  numberKey: string;
  emailKey: string;
  name: string;
  role: 'owner' | 'family' | 'tenant' | undefined;
}

/** What one account may have only so much of; `waiting` is what it has put before the moderators. */
export type Quota = 'drafts' | 'waiting' | 'file_bytes' | 'tokens';
export type Quotas = Readonly<Record<Quota, number>>;
