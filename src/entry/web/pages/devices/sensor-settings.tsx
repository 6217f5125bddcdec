import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { sensorKindTexts } from '../../../../domain/rules/sensor-names.ts';
import { edit_device_connection } from '../../../../features/operations/device/edit_device_connection.ts';
import { form } from '../../page/form.tsx';
import {
  baseValuesField,
  conflictAsFieldError,
  pickChanged,
  readBaseValues,
} from '../../server/base-values.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RadioCards, SwitchField } from '../../ui/choice.tsx';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { TextField } from '../../ui/field.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import * as labels from '../../words/labels.ts';
import { savedText } from '../../words/shared-texts.ts';
import { findSensor, type Sensor } from './sensor-data.ts';

export const texts = {
  title: { en: 'Name and who sees it', ru: 'Название и кто видит' },
  name: { en: 'What you call it', ru: 'Как вы его называете' },
  nameHint: { en: 'The device calls it', ru: 'Само устройство называет его' },
  sees: { en: 'Who sees the readings', ru: 'Кто видит показания' },
  private: { en: 'Only me', ru: 'Только я' },
  residents: { en: 'Everybody on the plot', ru: 'Все на участке' },
  residentsHint: {
    en: 'People the board has confirmed: family and tenants. Nobody else in the village.',
    ru: 'Те, кого подтвердило правление: семья и кто снимает. Больше никто в посёлке.',
  },
  enabled: { en: 'Read it', ru: 'Принимать показания' },
  enabledHint: { en: 'Earlier readings are kept.', ru: 'То, что измерено раньше, останется.' },
  yes: labels.yes,
  no: labels.no,
} as const satisfies Record<string, Text>;

/** Base values of the form. */
const serializeBaseValues = ({ name, visibility, is_enabled }: Sensor) =>
  JSON.stringify({ name, visibility, is_enabled });

export const settings = form(edit_device_connection, {
  path: paths.sensorSettings,
  async given({ sensor }, { call, form: posted, text }) {
    const { connection } = await findSensor(call, sensor);
    const wanted = {
      name: text('name').trim() || null,
      visibility: text('visibility') === 'private' ? ('private' as const) : ('residents' as const),
      is_enabled: text('is_enabled') === 'true',
    };
    const stood = readBaseValues(posted);
    const sensors = [{ id: sensor, ...pickChanged(wanted, stood) }];
    const seen = [{ ...stood, id: sensor }];
    return { connection: connection.id, sensors, seen: { sensors: seen } };
  },
  refused: (refusal) => conflictAsFieldError(Promise.reject(refusal)),
  done: (_, { sensor }) => ({ to: fillPath(paths.sensor, { sensor }), notice: savedText }),
});

export function SensorSettings({ sensor }: { sensor: Sensor }) {
  const language = useLanguage();
  return (
    <Card heading={{ id: 'settings-title', title: texts.title }}>
      <settings.Form at={{ sensor: sensor.id }} hidden={{ [baseValuesField]: serializeBaseValues(sensor) }}>
        <EditConflict
          form="settings"
          field={baseValuesField}
          currentValue={serializeBaseValues(sensor)}
          facts={[
            [texts.name[language], sensor.name ?? ''],
            [
              texts.sees[language],
              texts[sensor.visibility === 'private' ? 'private' : 'residents'][language],
            ],
            [texts.enabled[language], texts[sensor.is_enabled ? 'yes' : 'no'][language]],
          ]}
        />
        <TextField
          name="name"
          label={texts.name}
          hint={`${texts.nameHint[language]} «${sensor.raw_key}».`}
          value={sensor.name ?? ''}
          placeholder={sensorKindTexts[sensor.kind] ?? ''}
          maxLength={100}
          optional
        />
        <RadioCards
          name="visibility"
          label={texts.sees}
          value={sensor.visibility === 'private' ? 'private' : 'residents'}
          choices={[
            { value: 'private', label: texts.private },
            {
              value: 'residents',
              label: texts.residents,
              hint: texts.residentsHint,
            },
          ]}
        />
        <SwitchField
          name="is_enabled"
          label={texts.enabled}
          hint={texts.enabledHint}
          checked={sensor.is_enabled}
        />
        <Button>{labels.save}</Button>
      </settings.Form>
    </Card>
  );
}
