import type { Text } from '../../base/i18n/text.ts';

/** Somebody was taken onto the board, put off it, or left it. */
export const boardChangeTexts = {
  // Sent until November 2026: who was taken on is asked first now.
  'notifications.board_taken': {
    en: 'You are now on the board of {village}: {by} added you. Reason: {reason}',
    ru: 'Вы теперь в правлении: {village}. Кто принял: {by}. Причина: {reason}',
  },
  'notifications.board_invited': {
    en: '{by} invites you onto the board of {village}. Reason: {reason}',
    ru: '{by} зовёт вас в правление: {village}. Причина: {reason}',
  },
  'notifications.board_auditor_invited': {
    en: '{by} invites you to audit the board of {village}. Reason: {reason}',
    ru: '{by} зовёт вас в ревизоры: {village}. Причина: {reason}',
  },
  'notifications.board_invitation_declined': {
    en: '{name} declined to be on the board.',
    ru: '{name}: отказ войти в правление.',
  },
  'notifications.board_auditor_taken': {
    en: '{name} now audits the board: invited by {by}. Reason: {reason}',
    ru: '{name} теперь ревизор. Кто позвал: {by}. Причина: {reason}',
  },
  'notifications.board_dismissed': {
    en: 'You are no longer on the board of {village}: {by} removed you. Reason: {reason}',
    ru: 'Вы больше не в правлении: {village}. Кто вывел: {by}. Причина: {reason}',
  },
  'notifications.board_member_taken': {
    en: '{name} is on the board now: invited by {by}. Reason: {reason}',
    ru: '{name} теперь в правлении. Кто позвал: {by}. Причина: {reason}',
  },
  'notifications.board_member_dismissed': {
    en: '{name} is no longer on the board: removed by {by}. Reason: {reason}',
    ru: '{name} больше не в правлении. Кто вывел: {by}. Причина: {reason}',
  },
  'notifications.board_member_left': {
    en: '{name} has left the board.',
    ru: '{name} больше не в правлении: это собственное решение.',
  },
  'notifications.motion_boundary': {
    en: '{village}: {name} proposes a new boundary. A second member of the board decides.',
    ru: '{village}: {name} предлагает новую границу. Решает второй член правления.',
  },
  'notifications.motion_land_import': {
    en: '{village}: {name} proposes to import a file of plots. A second member of the board decides.',
    ru: '{village}: {name} предлагает загрузить файл участков. Решает второй член правления.',
  },
  'notifications.motion_undo_import': {
    en: '{village}: {name} proposes to undo a file of plots. A second member of the board decides.',
    ru: '{village}: {name} предлагает отменить загрузку участков. Решает второй член правления.',
  },
  'notifications.motion_removal': {
    en: '{village}: {name} proposes to remove somebody from the register. A second member of the board decides.',
    ru: '{village}: {name} предлагает снять человека с учёта. Решает второй член правления.',
  },
  'notifications.motion_dismissal': {
    en: '{village}: {name} proposes to remove somebody from the board. A second member decides.',
    ru: '{village}: {name} предлагает вывести человека из правления. Решает второй член правления.',
  },
  'notifications.motion_single_member': {
    en: '{village}: {name} proposes that one member of the board decide alone again. A second one decides.',
    ru: '{village}: {name} предлагает, чтобы снова решал один. Решает второй член правления.',
  },
  'notifications.motion_seconded': {
    en: '{name} agreed to what you proposed to the board.',
    ru: '{name} соглашается с тем, что вы предложили правлению.',
  },
  'notifications.motion_refused': {
    en: '{name} refused what you proposed to the board. Reason: {reason}',
    ru: '{name} не соглашается с тем, что вы предложили правлению. Причина: {reason}',
  },
} as const satisfies Record<string, Text>;
