import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { disconnect_device } from '../../../../features/operations/device/disconnect_device.ts';
import { edit_device_connection } from '../../../../features/operations/device/edit_device_connection.ts';
import { form } from '../../page/form.tsx';
import {
  baseValuesField,
  conflictAsFieldError,
  pickChanged,
  readBaseValues,
} from '../../server/base-values.ts';
import { Button, Buttons } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Card } from '../../ui/card.tsx';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { TextField } from '../../ui/field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Form } from '../../ui/form.tsx';
import { say } from '../../ui/language-context.ts';
import { isKind } from '../../words/connection-kinds.ts';
import * as labels from '../../words/labels.ts';
import { savedText } from '../../words/shared-texts.ts';
import { ConnectFields } from './connect-fields.tsx';
import type { Connection } from './sensor-data.ts';

export const texts = {
  names: { en: 'Names', ru: 'Названия' },
  name: { en: 'Name of the connection', ru: 'Название подключения' },
  deviceHint: { en: 'It calls itself', ru: 'Само себя называет' },
  access: { en: 'A different address or password', ru: 'Другой адрес или пароль' },
  accessNote: {
    en: 'For safety the old values are not shown: fill everything in again. If the address is different, the password is needed too.',
    ru: 'Ради безопасности прежнее не показано: заполните всё заново. Если адрес другой, пароль тоже нужен.',
  },
  newKey: { en: 'A new key for the device', ru: 'Новый ключ для устройства' },
  newKeyNote: {
    en: 'The old key stops working at once: put the new one into the device.',
    ru: 'Старый ключ сразу перестанет действовать: впишите новый в устройство.',
  },
  makeKey: { en: 'Make a new key', ru: 'Создать новый ключ' },
  pause: { en: 'Pause', ru: 'Поставить на паузу' },
  resume: { en: 'Resume', ru: 'Возобновить' },
  pauseNote: {
    en: 'While it is paused, nothing is read and no warnings are sent.',
    ru: 'На паузе мы ничего не спрашиваем и не принимаем, оповещений тоже нет.',
  },
  paused: {
    en: 'Paused: it is not asked until you resume.',
    ru: 'На паузе: не спрашиваем, пока не возобновите.',
  },
  resumed: { en: 'Resumed.', ru: 'Возобновили.' },
  disconnect: { en: 'Disconnect', ru: 'Отключить' },
  disconnected: { en: 'Disconnected. The history is kept.', ru: 'Отключили. История осталась.' },
  disconnectNote: {
    en: 'It is no longer polled, its password is erased and its warnings end. You keep what was measured. This cannot be undone: you would have to connect it again.',
    ru: 'Больше не спрашиваем, пароль стираем, оповещения прекращаются. Измеренное останется у вас. Вернуть нельзя, только подключить заново.',
  },
} as const satisfies Record<string, Text>;

const maxNamedDevices = 20;
const deviceFieldPrefix = 'device.';

/** Fields of the names form, by field name; the input judges what was posted. */
type Names = Readonly<Record<string, string | null>>;

const toInput = ({ name, ...devices }: Names) => ({
  ...(name != null && { name }),
  devices: Object.entries(devices).map(([field, given]) => ({
    id: field.slice(deviceFieldPrefix.length),
    name: given,
  })),
});

export const connectionPath = (connection: string) => fillPath(paths.deviceConnection, { connection });

export const edit = form(edit_device_connection, {
  path: paths.editDeviceConnection,
  given(_, { form: posted, text }) {
    const typed = [...posted]
      .filter(([field]) => field.startsWith(deviceFieldPrefix))
      .map(([field, value]) => [field, value.trim() || null]);
    const stood = readBaseValues(posted) as Names;
    const wanted: Names = { name: text('name').trim(), ...Object.fromEntries(typed) };
    return { ...toInput(pickChanged(wanted, stood) as Names), seen: toInput(stood) };
  },
  refused: (refusal) => conflictAsFieldError(Promise.reject(refusal)),
  done: (_, { connection }) => ({ to: connectionPath(connection), notice: savedText }),
});

const isPausing = (posted: URLSearchParams) => posted.get('is_paused') === 'true';

export const pause = form(edit_device_connection, {
  path: paths.pauseDeviceConnection,
  isButton: true,
  given: (_, request) => ({ is_paused: isPausing(request.form) }),
  done: (_, { connection }, request) => ({
    to: connectionPath(connection),
    notice: isPausing(request.form) ? texts.paused : texts.resumed,
  }),
});

export const disconnect = form(disconnect_device, {
  path: paths.disconnectDevice,
  isButton: true,
  done: (_, { connection }) => ({ to: connectionPath(connection), notice: texts.disconnected }),
});

/** Forms for the owner of a connection; irreversible actions are folded and explained. */
export function ConnectionForms({ connection }: { connection: Connection }) {
  const { provider } = connection;
  const at = { connection: connection.id };
  const isPaused = connection.state === 'paused';
  return (
    <>
      <Card heading={{ id: 'names', title: texts.names }}>
        <NamesForm connection={connection} />
      </Card>
      {provider === 'push' ? (
        <Fold title={texts.newKey}>
          <p>{texts.newKeyNote}</p>
          <ButtonForm action={fillPath(paths.deviceSecret, at)} kind="quiet" hidden={{ kind: 'push' }}>
            {texts.makeKey}
          </ButtonForm>
        </Fold>
      ) : (
        isKind(provider) && (
          <Fold title={texts.access}>
            <p class="soft">{texts.accessNote}</p>
            <Form id="access" action={fillPath(paths.deviceSecret, at)} hidden={{ kind: provider }}>
              <ConnectFields kind={provider} hasKept={false} />
              <Buttons>
                <Button name="do" value="try" kind="quiet">
                  {labels.tryIt}
                </Button>
                <Button name="do" value="save" kind="quiet">
                  {labels.save}
                </Button>
              </Buttons>
            </Form>
          </Fold>
        )
      )}
      <Fold title={isPaused ? texts.resume : texts.pause} open={isPaused}>
        <p>{texts.pauseNote}</p>
        <pause.Button at={at} kind="quiet" hidden={{ is_paused: String(!isPaused) }}>
          {isPaused ? texts.resume : texts.pause}
        </pause.Button>
      </Fold>
      <Fold title={texts.disconnect}>
        <p>{texts.disconnectNote}</p>
        <disconnect.Button at={at} kind="danger">
          {texts.disconnect}
        </disconnect.Button>
      </Fold>
    </>
  );
}

function NamesForm({ connection: { id, name, devices } }: { connection: Connection }) {
  const named = devices.slice(0, maxNamedDevices).map((device) => ({
    ...device,
    field: `${deviceFieldPrefix}${device.id}`,
    title: `${say(labels.device)} «${device.name}»`,
  }));
  const stood = JSON.stringify({
    name,
    ...Object.fromEntries(named.map(({ field, given_name }) => [field, given_name])),
  });
  return (
    <edit.Form at={{ connection: id }} hidden={{ [baseValuesField]: stood }}>
      <EditConflict
        form="edit"
        field={baseValuesField}
        currentValue={stood}
        facts={[
          [say(texts.name), name],
          ...named.map((each) => [each.title, each.given_name ?? ''] as const),
        ]}
      />
      <TextField name="name" label={texts.name} value={name} maxLength={100} />
      {named.map(({ field, name: own, given_name }) => (
        <TextField
          key={field}
          name={field}
          label={`${say(labels.device)} «${given_name ?? own}»`}
          hint={`${say(texts.deviceHint)} «${own}».`}
          value={given_name ?? ''}
          placeholder={own}
          maxLength={100}
          optional
        />
      ))}
      <Button>{labels.save}</Button>
    </edit.Form>
  );
}
