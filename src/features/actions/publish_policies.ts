import { z } from 'zod';
import { text } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayConfigureInstallation } from '../../domain/rules/platform-roles.ts';
import { insertPolicy } from '../../store/accounts/policies.ts';
import { recordDecision } from '../../store/system/audit.ts';

const maxPolicyLength = 100_000;

export const publish_policies = defineOperation({
  name: 'publish_policies',
  summary: 'Publish privacy policy and terms; everybody is asked to agree to a new version. For operators.',
  scope: 'session',
  writesIn: 'nowhere',
  input: z.object({ privacy: text(maxPolicyLength), terms: text(maxPolicyLength) }),
  permit(_subject, caller) {
    permit(mayConfigureInstallation(caller));
  },
  async write({ privacy, terms }, context) {
    const { db, now } = context;
    const version = await insertPolicy(db, { privacy: privacy.trim(), terms: terms.trim(), now: now() });
    if (version !== null)
      await recordDecision(context, {
        action: 'publish_policies',
        subject: { type: 'installation', id: String(version) },
        settlementId: null,
        isOfInstallation: true,
        after: { version },
      });
    return { version };
  },
});
