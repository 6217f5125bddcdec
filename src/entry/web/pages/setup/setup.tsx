import { isUniqueViolation } from '../../../../base/db/connect.ts';
import { removeInvisible } from '../../../../base/i18n/invisible-characters.ts';
import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { hashPassword } from '../../../../features/accounts/password.ts';
import { createFirstOperator, maySetUp } from '../../../../features/installation/setup.ts';
import { listRoleHolders } from '../../../../store/accounts/platform-roles.ts';
import { hasOperator } from '../../../../store/system/installation.ts';
import { type ActionResult, definePage, type FormRequest, type PageRequest } from '../../page/page.ts';
import {
  refuseIfInvalid,
  validateDisplayName,
  validateEmail,
  validatePassword,
} from '../../server/form-validation.ts';
import { startSession } from '../../server/visitor.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import * as labels from '../../words/labels.ts';
import { FirstAccount } from './first-account.tsx';
import { InstallationOverview, loadOverviewOfInstallation } from './installation-overview.tsx';
import { formatStep, permitOperator, setupTexts } from './setup-texts.ts';

export const texts = {
  title: setupTexts.installation,
  first: { en: 'Your account', ru: 'Ваша учётная запись' },
  closedTitle: { en: 'This installation is set up', ru: 'Площадка уже настроена' },
  closed: {
    en: 'Its operators change the settings after signing in.',
    ru: 'Изменить настройки могут администраторы, когда войдут.',
  },
  signIn: labels.signIn,
  linkTitle: { en: 'Open the link from the server', ru: 'Откройте ссылку с сервера' },
  link: {
    en: 'It was printed when the service was started, or is in the file setup-link in its data folder. It works for an hour; “settlements setup-link” prints a new one.',
    ru: 'Она появилась в окне, где запустили сервис, или лежит в файле setup-link в папке данных. Ссылка действует час; новую даст команда «settlements setup-link».',
  },
  expired: {
    en: 'This link no longer works: it was used already, or an hour has passed.',
    ru: 'Ссылка больше не действует: ею уже воспользовались или прошёл час.',
  },
  taken: {
    en: 'There is an account with this address. Give it the role with “settlements account role”.',
    ru: 'Учётная запись с этой почтой уже есть. Дайте ей роль командой «settlements account role».',
  },
  demoLoaded: {
    en: 'The demonstration is loaded. You are its operator.',
    ru: 'Демонстрация загружена. Вы в ней администратор.',
  },
  demoRemoved: { en: 'The demonstration is removed.', ru: 'Демонстрация убрана.' },
  demoStays: {
    en: 'There is more than the demonstration here by now, so it stays.',
    ru: 'Здесь уже есть не только демонстрация, поэтому она останется.',
  },
} as const satisfies Record<string, Text>;

async function loadSetup(pageRequest: PageRequest) {
  const { session, text, dependencies } = pageRequest;
  if (session?.isOperator)
    return { state: 'operator' as const, overview: await loadOverviewOfInstallation(pageRequest) };
  if (await hasOperator(dependencies.pool)) return { state: 'closed' as const };
  const token = text('token');
  const isValid = await maySetUp(dependencies.pool, token, dependencies.now());
  return isValid ? { state: 'first' as const, token } : { state: 'link' as const, isTried: token !== '' };
}

async function createOperator(pageRequest: FormRequest): Promise<ActionResult> {
  const { form, text, view, request, reply, dependencies } = pageRequest;
  const { pool, now } = dependencies;
  const [email, displayName] = [text('email').trim(), removeInvisible(text('display_name')).trim()];
  const password = form.get('password') ?? '';
  if (!(await maySetUp(pool, text('token'), now()))) refuse.invalid('token', texts.expired);
  refuseIfInvalid({
    ...validateEmail(email),
    ...validateDisplayName(displayName),
    ...validatePassword(password),
  });
  const person = { email, displayName, language: view.language, passwordHash: await hashPassword(password) };
  const created = await createFirstOperator(pool, text('token'), person, dependencies).catch((error) =>
    isUniqueViolation(error) ? refuse.invalid('email', texts.taken) : Promise.reject(error),
  );
  if (created === null) return refuse.invalid('token', texts.expired);
  await startSession(request, reply, { id: created.accountId }, dependencies);
  return { to: paths.setupMail };
}

/** The holder of the link becomes the demonstration's operator, as they could have become the installation's. */
async function loadDemonstration({ text, request, reply, dependencies }: FormRequest): Promise<ActionResult> {
  const { pool, now } = dependencies;
  if (!(await maySetUp(pool, text('token'), now()))) refuse.invalid('token', texts.expired);
  await (await dependencies.openDemo()).load();
  const operator = (await listRoleHolders(pool)).find(({ isOperator }) => isOperator);
  if (operator) await startSession(request, reply, { id: operator.id }, dependencies);
  return { to: paths.today, notice: texts.demoLoaded };
}

async function removeDemonstration(pageRequest: FormRequest): Promise<ActionResult> {
  permitOperator(pageRequest);
  const link = await (await pageRequest.dependencies.openDemo()).remove();
  if (link === null) refuse.invalid('demo', texts.demoStays);
  return { to: link ?? paths.setup, notice: texts.demoRemoved };
}

/** Step 1 of 4 while there is no operator; afterwards the operator's overview of the settings. */
export const setupPage = definePage({
  path: paths.setup,
  access: 'anybody',
  secret: true,
  texts,
  load: (_, pageRequest) => loadSetup(pageRequest),
  actions: {
    account: {
      path: paths.setup,
      strictRateLimit: true,
      perform: (_, pageRequest) => createOperator(pageRequest),
    },
    demo: {
      path: paths.setupDemo,
      strictRateLimit: true,
      isButton: true,
      perform: (_, pageRequest) => loadDemonstration(pageRequest),
    },
    remove: {
      path: paths.removeDemo,
      strictRateLimit: true,
      isButton: true,
      perform: (_, pageRequest) => removeDemonstration(pageRequest),
    },
  },
  head: (data) => ({
    width: 'narrow',
    scripts: ['copy.js', 'password.js'],
    ...(data.state === 'link' && data.isTried && { status: 422 }),
  }),
  render: (data, { language }) => {
    if (data.state === 'operator') return <InstallationOverview {...data.overview} language={language} />;
    if (data.state === 'first')
      return (
        <>
          <PageHead title={texts.first} line={formatStep(1, language)} />
          <FirstAccount token={data.token} language={language} />
        </>
      );
    return (
      <>
        <PageHead title={texts.title} />
        {data.state === 'closed' ? (
          <Notice
            tone="plain"
            title={texts.closedTitle}
            link={{
              href: `${paths.login}?${new URLSearchParams({ next: paths.setup })}`,
              text: texts.signIn,
            }}
          >
            {texts.closed}
          </Notice>
        ) : (
          <Notice
            tone={data.isTried ? 'warn' : 'plain'}
            title={data.isTried ? texts.expired : texts.linkTitle}
          >
            {texts.link}
          </Notice>
        )}
      </>
    );
  },
});
