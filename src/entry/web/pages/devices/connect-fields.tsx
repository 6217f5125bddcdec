import type { Text } from '../../../../base/i18n/text.ts';
import { SwitchField } from '../../ui/choice.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import type { KindName } from '../../words/connection-kinds.ts';
import * as labels from '../../words/labels.ts';
import { exampleJson } from './connection-settings.ts';

export const texts = {
  urlHomeHint: {
    en: 'The one you open in a browser from outside your home, for example https://my-home.duckdns.org:8123.',
    ru: 'Тот, по которому вы открываете его в браузере не из дома, например https://my-home.duckdns.org:8123.',
  },
  urlJsonHint: {
    en: 'Where the readings are, for example https://weather.example.org/now.json.',
    ru: 'Где лежат показания, например https://weather.example.org/now.json.',
  },
  token: { en: 'Access token', ru: 'Ключ доступа' },
  tokenHint: {
    en: 'In Home Assistant: your name at the bottom left → Security → Long-lived access tokens → Create token.',
    ru: 'В Home Assistant: ваше имя слева внизу → Безопасность → Долгосрочные токены доступа → Создать токен.',
  },
  host: { en: 'Address of the broker', ru: 'Адрес брокера' },
  hostHint: {
    en: 'Without mqtt://, for example broker.example.org.',
    ru: 'Без mqtt://, например broker.example.org.',
  },
  port: { en: 'Port', ru: 'Порт' },
  portHint: {
    en: 'Usually 8883 with encryption, 1883 without.',
    ru: 'Обычно 8883 с шифрованием, 1883 без него.',
  },
  tls: { en: 'Encrypted connection', ru: 'Шифрованное соединение' },
  tlsHint: { en: 'Leave it on if the broker supports it.', ru: 'Не выключайте, если брокер умеет.' },
  username: { en: 'Name for the broker', ru: 'Имя для брокера' },
  kept: {
    en: 'Kept from the test; type only to change it.',
    ru: 'Запомнили при проверке; вводите, только чтобы поменять.',
  },
  sample: { en: 'An example of what it sends', ru: 'Пример того, что оно присылает' },
  sampleHint: {
    en: 'Every value of the example becomes a sensor; you can rename them later.',
    ru: 'Каждое значение из примера станет датчиком; названия потом можно поменять.',
  },
  sampleAskHint: {
    en: 'Open the address in a browser and copy what it shows. Every value becomes a sensor.',
    ru: 'Откройте адрес в браузере и скопируйте, что там. Каждое значение станет датчиком.',
  },
  auth: { en: 'Does it ask for a password', ru: 'Спрашивает ли пароль' },
  none: { en: 'no, it is open', ru: 'нет, открыто' },
  bearer: { en: 'yes, a key (Bearer)', ru: 'да, ключ (Bearer)' },
  basic: { en: 'yes, name and password', ru: 'да, имя и пароль' },
  header: { en: 'yes, a key in a header of its own', ru: 'да, ключ в отдельном заголовке' },
  headerName: { en: 'Name of the header', ru: 'Название заголовка' },
  headerHint: {
    en: 'Only for the last choice, for example X-Api-Key.',
    ru: 'Только для последнего варианта, например X-Api-Key.',
  },
  secretHint: {
    en: 'For name and password write name:password.',
    ru: 'Для имени и пароля пишите так: имя:пароль.',
  },
  example: { en: 'An example to try', ru: 'Пример для пробы' },
  exampleMqtt: {
    en: 'These two commands announce a thermometer to the broker and send its first value. Put in your own address, name and password.',
    ru: 'Эти две команды заводят на брокере термометр и отправляют первое значение. Подставьте свой адрес, имя и пароль.',
  },
  exampleHome: {
    en: 'Does it respond? This command lists all the sensors if the address and key are right.',
    ru: 'Отвечает ли он? Эта команда покажет все датчики, если адрес и ключ верны.',
  },
  exampleJson: {
    en: 'The shape we understand; nested values are fine too.',
    ru: 'Что мы понимаем; вложенные значения тоже подойдут.',
  },
} as const satisfies Record<string, Text>;

const discovery = JSON.stringify({
  name: 'Temperature',
  unique_id: 'bathhouse_temperature',
  state_topic: 'bathhouse/temperature',
  unit_of_measurement: '°C',
  device_class: 'temperature',
  device: { identifiers: ['bathhouse'], name: 'Bathhouse' },
});
const broker = 'mosquitto_pub -h broker.example.org -p 8883 --capath /etc/ssl/certs -u NAME -P PASSWORD -r';

/** Can be run as they are once the words in capitals are replaced. */
export const examples: Readonly<Record<Exclude<KindName, 'push'>, string>> = {
  home_assistant: 'curl -H "Authorization: Bearer KEY" https://my-home.duckdns.org:8123/api/states',
  mqtt: `${broker} -t homeassistant/sensor/bathhouse/temperature/config -m '${discovery}'\n${broker} -t bathhouse/temperature -m '64.5'`,
  json_http: exampleJson,
};

/** Fields of one kind; `hasKept`: the secret of the connection test is sealed in the form. */
export function ConnectFields({ kind, hasKept }: { kind: KindName; hasKept: boolean }) {
  const secret = { name: 'secret', type: 'password', autocomplete: 'off' } as const;
  return (
    <>
      {kind === 'home_assistant' && (
        <>
          <TextField
            name="settings.url"
            type="url"
            label={labels.address}
            hint={texts.urlHomeHint}
            maxLength={500}
          />
          <TextField
            {...secret}
            label={texts.token}
            hint={hasKept ? texts.kept : texts.tokenHint}
            optional={hasKept ? 'unsaid' : false}
          />
        </>
      )}
      {kind === 'mqtt' && (
        <>
          <TextField
            name="settings.host"
            label={texts.host}
            hint={texts.hostHint}
            maxLength={255}
            autocomplete="off"
          />
          <TextField
            name="settings.port"
            label={texts.port}
            hint={texts.portHint}
            value="8883"
            inputMode="numeric"
          />
          <SwitchField name="settings.tls" label={texts.tls} hint={texts.tlsHint} checked />
          <TextField
            name="settings.username"
            label={texts.username}
            maxLength={200}
            autocomplete="off"
            optional
          />
          <TextField {...secret} label={labels.password} hint={hasKept && texts.kept} optional />
        </>
      )}
      {kind === 'json_http' && (
        <>
          <TextField
            name="settings.url"
            type="url"
            label={labels.address}
            hint={texts.urlJsonHint}
            maxLength={1000}
          />
          <TextArea
            name="sample"
            label={texts.sample}
            hint={texts.sampleAskHint}
            rows={4}
            placeholder={exampleJson}
          />
          <SelectField
            name="settings.auth"
            label={texts.auth}
            value="none"
            choices={(['none', 'bearer', 'basic', 'header'] as const).map((value) => ({
              value,
              label: texts[value],
            }))}
          />
          <TextField
            {...secret}
            label={labels.password}
            hint={hasKept ? texts.kept : texts.secretHint}
            optional
          />
          <TextField
            name="settings.auth.name"
            label={texts.headerName}
            hint={texts.headerHint}
            maxLength={60}
            optional
          />
        </>
      )}
      {kind === 'push' && (
        <TextArea name="sample" label={texts.sample} hint={texts.sampleHint} value={exampleJson} rows={4} />
      )}
      {kind !== 'push' && <Example kind={kind} />}
    </>
  );
}

function Example({ kind }: { kind: Exclude<KindName, 'push'> }) {
  const about = { home_assistant: 'exampleHome', mqtt: 'exampleMqtt', json_http: 'exampleJson' } as const;
  return (
    <Fold title={texts.example}>
      <p>{texts[about[kind]]}</p>
      <Copyable id="example" text={examples[kind]} language={useLanguage()} label={texts.example} block />
    </Fold>
  );
}
