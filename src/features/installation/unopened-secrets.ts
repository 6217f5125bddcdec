import type { Pool } from '../../base/db/connect.ts';
import type { SecretBox } from '../../base/encryption/secret-box.ts';
import type { Text } from '../../base/i18n/text.ts';
import { nameCommand } from '../../base/site/command.ts';
import { countEnvelopesOfUnknownKeys } from '../../store/devices/device-secrets.ts';
import { listSettings, type SettingName } from '../../store/system/installation.ts';
import { readSettings } from './installation.ts';

/** The boxes that hold everything sealed under SECRET_KEY. */
export interface SecretBoxes {
  settings: SecretBox;
  devices: SecretBox;
}

/** What none of the keys opens, as after a restore without the former key. */
export interface UnopenedSecrets {
  settings: SettingName[];
  /** Connections of devices. */
  connections: number;
}

/** Entered by people, unlike what the service makes anew by itself. */
const enteredSettings: readonly SettingName[] = ['smtp_url', 'base_url', 'backup'];

export async function findUnopenedSecrets(pool: Pool, boxes: SecretBoxes): Promise<UnopenedSecrets> {
  const readable = await readSettings(pool, boxes.settings);
  const stored = await listSettings(pool);
  return {
    settings: enteredSettings.filter(
      (name) => readable[name] === undefined && stored.some((setting) => setting.name === name),
    ),
    connections: await countEnvelopesOfUnknownKeys(pool, boxes.devices.prefixes),
  };
}

const settingTexts: Partial<Record<SettingName, Text>> = {
  smtp_url: { en: 'the mail server', ru: 'почтовый сервер' },
  base_url: { en: 'the address of the site', ru: 'адрес сайта' },
  backup: { en: 'the place of backups', ru: 'место для копий' },
};

/** What could not be opened and what to do about it; null when everything opens. */
export function describeUnopened({ settings, connections }: UnopenedSecrets): Text | null {
  const named = settings.flatMap((name) => settingTexts[name] ?? []);
  const list = (language: keyof Text, devices: string) =>
    [...named.map((text) => text[language]), ...(connections > 0 ? [devices] : [])].join(', ');
  if (named.length + connections === 0) return null;
  return {
    en:
      `Not opened with the key of this installation: ${list('en', `the passwords of ${connections} device connections`)}. ` +
      'Put the key they were sealed with (the file secret-key of the former data folder, or its SECRET_KEY) into SECRET_KEYS_FORMER ' +
      `and start again; ${nameCommand('secrets rotate')} then seals them with the new one. If that key is lost, enter mail, address and the place of backups again at /setup; ` +
      'owners of devices enter their passwords again, and codes printed for plots have to be printed anew.',
    ru:
      `Ключ этой установки не открывает: ${list('ru', `пароли датчиков (подключений: ${connections})`)}. ` +
      'Впишите прежний ключ (файл secret-key из старой папки данных или прежний SECRET_KEY) в SECRET_KEYS_FORMER ' +
      `и запустите снова; затем ${nameCommand('secrets rotate')} зашифрует всё новым. Если ключ потерян, заново укажите почту, адрес и место для копий на странице /setup; ` +
      'хозяева датчиков введут свои пароли ещё раз, а напечатанные коды участков придётся напечатать заново.',
  };
}

/** Where the key is that a backup does not contain. */
export function nameKeyPlace({
  secretKey,
  dataDir,
}: {
  secretKey?: string | undefined;
  dataDir: string;
}): Text {
  return secretKey === undefined
    ? { en: `the file ${dataDir}/secret-key`, ru: `файл ${dataDir}/secret-key` }
    : { en: 'SECRET_KEY of the environment', ru: 'SECRET_KEY из переменных окружения' };
}
