import type { Text } from '../../base/i18n/text.ts';

/** Reports, what was decided about them, and what was imposed on somebody after one. */
export const reportTexts = {
  'notifications.message_reported': {
    en: 'A message was reported: please look at it.',
    ru: 'На сообщение пожаловались: посмотрите, пожалуйста.',
  },
  'notifications.review_reported': {
    en: 'A review was reported: please look at it.',
    ru: 'На отзыв пожаловались: посмотрите, пожалуйста.',
  },
  'notifications.report_hidden': {
    en: 'Your report “{title}” was decided: what you reported is hidden.',
    ru: 'По вашей жалобе «{title}» решили: скрыть.',
  },
  'notifications.report_nothing': {
    en: 'Your report “{title}” was decided: it stays as it is.',
    ru: 'По вашей жалобе «{title}» решили: оставить как есть.',
  },
  'notifications.report_hidden_explained': {
    en: 'Your report “{title}” was decided: what you reported is hidden. Reason: {reason}',
    ru: 'По вашей жалобе «{title}» решили: скрыть. Причина: {reason}',
  },
  'notifications.report_nothing_explained': {
    en: 'Your report “{title}” was decided: it stays as it is. Reason: {reason}',
    ru: 'По вашей жалобе «{title}» решили: оставить как есть. Причина: {reason}',
  },
  'notifications.report_joined': {
    en: 'Your report “{title}” has become one with your other report: the company was joined to “{into}”. The other one will be decided.',
    ru: 'Компанию объединили с «{into}», и две ваши жалобы на один отзыв стали одной: «{title}» закрыта, по второй решат.',
  },
  'notifications.reported_review_hidden': {
    en: 'A review of “{subject}” was reported, and it is hidden. Reason: {reason}',
    ru: 'На отзыв о «{subject}» жаловались, его скрыли. Причина: {reason}',
  },
  'notifications.reported_review_left': {
    en: 'A review of “{subject}” was reported, and it stays. Reason: {reason}',
    ru: 'На отзыв о «{subject}» жаловались, его оставили. Причина: {reason}',
  },
  'notifications.own_review_left': {
    en: 'Your review of “{subject}” was reported, and it stays. Reason: {reason}',
    ru: 'На ваш отзыв о «{subject}» жаловались, его оставили. Причина: {reason}',
  },
  'notifications.warned_by_board': {
    en: 'The board warns you. Reason: {reason}',
    ru: 'Правление вынесло вам предупреждение. Причина: {reason}',
  },
  'notifications.warned_by_moderators': {
    en: 'The moderators warn you. Reason: {reason}',
    ru: 'Модераторы вынесли вам предупреждение. Причина: {reason}',
  },
  'notifications.silenced_by_board': {
    en: 'The board stopped you from writing, days: {days}. You can appeal. Reason: {reason}',
    ru: 'Правление запретило вам писать, дней: {days}. Это можно обжаловать. Причина: {reason}',
  },
  'notifications.silenced_by_moderators': {
    en: 'The moderators stopped you from writing, days: {days}. You can appeal. Reason: {reason}',
    ru: 'Модераторы запретили вам писать, дней: {days}. Это можно обжаловать. Причина: {reason}',
  },
  'notifications.excluded_by_board': {
    en: 'The board ended your rights in the village. You can appeal. Reason: {reason}',
    ru: 'Правление лишило вас прав в посёлке. Это можно обжаловать. Причина: {reason}',
  },
  'notifications.excluded_by_moderators': {
    en: 'The moderators ended your rights in the village. You can appeal. Reason: {reason}',
    ru: 'Модераторы лишили вас прав в посёлке. Это можно обжаловать. Причина: {reason}',
  },
  'notifications.sanction_lifted': {
    en: 'The decision about you was lifted. Reason: {reason}',
    ru: 'Решение о вас отменили. Причина: {reason}',
  },
  'notifications.sanction_over': {
    en: 'You may write again: the time is over.',
    ru: 'Вы снова можете писать: срок кончился.',
  },
  'notifications.sanction_appealed': {
    en: 'Somebody appeals against a decision about them: please look at it.',
    ru: 'Решение обжаловали: посмотрите, пожалуйста.',
  },
  'notifications.appeal_kept': {
    en: 'Your appeal was decided: the decision stays. Reason: {reason}',
    ru: 'По вашему обжалованию решили: решение остаётся. Причина: {reason}',
  },
  'notifications.appeal_lifted': {
    en: 'Your appeal was decided: the decision is lifted. Reason: {reason}',
    ru: 'По вашему обжалованию решили: решение отменено. Причина: {reason}',
  },
  'notifications.decision_kept': {
    en: 'A moderator looked at an appeal: your decision stays. Reason: {reason}',
    ru: 'Модератор рассмотрел обжалование: ваше решение остаётся. Причина: {reason}',
  },
  'notifications.decision_lifted': {
    en: 'A moderator looked at an appeal and lifted your decision. Reason: {reason}',
    ru: 'Модератор рассмотрел обжалование и отменил ваше решение. Причина: {reason}',
  },
} as const satisfies Record<string, Text>;
