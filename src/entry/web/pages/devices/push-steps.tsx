import type { Text } from '../../../../base/i18n/text.ts';
import { Card } from '../../ui/card.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Fold } from '../../ui/fold.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { exampleJson } from './connection-settings.ts';

export const texts = {
  title: { en: 'Set up the device', ru: 'Настройте устройство' },
  once: {
    en: 'Copy the key now: it is shown only this once. If it gets lost, make a new one here.',
    ru: 'Скопируйте ключ сейчас: он показан только один раз. Потеряется\u00a0— создайте здесь новый.',
  },
  lost: {
    en: 'The key has been shown already. Make a new one below; the old one then stops working.',
    ru: 'Ключ уже был показан. Создайте ниже новый, старый тогда перестанет действовать.',
  },
  key: { en: 'Key', ru: 'Ключ' },
  address: { en: 'Where to send', ru: 'Куда присылать' },
  how: {
    en: 'By POST, at most once a second. Try it from a computer:',
    ru: 'Методом POST, не чаще раза в секунду. Попробуйте с компьютера:',
  },
  command: { en: 'Command', ru: 'Команда' },
  esp: { en: 'The same for an ESP32', ru: 'То же для ESP32' },
} as const satisfies Record<string, Text>;

export type PushAccess = {
  readonly url: string;
  readonly token: string;
  readonly sample?: string | undefined;
};

/** Sends one reading. Single quotes in the sample are escaped for the shell. */
export const formatCurl = ({ url, token, sample = exampleJson }: PushAccess) =>
  `curl -X POST ${url} -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' -d '${sample.replaceAll("'", "'\\''")}'`;

const formatEspSketch = ({ url, token, sample = exampleJson }: PushAccess) => `#include <WiFi.h>
#include <HTTPClient.h>

void setup() {
  WiFi.begin("WIFI", "PASSWORD");
}

void loop() {
  if (WiFi.status() == WL_CONNECTED) {
    HTTPClient http;
    http.begin("${url}");
    http.addHeader("Authorization", "Bearer ${token}");
    http.addHeader("Content-Type", "application/json");
    http.POST(${JSON.stringify(sample)});
    http.end();
  }
  delay(60000);
}`;

/** Setup steps of a push device; the token is shown only once. */
export function PushSteps(push: PushAccess) {
  const language = useLanguage();
  if (push.token === '') return <p class="soft">{texts.lost}</p>;
  return (
    <Card heading={{ id: 'push', title: texts.title }}>
      <div class="stack">
        <p>{texts.once}</p>
        <p class="small soft">{texts.key}</p>
        <Copyable id="push-token" text={push.token} language={language} label={texts.key} />
        <p class="small soft">{texts.address}</p>
        <Copyable id="push-url" text={push.url} language={language} label={texts.address} />
        <p>{texts.how}</p>
        <Copyable id="push-curl" text={formatCurl(push)} language={language} label={texts.command} block />
        <Fold title={texts.esp}>
          <Copyable id="push-esp" text={formatEspSketch(push)} language={language} label={texts.esp} block />
        </Fold>
      </div>
    </Card>
  );
}
