import type { Text } from '../../../../base/i18n/text.ts';
import type { BoardRole } from '../../../../domain/rules/board.ts';
import { line } from '../../page/field-kinds.tsx';

export const boardRoleTexts = {
  editor: { en: 'member of the board', ru: 'член правления' },
  auditor: { en: 'auditor', ru: 'ревизор' },
} as const satisfies Record<BoardRole, Text>;

/** A title changes nothing of what somebody may do. */
export const boardTitleField = line(
  { en: 'Title, if they have one', ru: 'Должность, если есть' },
  {
    hint: {
      en: 'Chair, treasurer, secretary: a word beside the name.',
      ru: 'Председатель, казначей, секретарь: слово рядом с именем.',
    },
  },
);
