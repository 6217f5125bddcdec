import type { Db } from '../../base/db/connect.ts';
import type { Text } from '../../base/i18n/text.ts';
import type { Requester } from '../../base/threads/fair-share.ts';
import type { WirePoint } from '../../engines/geometry/types.ts';
import type { Jobs } from './jobs.ts';

// Ports: what handlers need of features that stand above the kernel. The features implement them.

/** Who opened an announcement; written in batches, so that reading an article writes nothing. */
export interface AnnouncementReads {
  /** `shown`: read in full on another page, such as Today. */
  record(articleId: string, accountId: string, how: 'opened' | 'shown'): void;
  /** Writes what was noted. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Pages that accounts opened, by whatever way: the notifications that lead to them are read. Written in batches, so that
 * reading an article writes nothing.
 */
export interface NotificationReads {
  /** `accountId` null: nobody is signed in. */
  record(accountId: string | null, ...urls: string[]): void;
  /** Writes what was noted of one account; returns how many notifications were unread until now. */
  flush(accountId: string): Promise<number>;
  close(): Promise<void>;
}

/** Counts in memory and writes in batches, so that reading writes nothing. */
export interface BatchCounter {
  count(key: string): void;
  /** Writes what was counted. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Takes the origin of the request that causes an email; returns the origin for the links in it. */
export type EmailLinkOrigin = (origin: string) => string;

/** What the operator has set, by the environment or on pages; it may change while the service runs. */
/** Where the daily backup goes. */
export interface BackupDestination {
  /** A folder, or an address that begins with s3://. */
  readonly to: string;
  /** When a page set it: what was due before is not missed. Null: by the environment. */
  readonly since: Date | null;
}

export interface BackupPlaces {
  /** Writes, reads and removes a small file there; throws in the words of the place. */
  check(to: string): Promise<void>;
  /** A folder on the disk of the data folder, which a broken disk takes along. */
  isBesideData(to: string): Promise<boolean>;
  /** Inside the data folder, with which it would be lost. */
  isInsideData(to: string): boolean;
  /** The time of day at which a backup begins: minutes after midnight, UTC. */
  readonly at: number;
  readonly keyPlace: Text;
}

export interface Installation {
  /** Where people open the service. */
  readonly baseUrl: string;
  /** False: nobody has said where, and `baseUrl` is where the service listens. */
  readonly isBaseUrlSet: boolean;
  readonly smtpUrl: string | undefined;
  /** How emails leave: `console` prints them at the server, `none` keeps them unsent. */
  readonly mail: 'server' | 'console' | 'none';
  /** Of privacy policy and terms; null when none were published. */
  readonly policyVersion: number | null;
  /** Null: backups are made by the command only. */
  readonly backup: BackupDestination | null;
  /** The key that encrypts backups, also where the command names another place. */
  readonly backupKey: string | undefined;
  /** Set by the environment, which wins over pages. */
  readonly ofEnvironment: {
    readonly baseUrl: boolean;
    readonly mail: boolean;
    readonly backup: boolean;
    readonly backupKey: boolean;
  };
  seal(name: 'base_url' | 'smtp_url' | 'backup', value: string): string;
  /** Seals settings under SECRET_KEY that are still under a former one. */
  reseal(): Promise<void>;
  /** Reads what was just saved. */
  reload(): Promise<void>;
}

/** Attempts at passwords, counted apart from the transaction that they allow: a refusal must not undo the count. */
export interface PasswordAttempts {
  /** Counts one under each key, which has so many without a wait; or none, and returns the seconds to wait. */
  reserve(freeAttempts: Readonly<Record<string, number>>): Promise<number>;
}

/** With which pushes are signed: base64url, stable for the life of the installation. */
export interface PushKeys {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface PlotCodes {
  /** The code as printed, and the hash to store. */
  create(): { code: string; hash: Buffer };
  /** The hashes a typed code may be stored under, one per key; empty when it is malformed. */
  listPossibleHashes(typed: string): Buffer[];
}

/** Reads and writes lists of people in a worker thread. */
export interface PeopleLists {
  /** The lines, and the table as CSV; undefined when the queue is full. */
  read(table: string | Uint8Array, requester: Requester): Promise<PeopleList | undefined>;
  /** The cells of any table, blank rows too; undefined when the queue is full. */
  readTable(table: string | Uint8Array, requester: Requester): Promise<string[][] | undefined>;
  /** The bytes of an .xlsx file, in which numbers can be summed; undefined when there is no turn or no time. */
  writeXlsx(
    rows: readonly (readonly (string | number)[])[],
    requester: Requester,
  ): Promise<Buffer | undefined>;
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

export interface PeopleList {
  csv: string;
  lines: PeopleListLine[];
  /** Headings of columns that are not read. */
  unknownColumns: string[];
}

/** A parsed line of the board's list. Empty or null: the line does not say. */
export interface PeopleListLine {
  /** Row of the table, as spreadsheets count; the first one has the column names. */
  line: number;
  /** As written, in the order of the known columns. */
  cells: string[];
  plot: string;
  numberKey: string;
  name: string;
  emailKey: string;
  hasNoEmail: boolean;
  phones: string[];
  postalAddress: string;
  role: 'owner' | 'family' | 'tenant' | null;
  isMember: boolean | null;
  /** Y-m-d. */
  since: string | null;
  /** Why it cannot be taken in. */
  fault: Text | null;
}

/**
 * Limits per account. `waiting` counts what it has submitted to the moderators, `changes` those of a day (UTC),
 * `written_bytes` what its changes of thirty days have sent to the database.
 */
export type Quota =
  | 'drafts'
  | 'waiting'
  | 'open_tasks'
  | 'file_bytes'
  | 'tokens'
  | 'changes'
  | 'written_bytes';
/** With `urgent_notices`, of a settlement in seven days. */
export type Quotas = Readonly<Record<Quota | 'urgent_notices', number>>;

/** The demonstration of this installation. */
export interface Demonstration {
  /**
   * Returns its operator; null when the operator has no password to sign in with, `refused` when there are accounts
   * or settlements that are not its own.
   */
  load(): Promise<{ id: string; passwordHash: string } | null | 'refused'>;
  /** Whether there is nothing beside it. */
  isAlone(): Promise<boolean>;
  /** Empties the installation and returns the path to set it up; null when there is more than the demonstration. */
  remove(): Promise<string | null>;
}
