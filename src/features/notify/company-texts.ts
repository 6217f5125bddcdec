import type { Text } from '../../base/i18n/text.ts';

export const companyTexts = {
  'notifications.company_claimed': {
    en: 'Somebody says they represent the company “{company}”: please check.',
    ru: 'Заявка представлять компанию «{company}»: проверьте, пожалуйста.',
  },
  'notifications.company_asks_again': {
    en: '“{company}” was corrected and asks to be checked again.',
    ru: 'Компания «{company}» исправила карточку и просит проверить её снова.',
  },
  'notifications.company_verified': {
    en: '“{company}” has been checked: residents can now order from it.',
    ru: 'Компания «{company}» проверена: жители теперь могут заказывать у неё работу.',
  },
  'notifications.company_unverified': {
    en: '“{company}” is no longer marked as checked: it takes no orders until it is checked again. Reason: {reason}',
    ru: 'С компании «{company}» сняли отметку о проверке: пока её не проверят снова, заказов не будет. Причина: {reason}',
  },
  'notifications.company_unverified_unexplained': {
    en: '“{company}” is no longer marked as checked: it takes no orders until it is checked again.',
    ru: 'С компании «{company}» сняли отметку о проверке: пока её не проверят снова, заказов не будет.',
  },
  'notifications.company_refused': {
    en: '“{company}” was not accepted. Correct its card and ask again. Reason: {reason}',
    ru: 'Компанию «{company}» не приняли. Поправьте карточку и попросите снова. Причина: {reason}',
  },
  'notifications.company_refused_unexplained': {
    en: '“{company}” was not accepted. Correct its card and ask again.',
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
    en: '“{company}” was merged into “{into}”: its reviews and orders are there now.',
    ru: 'Компанию «{company}» объединили с «{into}»: отзывы и заказы теперь там.',
  },
  'notifications.company_joined_asking': {
    en: '“{company}” was merged into “{into}”. A moderator will decide whether you represent that one.',
    ru: 'Компанию «{company}» объединили с «{into}». Модератор решит, представляете ли вы её.',
  },
  'notifications.company_orders_closed': {
    en: '“{company}” has closed: your unfinished orders with it are cancelled.',
    ru: 'Компания «{company}» закрылась: ваши незаконченные заказы у неё отменены.',
  },
  'notifications.company_orders_refused': {
    en: '“{company}” no longer takes orders: your unfinished orders with it are cancelled.',
    ru: 'Компания «{company}» больше не берёт заказов: ваши незаконченные заказы у неё отменены.',
  },
  'notifications.representative_confirmed': {
    en: 'You now represent the company “{company}”.',
    ru: 'Теперь вы представляете компанию «{company}».',
  },
  'notifications.representative_refused': {
    en: 'You do not represent the company “{company}”: your request was refused. Reason: {reason}',
    ru: 'Вам отказали: компанию «{company}» вы не представляете. Причина: {reason}',
  },
  'notifications.representative_refused_unexplained': {
    en: 'You do not represent the company “{company}”: your request was refused.',
    ru: 'Вам отказали: компанию «{company}» вы не представляете.',
  },
  'notifications.representative_ended': {
    en: 'You no longer represent the company “{company}”. Reason: {reason}',
    ru: 'Вы больше не представляете компанию «{company}». Причина: {reason}',
  },
  'notifications.representative_ended_unexplained': {
    en: 'You no longer represent the company “{company}”.',
    ru: 'Вы больше не представляете компанию «{company}».',
  },
  'notifications.representative_taken': {
    en: '{name} now represents the company “{company}” too.',
    ru: '{name} теперь тоже представляет компанию «{company}».',
  },
  'notifications.representative_left': {
    en: '{name} no longer represents the company “{company}”.',
    ru: '{name} больше не представляет компанию «{company}».',
  },
} as const satisfies Record<string, Text>;
