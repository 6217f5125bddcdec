import type { Language, Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { show_backups } from '../../../../features/actions/show_backups.ts';
import { parseSmtpUrl } from '../../../../features/installation/mail-settings.ts';
import { list_settlements } from '../../../../features/operations/settlement/list_settlements.ts';
import type { PageRequest } from '../../page/page.ts';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Fold } from '../../ui/fold.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';
import { setupTexts } from './setup-texts.ts';

export const texts = {
  title: setupTexts.installation,
  line: {
    en: 'What this installation still needs',
    ru: 'Что нужно, чтобы всё работало для людей',
  },
  mail: { en: 'Mail', ru: 'Почта' },
  mailConsole: {
    en: 'Not set up: emails are printed where the service runs',
    ru: 'Не настроена: письма печатаются в окне сервера',
  },
  mailNone: { en: 'Not set up: no email is sent', ru: 'Не настроена: письма не уходят' },
  address: { en: 'Address', ru: 'Адрес сайта' },
  addressMissing: { en: 'Not set: reachable on this machine only', ru: 'Не задан: открывается только здесь' },
  backups: labels.backups,
  backupsMissing: { en: 'None is made', ru: 'Копии не делаются' },
  backupsBad: { en: 'The last one is of no use', ru: 'Последняя не годится' },
  backupsUnproven: { en: 'Not proven yet', ru: 'Ещё не проверены' },
  backupsGood: {
    en: 'Daily, the last one restored for a trial',
    ru: 'Каждый день, последняя проверена восстановлением',
  },
  settlement: { en: 'First village', ru: 'Первый посёлок' },
  settlementMissing: { en: 'None yet', ru: 'Пока нет ни одного' },
  anotherSettlement: labels.addVillage,
  policies: { en: 'Privacy and terms', ru: 'Правила и персональные данные' },
  policiesMissing: { en: 'No texts yet', ru: 'Текстов пока нет' },
  policiesVersion: labels.version,
  roles: labels.roles,
  demo: { en: 'The demonstration', ru: 'Демонстрация' },
  demoWhy: {
    en: 'Only the demonstration is here. Removing it empties the installation, all accounts included; then you set it up from the start.',
    ru: 'Здесь только демонстрация. Если её убрать, всё опустеет, вместе с учётными записями, и вы настроите площадку с начала.',
  },
  removeDemo: { en: 'Remove the demonstration', ru: 'Убрать демонстрацию' },
} as const satisfies Record<string, Text>;

export async function loadOverviewOfInstallation({ call, dependencies }: PageRequest) {
  const { installation } = dependencies.services;
  const [{ settlements }, { runs }, isOnlyDemo] = await Promise.all([
    call(list_settlements, { limit: '1' }),
    call(show_backups, {}),
    dependencies.openDemo().then((demo) => demo.isAlone()),
  ]);
  return {
    mail: installation.mail,
    mailHost: installation.smtpUrl === undefined ? '' : parseSmtpUrl(installation.smtpUrl).host,
    address: installation.isBaseUrlSet ? installation.baseUrl : null,
    backups:
      installation.backup === null
        ? ('none' as const)
        : (runs.find(({ finishedAt }) => finishedAt !== null)?.verdict ?? ('unproven' as const)),
    hasSettlement: settlements.length > 0,
    policyVersion: installation.policyVersion,
    isOnlyDemo,
  };
}

const backupStates = {
  none: texts.backupsMissing,
  unproven: texts.backupsUnproven,
  bad: texts.backupsBad,
  good: texts.backupsGood,
} as const;

type OverviewData = Awaited<ReturnType<typeof loadOverviewOfInstallation>>;

/** Each setting with its state, in the order in which a new installation needs them. */
export function InstallationOverview(props: OverviewData & { language: Language }) {
  const { mail, mailHost, address, backups, hasSettlement, policyVersion, isOnlyDemo, language } = props;
  const states = { console: texts.mailConsole, none: texts.mailNone } as const;
  const row = (href: string, title: Text, line: string, isDone: boolean) => (
    <Row
      key={href}
      href={href}
      icon={isDone ? 'check' : 'alert'}
      tone={isDone ? 'green' : 'warn'}
      title={title}
      line={line}
    />
  );
  return (
    <Screen title={texts.title} line={texts.line} parent={{ href: paths.more, text: labels.more }}>
      <ListCard>
        {row(
          paths.setupMail,
          texts.mail,
          mail === 'server' ? mailHost : states[mail][language],
          mail === 'server',
        )}
        {row(paths.setupAddress, texts.address, address ?? texts.addressMissing[language], address !== null)}
        {row(paths.setupBackups, texts.backups, backupStates[backups][language], backups === 'good')}
        {row(
          paths.setupSettlement,
          hasSettlement ? texts.anotherSettlement : texts.settlement,
          hasSettlement ? '' : texts.settlementMissing[language],
          hasSettlement,
        )}
        {row(
          paths.setupPolicies,
          texts.policies,
          policyVersion === null
            ? texts.policiesMissing[language]
            : `${texts.policiesVersion[language]} ${policyVersion}`,
          policyVersion !== null,
        )}
        <Row href={paths.platformRoles} icon="people" title={texts.roles} />
      </ListCard>
      {isOnlyDemo && (
        <Fold title={texts.demo}>
          <p>{texts.demoWhy}</p>
          <ButtonForm action={paths.removeDemo} kind="quiet-danger">
            {texts.removeDemo}
          </ButtonForm>
        </Fold>
      )}
    </Screen>
  );
}
