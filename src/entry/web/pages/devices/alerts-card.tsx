import type { Language, Text } from '../../../../base/i18n/text.ts';
import { formatUnit } from '../../../../base/i18n/units.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Card } from '../../ui/card.tsx';
import { ChoiceChips } from '../../ui/choice.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Form } from '../../ui/form.tsx';
import type { Words } from '../../ui/language-context.ts';
import { List } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import { formatMeasurementAsText } from '../../words/format-sensors.ts';
import { type Clock, formatDuration } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { formatReadingNumber } from './history-description.ts';
import type { Sensor } from './sensor-data.ts';

export const texts = {
  title: { en: 'Warnings', ru: 'Когда сообщать' },
  none: {
    en: 'No warnings are set yet. Say when you want to be warned: you will get an email and a notification.',
    ru: 'Пока ни о чём не сообщаем. Скажите, когда вас предупредить: придёт письмо и уведомление.',
  },
  noneOther: { en: 'No warnings are set.', ru: 'Ни о чём не сообщаем.' },
  addTitle: { en: 'Add a warning', ru: 'Добавить предупреждение' },
  limit: { en: 'When the value is', ru: 'Когда значение' },
  below: { en: 'below', ru: 'меньше' },
  above: { en: 'above', ru: 'больше' },
  value: { en: 'Than', ru: 'Чем' },
  silence: { en: 'When it has been offline for longer than', ru: 'Когда нет связи дольше' },
  long: { en: 'When it has been on for longer than', ru: 'Когда включено дольше' },
  unit: { en: 'Minutes or hours', ru: 'Минуты или часы' },
  minutes: { en: 'minutes', ru: 'минут' },
  hours: { en: 'hours', ru: 'часов' },
  raised: { en: 'Right now:', ru: 'Сейчас так и есть:' },
  lasts: { en: 'for', ru: 'уже' },
  calm: { en: 'All is well', ru: 'Сейчас всё в порядке' },
  unknown: { en: 'No recent reading to judge by', ru: 'Свежих данных нет, судить не по чему' },
  remove: labels.removeIt,
  silentFor: { en: 'Offline for longer than', ru: 'Нет связи дольше' },
  onFor: { en: 'On for longer than', ru: 'Включено дольше' },
  less: { en: 'Below', ru: 'Меньше' },
  more: { en: 'Above', ru: 'Больше' },
} as const satisfies Record<string, Text>;

type Alert = Sensor['alerts'][number];

export function formatAlert({ kind, value, minutes }: Alert, sensor: Sensor, language: Language): string {
  if (kind === 'below' || kind === 'above') {
    const bound = `${formatReadingNumber(value ?? 0, sensor.decimals, language)}\u00a0${formatUnit(sensor.unit, language)}`;
    return `${texts[kind === 'below' ? 'less' : 'more'][language]} ${bound}`;
  }
  const duration = formatDuration((minutes ?? 0) * 60_000, language, 'longerThan');
  return `${texts[kind === 'silent' ? 'silentFor' : 'onFor'][language]} ${duration}`;
}

/** Alerts of a sensor, and one form per kind of alert. */
export function AlertsCard({ sensor, isOwn, clock }: { sensor: Sensor; isOwn: boolean; clock: Clock }) {
  const { language } = clock;
  const path = (
    to: typeof paths.sensorLimitAlert | typeof paths.sensorSilenceAlert | typeof paths.sensorLongOnAlert,
  ) => fillPath(to, { sensor: sensor.id });
  return (
    <Card flush heading={{ id: 'alerts', title: texts.title }}>
      {sensor.alerts.length === 0 && <p class="card-line soft">{isOwn ? texts.none : texts.noneOther}</p>}
      <List>
        {sensor.alerts.map((alert) => (
          <AlertRow key={JSON.stringify(alert)} alert={alert} sensor={sensor} isOwn={isOwn} clock={clock} />
        ))}
      </List>
      {isOwn && (
        <Fold title={texts.addTitle}>
          {sensor.value_type === 'number' && (
            <Form id="limit" action={path(paths.sensorLimitAlert)}>
              <ChoiceChips
                name="kind"
                label={texts.limit}
                value="below"
                choices={[
                  { value: 'below', label: texts.below },
                  { value: 'above', label: texts.above },
                ]}
              />
              <TextField
                name="value"
                label={texts.value}
                unit={formatUnit(sensor.unit, language)}
                inputMode="decimal"
              />
              <Button kind="quiet" about={texts.limit}>
                {labels.add}
              </Button>
            </Form>
          )}
          {sensor.value_type === 'boolean' && (
            <DurationForm id="long" action={path(paths.sensorLongOnAlert)} label={texts.long} hours="1" />
          )}
          <DurationForm
            id="silence"
            action={path(paths.sensorSilenceAlert)}
            label={texts.silence}
            hours="3"
          />
        </Fold>
      )}
    </Card>
  );
}

function DurationForm({
  id,
  action,
  label,
  hours,
}: {
  id: string;
  action: string;
  label: Words;
  hours: string;
}) {
  return (
    <Form id={id} action={action}>
      <TextField name="minutes" label={label} value={hours} inputMode="decimal" />
      <SelectField
        name="unit"
        label={texts.unit}
        value="60"
        choices={[
          { value: '60', label: texts.hours },
          { value: '1', label: texts.minutes },
        ]}
      />
      <Button kind="quiet" about={label}>
        {labels.add}
      </Button>
    </Form>
  );
}

/** The present value, and since when. */
function formatRaised({ kind, since }: Alert, sensor: Sensor, clock: Clock): string {
  const { language, now } = clock;
  const value = kind === 'silent' ? null : formatMeasurementAsText(sensor, language);
  const lasted =
    since && `${texts.lasts[language]} ${formatDuration(now.getTime() - Date.parse(since), language)}`;
  return `${texts.raised[language]} ${[value, lasted].filter(Boolean).join(', ')}`;
}

function AlertRow({
  alert,
  sensor,
  isOwn,
  clock,
}: {
  alert: Alert;
  sensor: Sensor;
  isOwn: boolean;
  clock: Clock;
}) {
  const { language } = clock;
  const title = formatAlert(alert, sensor, language);
  const { kind, value, minutes } = alert;
  return (
    <Row
      icon={alert.is_raised ? 'alert' : 'bell'}
      tone={alert.is_raised ? 'warn' : undefined}
      title={title}
      line={
        alert.is_raised ? formatRaised(alert, sensor, clock) : sensor.is_fresh ? texts.calm : texts.unknown
      }
      action={
        isOwn ? (
          <ButtonForm
            action={fillPath(paths.removeSensorAlert, { sensor: sensor.id })}
            kind="quiet"
            compact
            icon="remove"
            about={title}
            hidden={{ kind, value: String(value ?? ''), minutes: String(minutes ?? '') }}
          >
            {texts.remove}
          </ButtonForm>
        ) : undefined
      }
    />
  );
}
