import { fillPath, paths } from '../../base/site/paths.ts';
import type { ProductEvent } from './events.ts';

/** Pages that notifications lead to: opening one reads those that lead there. */
export const notifiedPaths: ReadonlySet<string> = new Set<string>([
  paths.acknowledge,
  paths.article,
  paths.board,
  paths.boardInvitation,
  paths.boardMembers,
  paths.claim,
  paths.company,
  paths.companyDashboard,
  paths.contact,
  paths.conversation,
  paths.correction,
  paths.deviceConnection,
  paths.inviteToPlot,
  paths.knowledgeArticle,
  paths.moderationText,
  paths.motion,
  paths.more,
  paths.myEdits,
  paths.myRequests,
  paths.platform,
  paths.platformCompany,
  paths.platformRoles,
  paths.platformSettlementRequest,
  paths.plot,
  paths.plotMeters,
  paths.plotPhotos,
  paths.sanction,
  paths.sensor,
  paths.settlement,
  paths.task,
]);

/** Also used by read_conversation to find the notifications about the conversation. */
export function conversationPath(conversation: string): string {
  return fillPath(paths.conversation, { conversation });
}

export function mediaPath({
  settlementId,
  parcelId,
  taskId,
}: Extract<ProductEvent, { type: 'media_hidden' | 'media_shown' | 'media_removed' }>): string {
  if (taskId !== null) return fillPath(paths.task, { task: taskId });
  return parcelId === null
    ? fillPath(paths.settlement, { settlement: settlementId })
    : fillPath(paths.plotPhotos, { plot: parcelId });
}

interface ReviewedSubject {
  settlementId: string;
  subjectType: 'contact' | 'company';
  subjectId: string;
}

export const reviewedSubjectPath = ({ settlementId, subjectType, subjectId }: ReviewedSubject) =>
  subjectType === 'company'
    ? fillPath(paths.company, { company: subjectId })
    : fillPath(paths.contact, { settlement: settlementId, contact: subjectId });
