import { SecretUnreadable } from '../../base/encryption/secret-box.ts';
import type { Text } from '../../base/i18n/text.ts';
import { OutboundRefusal, outboundRefusalTexts } from '../outbound/outbound-refusal.ts';

/** Failure texts for the resident who owns the connection. */
export const deviceReasons = {
  ...outboundRefusalTexts,
  unauthorized: {
    en: 'The device did not accept the token or password. Enter it again.',
    ru: 'Устройство не приняло токен или пароль. Введите его заново.',
  },
  not_found: {
    en: 'There is nothing at this address. Check its path.',
    ru: 'По этому адресу ничего нет. Проверьте путь.',
  },
  rate_limited: {
    en: 'The device asks for fewer requests. We will wait and try again.',
    ru: 'Устройство просит обращаться реже. Мы подождём и попробуем снова.',
  },
  server_error: {
    en: 'The device answered that it has a fault of its own.',
    ru: 'Устройство ответило, что у него внутренняя ошибка.',
  },
  unexpected_status: {
    en: 'The device answered in an unexpected way.',
    ru: 'Устройство ответило не так, как ожидалось.',
  },
  not_json: {
    en: 'The answer is not data that can be read. Is this the right address?',
    ru: 'Ответ не похож на данные. Верен ли адрес?',
  },
  unexpected_answer: {
    en: 'The answer does not look like one of this kind of device. Check the provider and the address.',
    ru: 'Ответ не похож на ответ такого устройства. Проверьте вид подключения и адрес.',
  },
  nothing_found: {
    en: 'The device answers, but none of the described values is in its answer. Check the paths.',
    ru: 'Устройство отвечает, но описанных значений в ответе нет. Проверьте пути.',
  },
  connection_lost: {
    en: 'The connection to the device broke off. We will connect again.',
    ru: 'Связь с устройством прервалась. Мы подключимся снова.',
  },
  broker_refused: {
    en: 'The broker does not allow this account to read the needed topics.',
    ru: 'Брокер не разрешает этой учётной записи читать нужные темы.',
  },
  flooded: {
    en: 'The device sends more data than can be taken.',
    ru: 'Устройство присылает больше данных, чем можно принять.',
  },
  secret_missing: {
    en: 'This connection needs a token or password.',
    ru: 'Для этого подключения нужен токен или пароль.',
  },
  secret_unreadable: {
    en: 'The stored token or password can no longer be read. Enter it again.',
    ru: 'Сохранённый токен или пароль больше не читается. Введите его заново.',
  },
  bad_settings: {
    en: 'The settings of this connection are incomplete or wrong.',
    ru: 'Настройки подключения неполны или неверны.',
  },
  internal: {
    en: 'Something went wrong on our side. We will try again.',
    ru: 'Что-то пошло не так у нас. Мы попробуем снова.',
  },
} as const satisfies Record<string, Text>;

export type DeviceReason = keyof typeof deviceReasons;

export class DeviceFailure extends Error {
  override readonly name = 'DeviceFailure';
  readonly reason: DeviceReason;
  readonly text: Text;

  constructor(reason: DeviceReason) {
    super(deviceReasons[reason].en);
    this.reason = reason;
    this.text = deviceReasons[reason];
  }
}

/** Maps any provider error to one that can be stored and shown; unknown errors become `internal`. */
export function toDeviceFailure(error: unknown): DeviceFailure {
  if (error instanceof DeviceFailure) return error;
  if (error instanceof OutboundRefusal) return new DeviceFailure(error.reason);
  if (error instanceof SecretUnreadable) return new DeviceFailure('secret_unreadable');
  return new DeviceFailure('internal');
}

export function requireOkStatus(status: number): void {
  if (status >= 200 && status < 300) return;
  if (status === 401 || status === 403) throw new DeviceFailure('unauthorized');
  if (status === 404 || status === 410) throw new DeviceFailure('not_found');
  if (status === 429) throw new DeviceFailure('rate_limited');
  throw new DeviceFailure(status >= 500 ? 'server_error' : 'unexpected_status');
}
