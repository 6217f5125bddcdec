import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { maskEmail, maskPersonal } from '../../domain/rules/mask-personal.ts';
import { mayConfigureInstallation } from '../../domain/rules/platform-roles.ts';
import { listRoleHolders } from '../../store/accounts/platform-roles.ts';
import { listBackupRuns } from '../../store/system/backup-runs.ts';
import {
  readDeviceOverview,
  readEmailOverview,
  readJobsOverview,
  readStorageOverview,
} from '../../store/system/operator-overview.ts';

const maxListed = 15;
const maxBackups = 5;

export const show_operation = defineOperation({
  name: 'show_operation',
  summary:
    'How the installation runs: jobs, emails, devices, storage, backups, roles. For operators; nothing that people wrote.',
  scope: 'session',
  input: z.object({}),
  permit(_subject, caller) {
    permit(mayConfigureInstallation(caller));
  },
  async show(_, { db, now }) {
    const [jobs, emails, holders, devices, storage, backups] = await Promise.all([
      readJobsOverview(db, maxListed),
      readEmailOverview(db, now(), maxListed),
      listRoleHolders(db),
      readDeviceOverview(db),
      readStorageOverview(db, now(), maxListed),
      listBackupRuns(db, maxBackups),
    ]);
    return {
      jobs: {
        ...jobs,
        troubled: jobs.troubled.map((job) => ({ ...job, error: maskPersonal(job.error) })),
      },
      emails: {
        ...emails,
        undelivered: emails.undelivered.map((email) => ({
          ...email,
          to: maskEmail(email.to),
          error: maskPersonal(email.error),
        })),
      },
      devices,
      storage,
      backups: backups.map(({ problem, ...run }) => ({
        ...run,
        problem: problem === null ? null : maskPersonal(problem),
      })),
      roles: holders.map(({ id, name, isModerator, isOperator }) => ({ id, name, isModerator, isOperator })),
    };
  },
});
