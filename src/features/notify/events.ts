import type { BoardRole } from '../../domain/rules/board.ts';
import type { MotionKind } from '../../domain/rules/board-motions.ts';
import type { EndingKind } from '../../domain/rules/residency-ending.ts';
import type { CompanyEvent } from './company-events.ts';
import type { ReportEvent, SanctionEvent } from './report-events.ts';

interface HiddenArticle {
  accountId: string;
  settlementId: string;
  slug: string;
  title: string;
  reason: string | null;
}

interface HiddenMedia {
  accountId: string;
  settlementId: string;
  parcelId: string | null;
  taskId: string | null;
  caption: string;
  reason: string | null;
}

/** What happened, as operations state it. Recipients, topic and text are decided by the routing. */
export type ProductEvent =
  | {
      type: 'proposal_waiting';
      settlementId: string;
      proposalId: string;
      subjectName: string;
      authorId: string;
    }
  | {
      type: 'proposal_decided';
      accountId: string;
      settlementId: string;
      proposalId: string;
      subjectName: string;
      approved: boolean;
      reason: string | null;
    }
  | {
      type: 'knowledge_waiting';
      articleId: string;
      slug: string;
      revisionId: string;
      title: string;
      authorId: string;
    }
  | {
      type: 'knowledge_decided';
      accountId: string;
      articleId: string;
      slug: string;
      title: string;
      passed: boolean;
      reason: string | null;
    }
  | {
      type: 'residency_waiting';
      settlementId: string;
      membershipId: string;
      plotNumber: string;
      accountId: string;
    }
  | {
      /** Who claims the plot asks the board not to forget it. */
      type: 'residency_reminded';
      settlementId: string;
      membershipId: string;
      plotNumber: string;
      accountId: string;
    }
  | {
      /** Family or a tenant: the plot's owners may confirm it as well as the board. */
      type: 'residency_asked';
      parcelId: string;
      membershipId: string;
      plotNumber: string;
      accountId: string;
    }
  | {
      type: 'residency_decided';
      accountId: string;
      settlementId: string;
      plotNumber: string;
      outcome: 'confirmed' | 'refused' | 'ended';
      /** Confirmed: a note of the board. */
      reason: string | null;
      /** How a membership ended, and on which day. */
      ended?: { kind: EndingKind; on: string } | null;
    }
  | {
      /** The ending of a membership was taken back. */
      type: 'residency_restored';
      accountId: string;
      settlementId: string;
      plotNumber: string;
    }
  | {
      type: 'review_posted';
      settlementId: string;
      companyId: string;
      companyName: string;
      settlementName: string;
      authorId: string;
    }
  | {
      /** Confirmed at once by a code. */
      type: 'residency_joined';
      parcelId: string;
      plotNumber: string;
      accountId: string;
      /** The owner who sent the invitation; null: the code came from the board. */
      invitedBy: string | null;
    }
  | {
      type: 'review_answered';
      accountId: string;
      settlementId: string;
      subjectType: 'contact' | 'company';
      subjectId: string;
      subjectName: string;
    }
  | {
      type: 'review_moderated';
      accountId: string;
      settlementId: string;
      subjectType: 'contact' | 'company';
      subjectId: string;
      subjectName: string;
      hidden: boolean;
      reason: string | null;
    }
  /** The board narrowed who sees somebody's diary entry, or took that back. */
  | ({ type: 'article_hidden' } & HiddenArticle)
  | ({ type: 'article_shown' } & HiddenArticle)
  /** The board published somebody's draft. */
  | { type: 'article_published'; accountId: string; settlementId: string; slug: string; title: string }
  /** The board hid somebody's photograph or file, took that back, or removed it from a task. */
  | ({ type: 'media_hidden' } & HiddenMedia)
  | ({ type: 'media_shown' } & HiddenMedia)
  | ({ type: 'media_removed' } & HiddenMedia)
  | {
      type: 'task_written';
      settlementId: string;
      taskId: string;
      title: string;
      authorId: string;
      addressee: 'board' | 'company';
      companyId: string | null;
      /** They are told of it by `task_assigned`. */
      assigneeIds: readonly string[];
    }
  | { type: 'task_assigned'; accountIds: readonly string[]; taskId: string; title: string; byId: string }
  /** Offered to a plot: the first member to accept gets it. */
  | { type: 'task_offered'; accountIds: readonly string[]; taskId: string; title: string; byId: string }
  | { type: 'task_accepted'; accountId: string; taskId: string; title: string; byId: string }
  /** No member of the plot is left who could accept. */
  | { type: 'task_declined'; accountId: string; taskId: string; title: string }
  | {
      type: 'task_changed';
      accountIds: readonly string[];
      taskId: string;
      title: string;
      status: 'open' | 'in_progress' | 'done' | 'cancelled';
      byId: string;
    }
  | { type: 'meter_due'; accountIds: readonly string[]; parcelId: string; kind: string; day: string }
  | { type: 'task_due'; accountIds: readonly string[]; taskId: string; title: string; dueOn: string }
  | CompanyEvent
  | { type: 'settlement_asked'; requestId: string; name: string; authorId: string }
  | {
      type: 'settlement_decided';
      accountId: string;
      name: string;
      /** Null: returned with the reason. */
      accepted: { slug: string; isBoard: boolean } | null;
      reason: string | null;
    }
  | {
      /** Of the platform or the installation. */
      type: 'role_changed';
      accountId: string;
      role: 'moderator' | 'operator';
      isGiven: boolean;
      reason: string;
      byId: string;
    }
  | {
      type: 'role_of_another_changed';
      /** The other operators. */
      accountIds: readonly string[];
      name: string;
      role: 'moderator' | 'operator';
      isGiven: boolean;
      reason: string;
      byId: string;
    }
  | {
      /** Somebody was taken onto the board of a settlement, put off it, or left it. */
      type: 'board_changed';
      settlementId: string;
      settlementName: string;
      person: { id: string; name: string };
      role: BoardRole;
      change: 'taken' | 'dismissed' | 'left';
      by: { id: string; name: string };
      reason: string | null;
      /** The person themself, if it was not their own decision, or the rest of the board. */
      to: 'person' | 'board';
    }
  | {
      /** Somebody with an account tied to the settlement is asked onto its board. */
      type: 'board_invitation';
      invitationId: string;
      accountId: string;
      role: BoardRole;
      village: string;
      by: { id: string; name: string };
      reason: string;
    }
  | {
      type: 'board_invitation_declined';
      settlementId: string;
      person: { id: string; name: string };
      inviterId: string;
    }
  | {
      /** Somebody of the board proposed what a second member has to agree to. */
      type: 'motion_waiting';
      settlementId: string;
      motionId: string;
      kind: MotionKind;
      by: { id: string; name: string };
      /** Who would be taken off the board: told when it is decided. */
      subjectId: string | null;
      village: string;
    }
  | {
      type: 'motion_answered';
      settlementId: string;
      motionId: string;
      answer: 'seconded' | 'refused';
      /** Who proposed it. */
      accountId: string;
      by: { id: string; name: string };
      reason: string | null;
    }
  | { type: 'device_trouble'; accountId: string; connectionId: string; name: string }
  | {
      type: 'sensor_alert';
      alert: 'below' | 'above' | 'silent' | 'on';
      connectionId: string;
      sensorId: string;
      /** What the resident calls it, else the name of its device. */
      sensorName: string;
      /** Which sensor of the device, where the name does not tell. */
      part: string;
      kind: string;
      /** With its unit; a dash where there is none. */
      value: string;
      bound: string;
      /** In the settlement's time zone. */
      since: string;
    }
  | { type: 'message_received'; accountIds: readonly string[]; conversationId: string; senderName: string }
  | ReportEvent
  | SanctionEvent
  | {
      type: 'announcement_published';
      settlementId: string;
      articleId: string;
      slug: string;
      title: string;
      visibility: string;
      authorId: string;
      isUrgent: boolean;
    };
