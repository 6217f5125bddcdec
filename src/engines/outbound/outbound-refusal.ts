import type { Text } from '../../base/i18n/text.ts';

const notPublicText: Text = {
  en: 'This address was not found on the public internet.',
  ru: 'Этот адрес не найден в открытом интернете.',
};

/**
 * A name that does not exist and one with a private address share a text: the difference would let a stranger
 * enumerate the names of the operator's own network.
 */
export const outboundRefusalTexts = {
  bad_address: {
    en: 'This is not a usable web address.',
    ru: 'Такой адрес использовать нельзя.',
  },
  https_only: {
    en: 'The address must begin with https://.',
    ru: 'Адрес должен начинаться с https://.',
  },
  port_not_allowed: {
    en: 'This port may not be used.',
    ru: 'Этот порт использовать нельзя.',
  },
  address_not_public: notPublicText,
  name_not_found: notPublicText,
  connect_failed: {
    en: 'The address did not accept the connection.',
    ru: 'По этому адресу не удалось установить соединение.',
  },
  tls_failed: {
    en: 'A secure connection could not be made: check the certificate.',
    ru: 'Не удалось установить защищённое соединение: проверьте сертификат.',
  },
  timed_out: {
    en: 'The address did not answer in time.',
    ru: 'Адрес не ответил вовремя.',
  },
  redirected: {
    en: 'The address answered with a redirect; give the final address instead.',
    ru: 'Адрес отвечает перенаправлением; укажите конечный адрес.',
  },
  too_large: {
    en: 'The answer is too large.',
    ru: 'Ответ слишком велик.',
  },
  encoded_answer: {
    en: 'The answer came compressed although that was not asked for.',
    ru: 'Ответ пришёл сжатым, хотя об этом не просили.',
  },
  broken_answer: {
    en: 'The answer broke off or could not be understood.',
    ru: 'Ответ оборвался или непонятен.',
  },
  aborted: {
    en: 'The request was stopped.',
    ru: 'Запрос остановлен.',
  },
} as const satisfies Record<string, Text>;

export type OutboundReason = keyof typeof outboundRefusalTexts;

/**
 * No cause on purpose: errors of sockets and resolvers contain internal addresses, and those of the HTTP client may
 * quote a header.
 */
export class OutboundRefusal extends Error {
  override readonly name = 'OutboundRefusal';
  readonly reason: OutboundReason;
  readonly text: Text;

  constructor(reason: OutboundReason) {
    super(outboundRefusalTexts[reason].en);
    this.reason = reason;
    this.text = outboundRefusalTexts[reason];
  }
}
