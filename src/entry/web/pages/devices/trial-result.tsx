import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import type { connect_device } from '../../../../features/operations/device/connect_device.ts';
import { Card } from '../../ui/card.tsx';
import { List } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/row.tsx';
import { type CountedNoun, countNoun } from '../../words/names.ts';
import { nameDevice, nameSensor, sayValue } from '../../words/sensors.ts';
import type { Connection } from './sensor-data.ts';

export const texts = {
  works: { en: 'It works', ru: 'Связь есть' },
  found: { en: 'What was found', ru: 'Что нашли' },
  andMore: { en: 'And more:', ru: 'И ещё' },
  save: { en: 'Now save it.', ru: 'Теперь сохраните.' },
  understood: { en: 'We will understand', ru: 'Мы поймём' },
  failed: { en: 'It did not work', ru: 'Не получилось' },
} as const satisfies Record<string, Text>;

const sensors: CountedNoun = {
  en: { one: 'sensor', other: 'sensors' },
  ru: { one: 'датчик', few: 'датчика', many: 'датчиков' },
};
const shown = 12;

/** Result of a connection test: the devices found, or the error with advice. */
export class Trial {
  readonly isOk: boolean;
  readonly error: string | null;
  readonly advice: string | null;
  readonly devices: Connection['devices'];
  /** Push devices are not contacted: the keys of their sample instead. */
  readonly keys: readonly string[] | null;
  /** The typed secret, encrypted for the form. */
  readonly keptSecret: string;
  constructor(
    reply: z.output<typeof connect_device.output>,
    keys: readonly string[] | null,
    keptSecret: string,
  ) {
    this.isOk = reply.trial?.is_ok ?? false;
    this.error = reply.data.last_error;
    this.advice = reply.trial?.advice ?? null;
    this.devices = reply.data.devices;
    this.keys = keys;
    this.keptSecret = keptSecret;
  }
}

export function TrialResult({ trial, language }: { trial: Trial; language: 'en' | 'ru' }) {
  if (trial.keys)
    return (
      <Notice title={`${texts.understood[language]}: ${countNoun(language, trial.keys.length, sensors)}`}>
        {trial.keys.slice(0, shown).join(', ')}. {texts.save[language]}
      </Notice>
    );
  if (!trial.isOk)
    return (
      <Notice tone="danger" title={trial.error ?? texts.failed[language]}>
        {trial.advice}
      </Notice>
    );
  const all = trial.devices.flatMap((device) => device.sensors.map((sensor) => ({ device, sensor })));
  return (
    <>
      <Notice title={`${texts.works[language]}: ${countNoun(language, all.length, sensors)}`}>
        {trial.advice ?? texts.save[language]}
      </Notice>
      {all.length > 0 && (
        <Card flush heading={{ id: 'found', title: texts.found[language] }}>
          <List>
            {all.slice(0, shown).map(({ device, sensor }) => (
              <Row
                key={sensor.id}
                icon="device"
                title={`${nameSensor(sensor, language)}: ${sayValue(sensor, language)}`}
                line={nameDevice(device)}
              />
            ))}
            {all.length > shown && (
              <Row title={`${texts.andMore[language]} ${countNoun(language, all.length - shown, sensors)}`} />
            )}
          </List>
        </Card>
      )}
    </>
  );
}
