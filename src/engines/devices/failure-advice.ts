import type { Text } from '../../base/i18n/text.ts';
import type { DeviceReason } from './failure.ts';

const behindRouter: Text = {
  en: 'A device behind a home router cannot be reached from the internet: give it a public address, or connect it with `push` and let it send by itself.',
  ru: 'До устройства за домашним роутером из интернета не достучаться: дайте ему внешний адрес или выберите подключение push, при котором устройство само присылает данные.',
};
const checkAddress: Text = {
  en: 'Compare the address with the one you open in a browser, with its port.',
  ru: 'Сверьте адрес с тем, который открываете в браузере, вместе с портом.',
};
const newToken: Text = {
  en: 'Make a new token or check name and password, and enter them without spaces around them.',
  ru: 'Создайте новый токен или проверьте имя и пароль; вводите их без пробелов по краям.',
};
const checkPaths: Text = {
  en: 'Open the address yourself and compare its answer with the paths: $.name, $.list[0].value.',
  ru: 'Откройте адрес сами и сверьте ответ с путями: $.name, $.list[0].value.',
};
const retryLater: Text = {
  en: 'Try again in a few minutes.',
  ru: 'Попробуйте ещё раз через несколько минут.',
};
const lessData: Text = {
  en: 'Give an address, or topics, with less data.',
  ru: 'Укажите адрес или темы, где данных меньше.',
};

/** Advice per failure reason, shown while a device is being connected. */
export const failureAdvice: Readonly<Record<DeviceReason, Text>> = {
  bad_address: checkAddress,
  https_only: checkAddress,
  port_not_allowed: {
    en: 'Use port 80, 443 or one from 1024 upwards.',
    ru: 'Подойдут порты 80, 443 и все начиная с 1024.',
  },
  address_not_public: behindRouter,
  name_not_found: behindRouter,
  connect_failed: behindRouter,
  timed_out: behindRouter,
  tls_failed: {
    en: 'The certificate must be valid for this very name. For a device without one, begin with http:// or switch tls off.',
    ru: 'Сертификат должен быть действителен именно для этого имени. Если его нет, начните с http:// или выключите tls.',
  },
  redirected: checkAddress,
  too_large: lessData,
  encoded_answer: checkAddress,
  broken_answer: checkAddress,
  aborted: retryLater,
  unauthorized: newToken,
  not_found: checkAddress,
  rate_limited: retryLater,
  server_error: {
    en: 'Look into the log of the device, then try again.',
    ru: 'Посмотрите журнал самого устройства и попробуйте ещё раз.',
  },
  unexpected_status: checkAddress,
  not_json: checkAddress,
  unexpected_answer: checkAddress,
  nothing_found: checkPaths,
  connection_lost: retryLater,
  broker_refused: {
    en: 'Allow this account of the broker to read the topics, or name other topics.',
    ru: 'Разрешите этой учётной записи брокера читать нужные темы или укажите другие.',
  },
  flooded: lessData,
  secret_missing: newToken,
  secret_unreadable: newToken,
  bad_settings: checkAddress,
  internal: retryLater,
};
