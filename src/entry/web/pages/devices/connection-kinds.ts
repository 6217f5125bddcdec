import type { Text } from '../../../../base/i18n/text.ts';
import type { IconName } from '../../ui/icon.tsx';
import * as labels from '../../words/labels.ts';
import { deriveMapping } from './json-sample.ts';

export const kindNames = ['home_assistant', 'mqtt', 'json_http', 'push'] as const;
export type KindName = (typeof kindNames)[number];

export const isKind = (name: string): name is KindName => (kindNames as readonly string[]).includes(name);

export const kindTexts: Readonly<Record<KindName, { title: Text; line: Text; icon: IconName; name: Text }>> =
  {
    home_assistant: {
      title: { en: 'Home Assistant', ru: 'Home Assistant' },
      line: {
        en: 'A smart home that can be opened from the internet. All its sensors come at once.',
        ru: 'Умный дом, который открывается из интернета. Появятся сразу все его датчики.',
      },
      icon: 'village',
      name: { en: 'House', ru: 'Дом' },
    },
    mqtt: {
      title: { en: 'MQTT', ru: 'MQTT' },
      line: {
        en: 'A broker to which devices report: Zigbee2MQTT, Tasmota, ESPHome.',
        ru: 'Брокер, которому сообщают устройства: Zigbee2MQTT, Tasmota, ESPHome.',
      },
      icon: 'announce',
      name: { en: 'Sensors', ru: 'Датчики' },
    },
    json_http: {
      title: { en: 'A page with readings', ru: 'Страница с показаниями' },
      line: {
        en: 'A device with an address of its own that answers with JSON. We ask it every few minutes.',
        ru: 'У устройства есть адрес, и оно отвечает в формате JSON. Мы спрашиваем раз в несколько минут.',
      },
      icon: 'link',
      name: labels.device,
    },
    push: {
      title: { en: 'The device sends by itself', ru: 'Устройство присылает само' },
      line: {
        en: 'For what stands behind a home router: ESP, Raspberry Pi, a script. Nothing has to be opened.',
        ru: 'Для того, что стоит за домашним роутером: ESP, Raspberry Pi, скрипт. Ничего открывать не надо.',
      },
      icon: 'send',
      name: labels.device,
    },
  };

/** Initial sample, also used in the push examples. */
export const exampleJson = '{"temperature": 21.5, "humidity": 60}';

/** Reads the settings of a kind. Form fields are named like the operation input. */
export function readSettings(kind: KindName, form: URLSearchParams): Record<string, unknown> {
  const text = (name: string) => (form.get(name) ?? '').trim();
  const address = addScheme(text('settings.url'));
  switch (kind) {
    case 'home_assistant':
      return { url: address };
    case 'mqtt':
      return {
        host: text('settings.host'),
        ...(text('settings.port') !== '' && { port: Number(text('settings.port')) }),
        tls: form.get('settings.tls') === 'true',
        ...(text('settings.username') !== '' && { username: text('settings.username') }),
      };
    case 'json_http':
      return { url: address, auth: readAuth(form), ...readDeviceMapping(form) };
    case 'push':
      return readDeviceMapping(form);
  }
}

/** Users leave out the scheme: assume https. */
const addScheme = (url: string) => (url === '' || /^\w+:\/\//.test(url) ? url : `https://${url}`);

function readAuth(form: URLSearchParams): { kind: string; name?: string } {
  const kind = form.get('settings.auth') ?? 'none';
  return kind === 'header' ? { kind, name: (form.get('settings.auth.name') ?? '').trim() } : { kind };
}

function readDeviceMapping(form: URLSearchParams) {
  return {
    device: { name: (form.get('name') ?? '').trim().slice(0, 100) || 'device' },
    ...deriveMapping(form.get('sample') ?? '', 'sample'),
  };
}
