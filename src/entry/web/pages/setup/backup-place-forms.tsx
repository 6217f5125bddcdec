import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import type { BackupBucket } from '../../../../features/installation/backup-bucket.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { OwnPassword } from '../../ui/own-password.tsx';
import { passwordField } from './setup-texts.ts';

export const texts = {
  folder: { en: 'Folder on the machine of the service', ru: 'Папка на компьютере сервиса' },
  folderHint: {
    en: 'on another disk, as /mnt/backups; it is made if it is not there',
    ru: 'на другом диске, например /mnt/backups; если её нет, создадим',
  },
  bucket: { en: 'Bucket', ru: 'Хранилище (bucket)' },
  bucketHint: { en: 'name, or name/folder', ru: 'имя или имя/папка' },
  endpoint: { en: 'Address of the provider', ru: 'Адрес поставщика' },
  endpointHint: {
    en: 'https://s3.example.org; empty for Amazon',
    ru: 'https://s3.example.org; для Amazon пусто',
  },
  region: { en: 'Region', ru: 'Регион' },
  regionHint: { en: 'as the provider calls it', ru: 'как его называет поставщик' },
  keyId: { en: 'Access key', ru: 'Ключ доступа' },
  secret: { en: 'Secret key', ru: 'Секретный ключ' },
  secretHint: { en: 'stored encrypted', ru: 'хранится зашифрованным' },
  secretKept: { en: 'leave empty to keep the current one', ru: 'пусто — останется прежний' },
  encryption: { en: 'Encryption', ru: 'Шифрование' },
  newKey: { en: 'With a new key, shown to you once', ru: 'Новым ключом, покажем его один раз' },
  knownKey: { en: 'With the present key', ru: 'Прежним ключом' },
  none: {
    en: 'None: whoever has the file reads everything',
    ru: 'Без него: у кого файл, тот всё прочтёт',
  },
  save: { en: 'Try it, save, make a backup', ru: 'Проверить, сохранить и сделать копию' },
} as const satisfies Record<string, Text>;

interface PlaceFormProps {
  readonly hasKey: boolean;
  readonly isKeyOfEnvironment: boolean;
  readonly asksPassword: boolean;
}

export function FolderForm({ folder, ...rest }: PlaceFormProps & { folder: string }) {
  return (
    <Form id="folder" action={paths.backUpToFolder}>
      <TextField
        name="folder"
        label={texts.folder}
        hint={texts.folderHint}
        value={folder}
        autocomplete="off"
        maxLength={1000}
      />
      <SharedFields {...rest} />
    </Form>
  );
}

export function BucketForm({ bucket, ...rest }: PlaceFormProps & { bucket: BackupBucket | null }) {
  return (
    <Form id="bucket" action={paths.backUpToBucket}>
      <TextField
        name="name"
        label={texts.bucket}
        hint={texts.bucketHint}
        value={bucket?.name ?? ''}
        autocomplete="off"
        maxLength={500}
      />
      <TextField
        name="endpoint"
        type="url"
        label={texts.endpoint}
        hint={texts.endpointHint}
        value={bucket?.endpoint ?? ''}
        maxLength={300}
        optional
      />
      <TextField
        name="region"
        label={texts.region}
        hint={texts.regionHint}
        value={bucket?.region ?? ''}
        autocomplete="off"
        maxLength={40}
        optional
      />
      <TextField
        name="key_id"
        label={texts.keyId}
        value={bucket?.keyId ?? ''}
        autocomplete="off"
        maxLength={200}
      />
      <TextField
        name="secret"
        type="password"
        label={texts.secret}
        hint={bucket === null ? texts.secretHint : texts.secretKept}
        autocomplete="off"
        maxLength={300}
        optional={bucket !== null}
      />
      <SharedFields {...rest} />
    </Form>
  );
}

function SharedFields({ hasKey, isKeyOfEnvironment, asksPassword }: PlaceFormProps) {
  return (
    <>
      {isKeyOfEnvironment ? (
        <input type="hidden" name="encryption" value="known_key" />
      ) : (
        <SelectField
          name="encryption"
          label={texts.encryption}
          value={hasKey ? 'known_key' : 'new_key'}
          choices={[
            ...(hasKey ? [{ value: 'known_key', label: texts.knownKey }] : []),
            { value: 'new_key', label: texts.newKey },
            { value: 'none', label: texts.none },
          ]}
        />
      )}
      {asksPassword && <OwnPassword name={passwordField} />}
      <Button>{texts.save}</Button>
    </>
  );
}
