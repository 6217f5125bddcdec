import type { FairShare } from '../../base/threads/fair-share.ts';
import type { ConnectionTester } from '../../engines/devices/connection-test.ts';
import type { SecretBox } from '../../engines/devices/secret.ts';
import type { Geometry } from '../../engines/geometry/engine.ts';
import type { BlobStore } from '../../engines/media/blob-store.ts';
import type { Guard } from '../../engines/outbound/guard.ts';
import type { TextReader } from '../../engines/search/text-reader.ts';
import type { Jobs } from './jobs.ts';
import type {
  AnnouncementReads,
  BoundaryPreview,
  EmailLinkOrigin,
  KnowledgeViewCounter,
  PlotCodes,
  Quotas,
  ResidentListReader,
  SemanticSearch,
  TermMerger,
} from './ports.ts';

/** The engines of a running service, made once by app.ts and handed to every handler. Types only. */
export interface Services {
  readonly announcementReads: AnnouncementReads;
  /** Kept although shaping a boundary only reads: a preview is no part of the settlement. */
  readonly boundaryPreviews: { keep(preview: BoundaryPreview): Promise<void> };
  readonly devices: { readonly secrets: SecretBox; readonly guard: Guard; readonly trials: ConnectionTester };
  readonly geometry: Geometry;
  readonly jobs: Jobs;
  readonly knowledgeViews: KnowledgeViewCounter;
  /** The origin for links in a letter that a request causes. */
  readonly letterOrigin: EmailLinkOrigin;
  readonly meaning: SemanticSearch;
  /** `guard`: for fetching from an address that somebody gave. */
  readonly media: {
    readonly store: BlobStore;
    readonly addressKey: Buffer;
    readonly guard: Guard;
    /** Files on their way in, so many of one person at once. */
    readonly incoming: FairShare;
  };
  readonly plotCodes: PlotCodes;
  readonly quotas: Quotas;
  readonly residentLists: ResidentListReader;
  readonly searchTerms: TermMerger;
  readonly texts: TextReader;
}
