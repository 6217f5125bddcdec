import type { SecretBox } from './devices/secret.ts';
import type { Trials } from './devices/trials.ts';
import type { Geometry } from './geometry/engine.ts';
import type { Jobs } from './jobs/queue.ts';
import type { SemanticSearch } from './knowledge/meaning.ts';
import type { TermMerger } from './knowledge/term-merging.ts';
import type { KnowledgeViews } from './knowledge/views.ts';
import type { ResidentLists } from './land-import/resident-lists.ts';
import type { LetterOrigin } from './mail/letter-origin.ts';
import type { BlobStore } from './media/blob-store.ts';
import type { AnnouncementReads } from './notify/announcement-reads.ts';
import type { PlotCodes } from './oauth/plot-codes.ts';
import type { Guard } from './outbound/guard.ts';
import type { Quotas } from './rules/quotas.ts';
import type { TextReader } from './search/text-reader.ts';
import type { BoundaryPreview } from './store/land/boundary-previews.ts';
import type { FairShare } from './threads/fair-share.ts';

/** The engines of a running service, made once by app.ts and handed to every handler. Types only. */
export interface Services {
  readonly announcementReads: AnnouncementReads;
  /** Kept although shaping a boundary only reads: a preview is no part of the settlement. */
  readonly boundaryPreviews: { keep(preview: BoundaryPreview): Promise<void> };
  readonly devices: { readonly secrets: SecretBox; readonly guard: Guard; readonly trials: Trials };
  readonly geometry: Geometry;
  readonly jobs: Jobs;
  readonly knowledgeViews: KnowledgeViews;
  /** The origin for links in a letter that a request causes. */
  readonly letterOrigin: LetterOrigin;
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
  readonly residentLists: ResidentLists;
  readonly searchTerms: TermMerger;
  readonly texts: TextReader;
}
