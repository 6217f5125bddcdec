import type { Text } from '../../../base/i18n/text.ts';

/** Confirmation question before an article is published or submitted for review. */
export function formatPublishingQuestion(title: string, atOnce: boolean): Text {
  return atOnce
    ? {
        en: `Publish ${title} in the knowledge base? Everybody will read it, also without an account.`,
        ru: `Опубликовать ${title} в базе знаний? Прочесть смогут все, в том числе без учётной записи.`,
      }
    : {
        en: `Hand ${title} in to the knowledge base? Moderators will read it, and once they pass it, everybody will.`,
        ru: `Отправить ${title} в базу знаний? Сначала текст прочтут модераторы, а когда примут — все.`,
      };
}
