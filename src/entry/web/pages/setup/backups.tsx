import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { configure_backups } from '../../../../features/actions/configure_backups.ts';
import { show_backups } from '../../../../features/actions/show_backups.ts';
import { parseBucketAddress } from '../../../../features/installation/backup-bucket.ts';
import { type ActionResult, definePage, type FormRequest, Rerender } from '../../page/page.ts';
import { stripFieldPrefix } from '../../server/refusal-as-field-error.ts';
import { utcClock } from '../../server/settlement-clock.ts';
import { BackupsCard } from '../../ui/backups-card.tsx';
import { Buttons, LinkButton } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Card } from '../../ui/card.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';
import { BucketForm, FolderForm } from './backup-place-forms.tsx';
import {
  formatByEnvironment,
  formatStep,
  needsPassword,
  permitOperator,
  requirePassword,
  setupParent,
  setupTexts,
} from './setup-texts.ts';

export const texts = {
  title: labels.backups,
  lead: {
    en: 'Once a day everything is written to another place and restored there for a trial. Without it a broken disk takes the village along.',
    ru: 'Раз в сутки всё записывается в другое место и для проверки восстанавливается. Без копий сломанный диск унесёт с собой весь посёлок.',
  },
  daily: { en: 'Every day at {time} UTC', ru: 'Каждый день в {time} UTC' },
  folder: { en: 'Into a folder', ru: 'В папку' },
  bucket: { en: 'Into S3 storage', ru: 'В хранилище S3' },
  besideData: {
    en: 'This folder is on the same disk as the data: it helps after a mistake, not when the disk breaks.',
    ru: 'Эта папка на том же диске, что и данные: от ошибки спасёт, от поломки диска нет.',
  },
  keyTitle: { en: 'Keep this key: it is shown this once', ru: 'Сохраните ключ: больше мы его не покажем' },
  keyOf: { en: 'the key of the backups', ru: 'ключ копий' },
  keyWhy: {
    en: 'Without it no backup can be read, not even by you. Keep it where the backups are not: on paper, in a password manager. After a disaster it goes into BACKUP_KEY. Older backups are read with the key they were made with.',
    ru: 'Без него копию не прочтёт никто, и вы тоже. Храните отдельно от копий: на бумаге, в менеджере паролей. При восстановлении он нужен в BACKUP_KEY. Прежние копии читаются прежним ключом.',
  },
  keepAlso: {
    en: 'Keep beside it a copy of {place}: without it mail and the passwords of devices have to be entered again after a restore.',
    ru: 'Рядом сохраните {place}: без этого после восстановления придётся заново ввести почту и пароли датчиков.',
  },
  isBegun: { en: 'The place works. A backup is being made.', ru: 'Место подходит. Делаем копию.' },
  asked: {
    en: 'A backup is being made and proven. The result appears here; you may go on.',
    ru: 'Делаем копию и проверяем её. Итог появится здесь; можно идти дальше.',
  },
  now: { en: 'Make one now', ru: 'Сделать копию сейчас' },
} as const satisfies Record<string, Text>;

type Place = Parameters<typeof requestPlace>[1];

async function requestPlace(
  pageRequest: FormRequest<'signed-in'>,
  place:
    | { folder: string }
    | { bucket: Record<'name' | 'endpoint' | 'region' | 'key_id' | 'secret', string> },
): Promise<ActionResult | Rerender> {
  const { call, text, dependencies } = pageRequest;
  const { installation } = dependencies.services;
  await requirePassword(pageRequest, installation.backup !== null);
  const input = { place: { ...place, encryption: text('encryption') } };
  const prefix = 'bucket' in place ? 'place.bucket' : 'place';
  const { newKey } = await stripFieldPrefix(prefix, call(configure_backups, input));
  await installation.reload();
  return newKey === null
    ? { to: paths.setupBackups, notice: texts.isBegun }
    : new Rerender({ newKey } satisfies ShownKey);
}

interface ShownKey {
  newKey: string;
}

const formatTime = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Step 4: saved only when a file was written and read at the place; the first backup is made at once. */
export const setupBackupsPage = definePage({
  path: paths.setupBackups,
  access: 'signed-in',
  secret: true,
  texts,
  async load(_, pageRequest) {
    permitOperator(pageRequest);
    const { services } = pageRequest.dependencies;
    const { installation, backupPlaces } = services;
    const to = installation.backup?.to ?? null;
    const result = pageRequest.formResult as ShownKey | undefined;
    return {
      ...(await pageRequest.call(show_backups, { with_waiting: true })),
      place: to === null ? null : (parseBucketAddress(to)?.name ?? to),
      bucket: to === null ? null : parseBucketAddress(to),
      isBesideData: to !== null && (await backupPlaces.isBesideData(to)),
      hasKey: installation.backupKey !== undefined,
      isKeyOfEnvironment: installation.ofEnvironment.backupKey,
      clock: utcClock(pageRequest),
      isOfEnvironment: installation.ofEnvironment.backup,
      time: formatTime(backupPlaces.at),
      keyPlace: backupPlaces.keyPlace,
      hasPolicies: installation.policyVersion !== null,
      asksPassword: await needsPassword(pageRequest, to !== null),
      newKey: result?.newKey ?? null,
    };
  },
  actions: {
    folder: {
      path: paths.backUpToFolder,
      strictRateLimit: true,
      perform(_, pageRequest) {
        permitOperator(pageRequest);
        return requestPlace(pageRequest, { folder: pageRequest.text('folder') });
      },
    },
    bucket: {
      path: paths.backUpToBucket,
      strictRateLimit: true,
      perform(_, pageRequest) {
        permitOperator(pageRequest);
        const { text, form } = pageRequest;
        const bucket: Extract<Place, { bucket: unknown }>['bucket'] = {
          name: text('name'),
          endpoint: text('endpoint'),
          region: text('region'),
          key_id: text('key_id'),
          secret: form.get('secret') ?? '',
        };
        return requestPlace(pageRequest, { bucket });
      },
    },
    now: {
      path: paths.makeBackup,
      strictRateLimit: true,
      isButton: true,
      async perform(_, pageRequest) {
        permitOperator(pageRequest);
        await pageRequest.call(configure_backups, {});
        return { to: paths.setupBackups, notice: texts.asked };
      },
    },
  },
  head: () => ({ width: 'narrow', scripts: ['copy.js', 'password.js'] }),
  render: (data, { language }) => {
    const { place, bucket, newKey, runs, isAskedFor, isOfEnvironment, clock } = data;
    const { hasKey, isKeyOfEnvironment, asksPassword } = data;
    const form = { hasKey, isKeyOfEnvironment, asksPassword };
    return (
      <Screen
        title={texts.title}
        {...(place === null ? { line: formatStep(4, language) } : { parent: setupParent(language) })}
      >
        {newKey === null ? <p class="lead-line">{texts.lead}</p> : <KeyCard {...data} language={language} />}
        {place !== null && (
          <div class="stack" {...(newKey === null && { 'data-region': 'backups', 'data-live': 'backups' })}>
            <Notice tone="plain" title={place}>
              {isOfEnvironment
                ? formatByEnvironment('BACKUP_TO', language)
                : texts.daily[language].replace('{time}', data.time)}
            </Notice>
            {data.isBesideData && <Notice tone="warn">{texts.besideData}</Notice>}
            {isAskedFor && (
              <Notice tone="plain" icon="clock">
                {texts.asked}
              </Notice>
            )}
            <BackupsCard backups={runs} clock={clock} />
            {!isAskedFor && (
              <ButtonForm action={paths.makeBackup} kind="quiet">
                {texts.now}
              </ButtonForm>
            )}
          </div>
        )}
        {!isOfEnvironment && newKey === null && (
          <>
            <Fold title={texts.folder} open={place === null}>
              <FolderForm {...form} folder={bucket === null ? (place ?? '') : ''} />
            </Fold>
            <Fold title={texts.bucket}>
              <BucketForm {...form} bucket={bucket} />
            </Fold>
          </>
        )}
        {!data.hasPolicies && (
          <Buttons>
            <LinkButton href={paths.setupPolicies} kind={place === null ? 'quiet' : 'primary'}>
              {place === null ? setupTexts.later : setupTexts.next}
            </LinkButton>
          </Buttons>
        )}
      </Screen>
    );
  },
});

/** What has to be kept, at the only moment at which the key is known to a page. */
function KeyCard({
  newKey,
  keyPlace,
  language,
}: {
  newKey: string | null;
  keyPlace: Text;
  language: keyof Text;
}) {
  return (
    <Card heading={{ id: 'key-title', title: texts.keyTitle }}>
      <div class="stack">
        <Copyable id="backup-key" text={newKey ?? ''} label={texts.keyOf} language={language} block />
        <p>{texts.keyWhy}</p>
        <p>{texts.keepAlso[language].replace('{place}', keyPlace[language])}</p>
      </div>
    </Card>
  );
}
