import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { permit } from '../../../../domain/kernel/refusal.ts';
import { mayConfigureInstallation } from '../../../../domain/rules/platform-roles.ts';
import { show_installation_use } from '../../../../features/actions/show_installation_use.ts';
import type { FormRequest, PageRequest } from '../../page/page.ts';
import { refuseWrongPassword } from '../../server/password-check.ts';
import * as labels from '../../words/labels.ts';

export const setupTexts = {
  step: { en: 'Step {number} of 6', ru: 'Шаг {number} из 6' },
  installation: { en: 'Installation', ru: 'Настройка площадки' },
  later: labels.later,
  next: { en: 'Next', ru: 'Дальше' },
  byEnvironment: {
    en: 'The environment sets this ({variable}); it can be changed only there.',
    ru: 'Это задано при запуске ({variable}) и меняется только там.',
  },
} as const satisfies Record<string, Text>;

export const setupParent = (language: keyof Text) => ({
  href: paths.setup,
  text: setupTexts.installation[language],
});

export function formatStep(number: number, language: keyof Text): string {
  return setupTexts.step[language].replace('{number}', String(number));
}

export function formatByEnvironment(variable: string, language: keyof Text): string {
  return setupTexts.byEnvironment[language].replace('{variable}', variable);
}

export function permitOperator({ session }: Pick<PageRequest, 'session'>): void {
  permit(mayConfigureInstallation({ isOperator: session?.isOperator ?? false }));
}

/**
 * Mail and address decide who receives the links that open accounts. Once there is something to protect, a stolen
 * session is not enough to change them.
 */
export async function needsPassword({ call }: Pick<PageRequest, 'call'>, isSet: boolean): Promise<boolean> {
  return isSet || (await call(show_installation_use, {})).isInUse;
}

export async function requirePassword(pageRequest: FormRequest<'signed-in'>, isSet: boolean): Promise<void> {
  if (await needsPassword(pageRequest, isSet)) await refuseWrongPassword(pageRequest, passwordField);
}

export const passwordField = 'own_password';
