import type { Text } from '../../../base/i18n/text.ts';
import type { IconName } from '../ui/icon.tsx';
import * as labels from './labels.ts';

export const kindNames = ['home_assistant', 'mqtt', 'json_http', 'push'] as const;
export type KindName = (typeof kindNames)[number];

export const isKind = (name: string): name is KindName => (kindNames as readonly string[]).includes(name);

export const kindTexts: Readonly<Record<KindName, { title: Text; line: Text; icon: IconName; name: Text }>> =
  {
    home_assistant: {
      title: { en: 'Home Assistant', ru: 'Home Assistant' },
      line: {
        en: 'A smart home that can be opened from the internet. All its sensors appear at once.',
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
        en: 'For devices behind a home router: ESP, Raspberry Pi, a script. No ports to open.',
        ru: 'Для того, что стоит за домашним роутером: ESP, Raspberry Pi, скрипт. Ничего открывать не надо.',
      },
      icon: 'send',
      name: labels.device,
    },
  };
