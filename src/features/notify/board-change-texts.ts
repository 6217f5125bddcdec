import type { Text } from '../../base/i18n/text.ts';

/** Somebody was taken onto the board, put off it, or left it. */
export const boardChangeTexts = {
  'notifications.board_taken': {
    en: 'You are on the board of {village} now: {by} took you in. Reason: {reason}',
    ru: 'Вы теперь в правлении: {village}. Кто принял: {by}. Причина: {reason}',
  },
  'notifications.board_dismissed': {
    en: 'You are no longer on the board of {village}: {by} took you off it. Reason: {reason}',
    ru: 'Вы больше не в правлении: {village}. Кто вывел: {by}. Причина: {reason}',
  },
  'notifications.board_member_taken': {
    en: '{name} is on the board now: taken in by {by}. Reason: {reason}',
    ru: '{name} теперь в правлении. Кто принял: {by}. Причина: {reason}',
  },
  'notifications.board_member_dismissed': {
    en: '{name} is no longer on the board: taken off it by {by}. Reason: {reason}',
    ru: '{name} больше не в правлении. Кто вывел: {by}. Причина: {reason}',
  },
  'notifications.board_member_left': {
    en: '{name} has left the board.',
    ru: '{name} больше не в правлении: это собственное решение.',
  },
} as const satisfies Record<string, Text>;
