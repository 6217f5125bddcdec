import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import { formatSensorName } from '../../../../domain/rules/sensor-names.ts';
import type { connect_device } from '../../../../features/operations/device/connect_device.ts';
import { useLanguage } from '../../ui/language-context.ts';
import { ListCard } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/row.tsx';
import { formatDeviceName, formatMeasurementAsText } from '../../words/format-sensors.ts';
import { type CountedNoun, formatCount } from '../../words/shared-texts.ts';
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
const maxShown = 12;

/** Result of a connection test: the devices found, or the error with advice. */
export class ConnectionTest {
  readonly isOk: boolean;
  readonly error: string | null;
  readonly advice: string | null;
  readonly devices: Connection['devices'];
  /** Push devices are not contacted: the keys of their sample instead. */
  readonly keys: readonly string[] | null;
  /** The typed secret, encrypted for the form. */
  readonly sealedSecret: string;
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
    this.sealedSecret = keptSecret;
  }
}

export function ConnectionTestResult({ trial }: { trial: ConnectionTest }) {
  const language = useLanguage();
  if (trial.keys)
    return (
      <Notice title={`${texts.understood[language]}: ${formatCount(language, trial.keys.length, sensors)}`}>
        {trial.keys.slice(0, maxShown).join(', ')}. {texts.save}
      </Notice>
    );
  if (!trial.isOk)
    return (
      <Notice tone="danger" title={trial.error ?? texts.failed}>
        {trial.advice}
      </Notice>
    );
  const all = trial.devices.flatMap((device) => device.sensors.map((sensor) => ({ device, sensor })));
  return (
    <>
      <Notice title={`${texts.works[language]}: ${formatCount(language, all.length, sensors)}`}>
        {trial.advice ?? texts.save}
      </Notice>
      {all.length > 0 && (
        <ListCard heading={{ id: 'found', title: texts.found }}>
          {all.slice(0, maxShown).map(({ device, sensor }) => (
            <Row
              key={sensor.id}
              icon="device"
              title={`${formatSensorName(sensor, language)}: ${formatMeasurementAsText(sensor, language)}`}
              line={formatDeviceName(device)}
            />
          ))}
          {all.length > maxShown && (
            <Row
              title={`${texts.andMore[language]} ${formatCount(language, all.length - maxShown, sensors)}`}
            />
          )}
        </ListCard>
      )}
    </>
  );
}
