import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Notice } from '../../ui/notice.tsx';
import * as labels from '../../words/labels.ts';

export const texts = {
  only: {
    en: 'This is for residents confirmed by the board.',
    ru: 'Это могут жители, которых подтвердило правление.',
  },
  live: labels.iLiveHere,
} as const satisfies Record<string, Text>;

/** Shown instead of a form to users who are not confirmed residents. */
export function ResidentsOnly({ settlement }: { settlement: string }) {
  return (
    <Notice tone="plain" link={{ href: fillPath(paths.join, { settlement }), text: texts.live }}>
      {texts.only}
    </Notice>
  );
}
