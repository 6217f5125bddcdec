import type { SecretBox } from '../../base/encryption/secret-box.ts';
import type { FairShare } from '../../base/threads/fair-share.ts';
import type { ConnectionTester } from '../../engines/devices/connection-test.ts';
import type { Geometry } from '../../engines/geometry/engine.ts';
import type { BlobStore } from '../../engines/media/blob-store.ts';
import type { UnfinishedUploads } from '../../engines/media/unfinished-uploads.ts';
import type { Guard } from '../../engines/outbound/guard.ts';
import type { TextReader } from '../../engines/search/text-reader.ts';
import type { ItemSearch } from './item-search.ts';
import type { Jobs } from './jobs.ts';
import type {
  AnnouncementReads,
  BackupPlaces,
  BatchCounter,
  BoundaryPreview,
  EmailLinkOrigin,
  Installation,
  NotificationReads,
  PasswordAttempts,
  PeopleLists,
  PlotCodes,
  PushKeys,
  Quotas,
  SemanticSearch,
  TermMerger,
} from './ports.ts';

/** What handlers share in one process; created by create-services.ts. */
export interface Services {
  readonly announcementReads: AnnouncementReads;
  readonly backupPlaces: BackupPlaces;
  readonly notificationReads: NotificationReads;
  /** Saved outside the read-only operation that makes it: a preview changes nothing of the settlement. */
  readonly boundaryPreviews: { save(preview: BoundaryPreview): Promise<void> };
  readonly devices: {
    readonly secrets: SecretBox;
    readonly guard: Guard;
    readonly connectionTester: ConnectionTester;
  };
  readonly geometry: Geometry;
  readonly itemSearch: ItemSearch;
  readonly jobs: Jobs;
  /** By article. */
  readonly knowledgeViews: BatchCounter;
  /** By the words that are kept of a question. */
  readonly unansweredQuestions: BatchCounter;
  /** The origin for links in emails that a request causes. */
  readonly emailLinkOrigin: EmailLinkOrigin;
  readonly installation: Installation;
  readonly semanticSearch: SemanticSearch;
  /** `guard`: for fetching from an address that a user gave. */
  readonly media: {
    readonly store: BlobStore;
    readonly addressKey: Buffer;
    readonly guard: Guard;
    /** Concurrent uploads, limited per account. */
    readonly incoming: FairShare;
    /** What arrived of uploads whose connection broke. */
    readonly unfinished: UnfinishedUploads;
  };
  readonly passwordAttempts: PasswordAttempts;
  readonly plotCodes: PlotCodes;
  /** `guard`: for push servers, whose addresses browsers give. */
  readonly push: { readonly guard: Guard; keys(): Promise<PushKeys> };
  readonly quotas: Quotas;
  readonly peopleLists: PeopleLists;
  readonly searchTerms: TermMerger;
  readonly texts: TextReader;
}
