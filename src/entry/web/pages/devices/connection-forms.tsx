import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { baseValuesField } from '../../server/base-values.ts';
import { Button, Buttons } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Card } from '../../ui/card.tsx';
import { EditConflict } from '../../ui/edit-conflict.tsx';
import { TextField } from '../../ui/field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Form } from '../../ui/form.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { isKind } from '../../words/connection-kinds.ts';
import * as labels from '../../words/labels.ts';
import { ConnectFields } from './connect-fields.tsx';
import type { Connection } from './sensor-data.ts';

export const texts = {
  names: { en: 'Names', ru: 'Названия' },
  name: { en: 'Name of the connection', ru: 'Название подключения' },
  device: labels.device,
  deviceHint: { en: 'It calls itself', ru: 'Само себя называет' },
  save: labels.save,
  try: labels.tryIt,
  access: { en: 'Another address or password', ru: 'Другой адрес или пароль' },
  accessNote: {
    en: 'For safety nothing of the old is shown: fill in all of it anew. With another address the password has to be entered too.',
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
    en: 'While it is paused nothing is asked or taken, and no alert comes.',
    ru: 'На паузе мы ничего не спрашиваем и не принимаем, оповещений тоже нет.',
  },
  disconnect: { en: 'Disconnect', ru: 'Отключить' },
  disconnectNote: {
    en: 'It is asked no more, the password is erased, the alerts end. What was measured stays with you. This cannot be undone: you would connect it anew.',
    ru: 'Больше не спрашиваем, пароль стираем, оповещения прекращаются. Измеренное останется у вас. Вернуть нельзя, только подключить заново.',
  },
} as const satisfies Record<string, Text>;

const maxNamedDevices = 20;

export const deviceFieldName = (id: string) => `device.${id}`;

/** Base values of the names form, by field name. */
const serializeBaseNames = ({ name, devices }: Connection) =>
  JSON.stringify({
    name,
    ...Object.fromEntries(
      devices.slice(0, maxNamedDevices).map(({ id, given_name }) => [deviceFieldName(id), given_name]),
    ),
  });

/** Forms for the owner of a connection; irreversible actions are folded and explained. */
export function ConnectionForms({ connection }: { connection: Connection }) {
  const language = useLanguage();
  const { id, provider, state, devices } = connection;
  const path = { connection: id };
  const isPaused = state === 'paused';
  return (
    <>
      <Card heading={{ id: 'names', title: texts.names }}>
        <Form
          id="edit"
          action={fillPath(paths.editDeviceConnection, path)}
          hidden={{ [baseValuesField]: serializeBaseNames(connection) }}
        >
          <EditConflict
            form="edit"
            field={baseValuesField}
            currentValue={serializeBaseNames(connection)}
            facts={[
              [texts.name[language], connection.name],
              ...devices
                .slice(0, maxNamedDevices)
                .map(
                  ({ name, given_name }) =>
                    [`${texts.device[language]} «${name}»`, given_name ?? ''] as const,
                ),
            ]}
          />
          <TextField name="name" label={texts.name} value={connection.name} maxLength={100} />
          {devices.slice(0, maxNamedDevices).map((device) => (
            <TextField
              key={device.id}
              name={deviceFieldName(device.id)}
              label={`${texts.device[language]} «${device.given_name ?? device.name}»`}
              hint={`${texts.deviceHint[language]} «${device.name}».`}
              value={device.given_name ?? ''}
              placeholder={device.name}
              maxLength={100}
              optional
            />
          ))}
          <Button>{texts.save}</Button>
        </Form>
      </Card>
      {provider === 'push' ? (
        <Fold title={texts.newKey}>
          <p>{texts.newKeyNote}</p>
          <ButtonForm action={fillPath(paths.deviceSecret, path)} kind="quiet" hidden={{ kind: 'push' }}>
            {texts.makeKey}
          </ButtonForm>
        </Fold>
      ) : (
        isKind(provider) && (
          <Fold title={texts.access}>
            <p class="soft">{texts.accessNote}</p>
            <Form id="access" action={fillPath(paths.deviceSecret, path)} hidden={{ kind: provider }}>
              <ConnectFields kind={provider} language={language} hasKept={false} />
              <Buttons>
                <Button name="do" value="try" kind="quiet">
                  {texts.try}
                </Button>
                <Button name="do" value="save" kind="quiet">
                  {texts.save}
                </Button>
              </Buttons>
            </Form>
          </Fold>
        )
      )}
      <Fold title={texts[isPaused ? 'resume' : 'pause'][language]} open={isPaused}>
        <p>{texts.pauseNote}</p>
        <ButtonForm
          action={fillPath(paths.pauseDeviceConnection, path)}
          kind="quiet"
          hidden={{ is_paused: isPaused ? 'false' : 'true' }}
        >
          {texts[isPaused ? 'resume' : 'pause'][language]}
        </ButtonForm>
      </Fold>
      <Fold title={texts.disconnect}>
        <p>{texts.disconnectNote}</p>
        <ButtonForm action={fillPath(paths.disconnectDevice, path)} kind="danger">
          {texts.disconnect}
        </ButtonForm>
      </Fold>
    </>
  );
}
