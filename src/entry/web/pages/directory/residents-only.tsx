import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { useLanguage } from '../../ui/language.ts';
import { Notice } from '../../ui/notice.tsx';

export const texts = {
  only: {
    en: 'This is for residents whom the board has confirmed.',
    ru: 'Это могут жители, которых подтвердило правление.',
  },
  live: { en: 'I live here', ru: 'Я здесь живу' },
} as const satisfies Record<string, Text>;

/** In place of a form that would be refused: to who is not confirmed, or not any more. */
export function ResidentsOnly({ settlement }: { settlement: string }) {
  const language = useLanguage();
  return (
    <Notice tone="plain" link={{ href: fillPath(paths.join, { settlement }), text: texts.live[language] }}>
      {texts.only[language]}
    </Notice>
  );
}
