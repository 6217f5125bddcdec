import type { Text } from '../../base/i18n/text.ts';

export const companyTexts = {
  'notifications.company_claimed': {
    en: 'Somebody says they speak for the company “{company}”: please check.',
    ru: 'Заявка представлять компанию «{company}»: проверьте, пожалуйста.',
  },
  'notifications.company_asks_again': {
    en: '“{company}” was corrected and asks to be checked again.',
    ru: 'Компания «{company}» исправила карточку и просит проверить её снова.',
  },
  'notifications.company_verified': {
    en: '“{company}” is checked: residents can order from it now.',
    ru: 'Компания «{company}» проверена: жители теперь могут заказывать у неё работу.',
  },
  'notifications.company_unverified': {
    en: 'The check of “{company}” was taken back: it takes no orders until it is checked again. Reason: {reason}',
    ru: 'С компании «{company}» сняли отметку о проверке: пока её не проверят снова, заказов не будет. Причина: {reason}',
  },
  'notifications.company_unverified_unexplained': {
    en: 'The check of “{company}” was taken back: it takes no orders until it is checked again.',
    ru: 'С компании «{company}» сняли отметку о проверке: пока её не проверят снова, заказов не будет.',
  },
  'notifications.company_refused': {
    en: '“{company}” was not let in. Correct its card and ask again. Reason: {reason}',
    ru: 'Компанию «{company}» не приняли. Поправьте карточку и попросите снова. Причина: {reason}',
  },
  'notifications.company_refused_unexplained': {
    en: '“{company}” was not let in. Correct its card and ask again.',
    ru: 'Компанию «{company}» не приняли. Поправьте карточку и попросите снова.',
  },
  'notifications.company_closed': {
    en: '“{company}” is closed. Reason: {reason}',
    ru: 'Компания «{company}» закрыта. Причина: {reason}',
  },
  'notifications.company_closed_unexplained': {
    en: '“{company}” is closed.',
    ru: 'Компания «{company}» закрыта.',
  },
  'notifications.company_joined': {
    en: '“{company}” was joined to “{into}”: its verdicts and orders are there now.',
    ru: 'Компанию «{company}» объединили с «{into}»: отзывы и заказы теперь там.',
  },
  'notifications.company_joined_asking': {
    en: '“{company}” was joined to “{into}”. A moderator decides whether you speak for that one.',
    ru: 'Компанию «{company}» объединили с «{into}». Модератор решит, представляете ли вы её.',
  },
  'notifications.company_orders_closed': {
    en: '“{company}” has closed: what you ordered from it and was not done is cancelled.',
    ru: 'Компания «{company}» закрылась: ваши незаконченные заказы у неё отменены.',
  },
  'notifications.company_orders_refused': {
    en: '“{company}” takes no orders any more: what you ordered from it and was not done is cancelled.',
    ru: 'Компания «{company}» больше не берёт заказов: ваши незаконченные заказы у неё отменены.',
  },
  'notifications.representative_confirmed': {
    en: 'You speak for the company “{company}” now.',
    ru: 'Теперь вы представляете компанию «{company}».',
  },
  'notifications.representative_refused': {
    en: 'You do not speak for the company “{company}”: your request was refused. Reason: {reason}',
    ru: 'Вам отказали: компанию «{company}» вы не представляете. Причина: {reason}',
  },
  'notifications.representative_refused_unexplained': {
    en: 'You do not speak for the company “{company}”: your request was refused.',
    ru: 'Вам отказали: компанию «{company}» вы не представляете.',
  },
  'notifications.representative_ended': {
    en: 'You no longer speak for the company “{company}”. Reason: {reason}',
    ru: 'Вы больше не представляете компанию «{company}». Причина: {reason}',
  },
  'notifications.representative_ended_unexplained': {
    en: 'You no longer speak for the company “{company}”.',
    ru: 'Вы больше не представляете компанию «{company}».',
  },
  'notifications.representative_taken': {
    en: '{name} speaks for the company “{company}” now, too.',
    ru: '{name} теперь тоже представляет компанию «{company}».',
  },
  'notifications.representative_left': {
    en: '{name} no longer speaks for the company “{company}”.',
    ru: '{name} больше не представляет компанию «{company}».',
  },
} as const satisfies Record<string, Text>;
