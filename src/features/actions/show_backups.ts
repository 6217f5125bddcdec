import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { maskPersonal } from '../../domain/rules/mask-personal.ts';
import { mayConfigureInstallation } from '../../domain/rules/platform-roles.ts';
import { listBackupRuns } from '../../store/system/backup-runs.ts';
import { isJobWaiting } from '../../store/system/jobs.ts';

const maxBackups = 5;

export const show_backups = defineOperation({
  name: 'show_backups',
  summary: 'The newest backups with their verdicts, and whether one was asked for. For operators.',
  scope: 'session',
  input: z.object({ with_waiting: z.boolean().default(false) }),
  permit(_subject, caller) {
    permit(mayConfigureInstallation(caller));
  },
  async show({ with_waiting: withWaiting }, { db }) {
    const runs = await listBackupRuns(db, maxBackups);
    const isAskedFor = withWaiting && (await isJobWaiting(db, 'backup', 'asked for'));
    return {
      isAskedFor,
      runs: runs.map(({ problem, ...run }) => ({
        ...run,
        problem: problem === null ? null : maskPersonal(problem),
      })),
    };
  },
});
