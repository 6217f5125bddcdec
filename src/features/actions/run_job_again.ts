import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayConfigureInstallation } from '../../domain/rules/platform-roles.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { makeJobDue } from '../../store/system/operator-overview.ts';

export const run_job_again = defineOperation({
  name: 'run_job_again',
  summary: 'Try a job again that was given up or waits after a failure. For operators.',
  scope: 'session',
  writesIn: 'nowhere',
  input: z.object({ job: id }),
  permit(_subject, caller) {
    permit(mayConfigureInstallation(caller));
  },
  async write({ job }, context) {
    const found = await makeJobDue(context.db, job, context.now());
    if (found === null)
      return refuse.invalid('job', {
        en: 'This job is done, or is being tried just now.',
        ru: 'Это задание уже выполнено или выполняется прямо сейчас.',
      });
    await recordDecision(context, {
      action: 'run_job_again',
      subject: { type: 'installation', id: '0' },
      settlementId: null,
      isOfInstallation: true,
      after: { queue: found.queue },
    });
    return found;
  },
});
