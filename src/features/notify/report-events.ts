import type { AppealOutcome, SanctionKind, SanctionOffice } from '../../domain/rules/sanctions.ts';

/** Reports of messages and reviews, and what was decided about them. */
export type ReportEvent =
  | {
      type: 'message_reported';
      /** Whose board decides; null: the moderators of the platform. */
      settlementId: string | null;
      taskId: string;
      /** The author of the message and the reporter: neither may decide. */
      partyIds: readonly string[];
    }
  | { type: 'review_reported'; settlementId: string | null; taskId: string; partyIds: readonly string[] }
  | {
      type: 'report_decided';
      accountId: string;
      taskId: string;
      title: string;
      hidden: boolean;
      reason: string;
    }
  /** Ended beside another of the same person, because what both are about is one now. */
  | { type: 'report_joined'; accountId: string; taskId: string; title: string; into: string }
  | {
      /** A report on a review was decided: told to its author, or to whom it grades. Neither learns who reported. */
      type: 'reported_review_decided';
      to: { accountId: string } | { companyId: string } | { settlementId: string };
      /** Whoever reported is told by `report_decided`. */
      reporterId: string;
      reviewId: string;
      settlementId: string;
      subjectType: 'contact' | 'company';
      subjectId: string;
      subjectName: string;
      hidden: boolean;
      reason: string;
    };

/** What was imposed on somebody after a report, and what became of it. */
export type SanctionEvent =
  | {
      type: 'sanction_imposed';
      sanctionId: string;
      accountId: string;
      kind: SanctionKind;
      office: SanctionOffice;
      /** Null: everywhere. */
      settlementId: string | null;
      days: number | null;
      reason: string;
    }
  | { type: 'sanction_lifted'; sanctionId: string; accountId: string; reason: string }
  /** A silence whose time is over. */
  | { type: 'sanction_over'; sanctionId: string; accountId: string }
  | { type: 'sanction_appealed'; sanctionId: string; except: readonly string[] }
  | {
      type: 'appeal_decided';
      sanctionId: string;
      accountId: string;
      outcome: AppealOutcome;
      reason: string;
      imposedBy: { settlementId: string } | { accountId: string };
      byId: string;
      /** The person, or whose decision it was. */
      to: 'person' | 'imposer';
    };
