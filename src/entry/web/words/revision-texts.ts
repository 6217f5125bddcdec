import type { z } from 'zod';
import type { Language, Text } from '../../../base/i18n/text.ts';
import type { revisionEntry } from '../../../features/operations/knowledge/revision-shapes.ts';

export type RevisionEntry = z.output<typeof revisionEntry>;

export const texts = {
  broughtBack: { en: 'an earlier text restored', ru: 'возвращён прежний текст' },
  current: { en: 'everybody reads it now', ru: 'сейчас читают все' },
  approved: { en: 'accepted', ru: 'принята' },
  waiting: { en: 'waiting', ru: 'ждёт' },
  rejected: { en: 'returned', ru: 'вернули' },
  replaced: { en: 'replaced by a newer one', ru: 'заменена новой' },
  draft: { en: 'draft', ru: 'черновик' },
} as const satisfies Record<string, Text>;

/** The author's note; a rollback stores "↩ <revision id>" as its note, which is replaced by a text. */
export function formatRevisionNote(note: string, language: Language): string {
  return /^↩ \d+$/.test(note) ? texts.broughtBack[language] : note;
}

export const formatRevisionState = ({ state, is_current }: RevisionEntry): Text =>
  texts[is_current ? 'current' : state];

export function revisionTone({ state, is_current }: RevisionEntry): 'green' | 'warn' | 'danger' | undefined {
  if (is_current) return 'green';
  return state === 'waiting' ? 'warn' : state === 'rejected' ? 'danger' : undefined;
}
