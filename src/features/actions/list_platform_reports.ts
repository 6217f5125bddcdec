import { z } from 'zod';
import { enumField, id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { countOpenAppeals } from '../../store/accounts/sanctions.ts';
import { listPlatformReports } from '../../store/tasks/platform-reports.ts';

const pageSize = 20;

export const list_platform_reports = defineOperation({
  name: 'list_platform_reports',
  summary:
    'Reports that concern a board or a company, danger first, then longest. For moderators who have no part in them.',
  scope: 'session',
  input: z.object({ about: enumField(['verdicts', 'others', 'all']).default('all'), after: id.optional() }),
  permit(_subject, caller) {
    permit(caller.isModerator || { en: 'This is for moderators.', ru: 'Это только для модераторов.' });
  },
  async show({ about, after }, { db, caller }) {
    const isFirstPage = about === 'others' && after === undefined;
    const [rows, appeals] = await Promise.all([
      listPlatformReports(db, caller.accountId, about, after, pageSize + 1),
      isFirstPage ? countOpenAppeals(db, caller.accountId) : 0,
    ]);
    const reports = rows.slice(0, pageSize);
    /** Those that wait for a decision of the caller; of `others` alone. */
    return { reports, appeals, next: rows.length > pageSize ? (reports.at(-1)?.id ?? null) : null };
  },
});
