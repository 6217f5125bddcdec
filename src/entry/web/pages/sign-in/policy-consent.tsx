import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import type { FormRequest } from '../../page/page.ts';
import type { Problems } from '../../server/form-validation.ts';
import { CheckField } from '../../ui/choice.tsx';
import { texts as policyTexts } from './policy-pages.tsx';

export const texts = {
  agree: { en: 'I have read the rules and agree', ru: 'С правилами ознакомлен и согласен' },
  missing: {
    en: 'Read the rules and tick that you agree.',
    ru: 'Прочитайте правила и отметьте, что согласны.',
  },
  terms: policyTexts.terms,
  privacy: policyTexts.privacy,
} as const satisfies Record<string, Text>;

const consentField = 'policies';

/** The version that the form showed; null when the installation has no policies. */
export function readConsent({ text, dependencies }: Pick<FormRequest, 'text' | 'dependencies'>): {
  version: number | null;
  problems: Problems;
} {
  if (dependencies.services.installation.policyVersion === null) return { version: null, problems: {} };
  const version = Number(text('policy_version'));
  const isGiven = text(consentField) === 'true' && Number.isSafeInteger(version) && version > 0;
  return isGiven ? { version, problems: {} } : { version: null, problems: { [consentField]: texts.missing } };
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
