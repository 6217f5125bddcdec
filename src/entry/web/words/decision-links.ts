import { fillPath, paths } from '../../../base/site/paths.ts';
import type { Decision } from './audit-texts.ts';

/** Page of what was decided about, as far as it still exists; `settlement` by slug. */
export function findDecisionPath(decision: Decision, settlement: string): string | undefined {
  const { action, subjectType, subjectId: id, subjectName } = decision;
  if (action === 'set_settlement_boundary') return fillPath(paths.boundary, { settlement });
  if (action === 'import_land' || action === 'undo_land_import')
    return fillPath(paths.landImports, { settlement });
  if (action === 'invite_people' || action === 'print_people_letters' || action === 'issue_plot_codes')
    return fillPath(paths.invitePeople, { settlement });
  if (action === 'edit_settlement') return fillPath(paths.settlementSettings, { settlement });
  if (action.endsWith('_settlement_document')) return fillPath(paths.documents, { settlement });
  if (subjectType === 'sanction') return fillPath(paths.sanction, { sanction: id });
  if (action === 'remove_article' || subjectName === null) return undefined;
  switch (subjectType) {
    case 'article':
      return fillPath(paths.article, { settlement, article: id });
    case 'recorded_person':
      return fillPath(paths.person, { settlement, person: id });
    case 'resident':
      return fillPath(paths.resident, { settlement, resident: id });
    case 'parcel':
      return fillPath(paths.plot, { plot: id });
    case 'contact':
      return fillPath(paths.contact, { settlement, contact: id });
    case 'task':
      return fillPath(paths.report, { settlement, report: id });
    case 'review':
      return fillPath(paths.boardReview, { settlement, review: id });
    case 'proposal':
      return fillPath(paths.correction, { settlement, proposal: id });
    default:
      return undefined;
  }
}

/** The same for what moderators decided. */
export function findPlatformDecisionPath({
  subjectType,
  subjectId: id,
  subjectName,
}: Decision): string | undefined {
  if (subjectType === 'sanction') return fillPath(paths.sanction, { sanction: id });
  if (subjectName === null) return undefined;
  switch (subjectType) {
    case 'company':
      return fillPath(paths.platformCompany, { company: id });
    case 'task':
      return fillPath(paths.platformReport, { report: id });
    case 'settlement_request':
      return fillPath(paths.platformSettlementRequest, { request: id });
    case 'knowledge_article':
      return fillPath(paths.knowledgeArticle, { article: id });
    default:
      return undefined;
  }
}
