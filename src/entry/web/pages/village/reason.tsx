import type { Text } from '../../../../base/i18n/text.ts';
import { useLanguage } from '../../ui/language-context.ts';

export const texts = {
  reason: { en: 'Reason:', ru: 'Причина:' },
} as const satisfies Record<string, Text>;

/** The reason of a refusal. */
export function Reason({ text }: { text: string | null }) {
  const language = useLanguage();
  if (!text) return null;
  return (
    <span class="reason">
      {texts.reason[language]} {text}
    </span>
  );
}
