import type { Text } from '../../../base/i18n/text.ts';

export const texts = {
  reason: { en: 'Reason:', ru: 'Причина:' },
} as const satisfies Record<string, Text>;

/** The reason of a refusal. */
export function Reason({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <span class="reason">
      {texts.reason} {text}
    </span>
  );
}
