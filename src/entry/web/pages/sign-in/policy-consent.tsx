import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import type { FormRequest } from '../../page/page.ts';
import { CheckField } from '../../ui/choice.tsx';
import * as labels from '../../words/labels.ts';

export const texts = {
  agree: { en: 'I have read the rules and agree', ru: 'С правилами ознакомлен и согласен' },
  terms: labels.termsOfUse,
  privacy: labels.privacyPolicy,
} as const satisfies Record<string, Text>;

const consentField = 'policies';

/** As registration takes it; the version is null when the installation has no policies. */
export function readConsent({ text, dependencies }: Pick<FormRequest, 'text' | 'dependencies'>): {
  policies: boolean;
  policy_version: number | null;
} {
  if (dependencies.services.installation.policyVersion === null)
    return { policies: true, policy_version: null };
  const version = Number(text('policy_version'));
  const policies = text(consentField) === 'true' && Number.isSafeInteger(version) && version > 0;
  return { policies, policy_version: policies ? version : null };
}

/** Asked of everybody who creates an account. */
export function PolicyConsent({ version }: { version: number | null }) {
  if (version === null) return null;
  return (
    <div>
      <input type="hidden" name="policy_version" value={version} />
      <CheckField name={consentField} label={texts.agree} />
      <p class="small">
        {(['terms', 'privacy'] as const).map((kind, index) => (
          <>
            {index > 0 && ' · '}
            <a class="link" href={paths[kind]} target="_blank" rel="noopener">
              {texts[kind]}
            </a>
          </>
        ))}
      </p>
    </div>
  );
}
