import { randomBytes } from 'node:crypto';
import { isAbsolute } from 'node:path';
import { z } from 'zod';
import type { Text } from '../../base/i18n/text.ts';
import type { SignedInContext } from '../../domain/kernel/context.ts';
import { enumField, nonBlank, text } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayConfigureInstallation } from '../../domain/rules/platform-roles.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { saveSetting } from '../../store/system/installation.ts';
import { formatBucketAddress, parseBucketAddress } from '../installation/backup-bucket.ts';
import { formatBackupSetting } from '../installation/installation.ts';

const bucket = z.object({
  name: nonBlank(500)
    .trim()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w./-]*)?$/),
  endpoint: text(300).trim(),
  region: text(40)
    .trim()
    .regex(/^[a-z0-9-]*$/),
  key_id: nonBlank(200).trim(),
  secret: text(300).trim(),
});

const place = z.object({
  folder: nonBlank(1000).trim().optional(),
  bucket: bucket.optional(),
  encryption: enumField(['new_key', 'known_key', 'none']),
});

export const configure_backups = defineOperation({
  name: 'configure_backups',
  summary:
    'Set where backups go after a file was written and read there, and make one now; without a place, only make one. For operators.',
  scope: 'session',
  writesIn: 'nowhere',
  input: z.object({ place: place.optional() }),
  permit(_subject, caller) {
    permit(mayConfigureInstallation(caller));
  },
  /** The place is tried before anything is saved. */
  async prepare({ place: wanted }, { services }) {
    const { installation, backupPlaces } = services;
    if (wanted === undefined) {
      if (installation.backup === null) refuse.invalid('folder', noPlace);
      return { to: null };
    }
    if (installation.ofEnvironment.backup) refuse.invalid('folder', setByEnvironment);
    const field = wanted.bucket === undefined ? 'folder' : 'name';
    const to =
      wanted.bucket === undefined
        ? requireFolder(wanted.folder ?? '', services)
        : chooseBucketAddress(wanted.bucket, installation.backup?.to);
    await backupPlaces.check(to).catch((error: Error) => refuse.invalid(field, describeFailure(error)));
    return { to };
  },
  async write({ place: wanted }, context, _, { to }) {
    const { db, now, services } = context;
    let newKey: string | null = null;
    if (to !== null && wanted !== undefined) {
      const { installation } = services;
      const key = chooseKey(wanted.encryption, installation);
      newKey = key.isNew ? key.value : null;
      const setting = { to, key: key.value, since: now() };
      await saveSetting(db, 'backup', installation.seal('backup', formatBackupSetting(setting)), now());
      await recordDecision(context, {
        action: 'configure_backups',
        subject: { type: 'installation', id: '0' },
        settlementId: null,
        isOfInstallation: true,
        after: { title: wanted.bucket?.name ?? to },
      });
    }
    await services.jobs.add(db, { queue: 'backup', payload: { isAskedFor: true }, key: 'asked for' });
    return { newKey };
  },
});

type Key = { value: string; isNew: true } | { value: string | undefined; isNew: false };

/** BACKUP_KEY of the environment wins, and is not copied into the database. */
function chooseKey(
  encryption: 'new_key' | 'known_key' | 'none',
  { ofEnvironment, backupKey }: SignedInContext['services']['installation'],
): Key {
  if (encryption === 'none' || ofEnvironment.backupKey) return { value: undefined, isNew: false };
  if (encryption === 'known_key' && backupKey !== undefined) return { value: backupKey, isNew: false };
  return { value: randomBytes(24).toString('base64url'), isNew: true };
}

function requireFolder(folder: string, { backupPlaces }: SignedInContext['services']): string {
  if (!isAbsolute(folder)) refuse.invalid('folder', notAbsolute);
  if (backupPlaces.isInsideData(folder)) refuse.invalid('folder', insideData);
  return folder;
}

/** An empty secret means the known one, as long as it is for the same key at the same place. */
function chooseBucketAddress(wanted: z.output<typeof bucket>, known: string | undefined): string {
  const { name, endpoint, region, key_id: keyId } = wanted;
  if (endpoint !== '' && !isOrigin(endpoint)) refuse.invalid('endpoint', notAnOrigin);
  const saved = known === undefined ? null : parseBucketAddress(known);
  const isSame = saved?.keyId === keyId && saved.endpoint === endpoint && saved.region === region;
  const secret = wanted.secret || (isSame ? saved.secret : '');
  if (secret === '') refuse.invalid('secret', noSecret);
  return formatBucketAddress({ name, endpoint, region, keyId, secret });
}

function isOrigin(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, pathname, search, username } = new URL(endpoint);
  return /^https?:$/.test(protocol) && pathname === '/' && search === '' && username === '';
}

/** In words for what people can mend, else what the system or the bucket said. */
function describeFailure(error: Error): Text {
  const { code = '' } = error as NodeJS.ErrnoException;
  const known = failures.find(({ codes }) => codes.includes(code));
  return known?.text ?? { en: `It does not work: ${error.message}`, ru: `Не получилось: ${error.message}` };
}

const failures: readonly { codes: readonly string[]; text: Text }[] = [
  {
    codes: ['EACCES', 'EPERM', 'EROFS'],
    text: {
      en: 'The service may not write there. Give the folder to the user it runs as; under systemd also name it in ReadWritePaths= of the unit.',
      ru: 'Сервису нельзя туда писать. Отдайте папку пользователю, от имени которого он работает; под systemd ещё впишите её в ReadWritePaths= службы.',
    },
  },
  { codes: ['ENOSPC', 'EDQUOT'], text: { en: 'There is no room left.', ru: 'Там не осталось места.' } },
  {
    codes: ['ENOTDIR', 'EEXIST'],
    text: { en: 'This is not a folder.', ru: 'Это не папка.' },
  },
];
const setByEnvironment = {
  en: 'BACKUP_TO of the environment sets this. Change it there.',
  ru: 'Это задано переменной BACKUP_TO. Меняйте там.',
};
const noPlace = { en: 'Say where backups go first.', ru: 'Сначала укажите, куда делать копии.' };
const notAbsolute = {
  en: 'The whole path of a folder on the machine of the service, as /mnt/backups.',
  ru: 'Нужен полный путь к папке на компьютере сервиса, например /mnt/backups.',
};
const insideData = {
  en: 'This is inside the data folder, and would be lost with it. Choose another folder.',
  ru: 'Это внутри папки данных: пропадёт она — пропадут и копии. Выберите другую.',
};
const notAnOrigin = {
  en: 'Enter a scheme and a host only, as https://s3.example.org.',
  ru: 'Только адрес без продолжения: https://s3.example.org.',
};
const noSecret = { en: 'Enter the secret key.', ru: 'Укажите секретный ключ.' };
