import type { Text } from '../../../../base/i18n/text.ts';
import { nameCommand } from '../../../../base/site/command.ts';
import { paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { start_session } from '../../../../features/accounts/start_session.ts';
import { create_first_operator } from '../../../../features/actions/create_first_operator.ts';
import { show_setup } from '../../../../features/actions/show_setup.ts';
import { type ActionResult, definePage, type FormRequest, type PageRequest } from '../../page/page.ts';
import { describeBrowser, setSessionCookie } from '../../server/visitor.ts';
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
    en: `It was printed when the service was started, or is in the file setup-link in its data folder. It works for an hour; “${nameCommand('setup-link')}” prints a new one.`,
    ru: `Она появилась в окне, где запустили сервис, или лежит в файле setup-link в папке данных. Ссылка действует час; новую даст команда «${nameCommand('setup-link')}».`,
  },
  expired: {
    en: 'This link no longer works: it has already been used, or an hour has passed.',
    ru: 'Ссылка больше не действует: ею уже воспользовались или прошёл час.',
  },
  demoLoaded: {
    en: 'The demonstration is loaded. You are its operator.',
    ru: 'Демонстрация загружена. Вы в ней администратор.',
  },
  demoRefused: {
    en: 'There are villages of your own here already, and the demonstration does not mix with them.',
    ru: 'Здесь уже есть ваши посёлки, а пример с ними не смешивается.',
  },
  demoRemoved: { en: 'The demonstration is removed.', ru: 'Демонстрация убрана.' },
  demoStays: {
    en: 'There is more than the demonstration here by now, so it stays.',
    ru: 'Здесь уже есть не только демонстрация, поэтому она останется.',
  },
} as const satisfies Record<string, Text>;

async function loadSetup(pageRequest: PageRequest) {
  const { call, session, text } = pageRequest;
  if (session?.isOperator)
    return { state: 'operator' as const, overview: await loadOverviewOfInstallation(pageRequest) };
  const token = text('token');
  const { hasOperator, isLinkValid } = await call(show_setup, { token });
  if (hasOperator) return { state: 'closed' as const };
  return isLinkValid ? { state: 'first' as const, token } : { state: 'link' as const, isTried: token !== '' };
}

async function createOperator({ call, form, text, request, reply }: FormRequest): Promise<ActionResult> {
  const { session } = await call(create_first_operator, {
    token: text('token'),
    email: text('email'),
    display_name: text('display_name'),
    password: form.get('password') ?? '',
    browser: describeBrowser(request),
  });
  if (session !== null) setSessionCookie(request, reply, session);
  return { to: paths.setupMail };
}

/** The holder of the link becomes the demonstration's operator, as they could have become the installation's. */
async function loadDemonstration(pageRequest: FormRequest): Promise<ActionResult> {
  const { call, text, request, reply, dependencies } = pageRequest;
  const { isLinkValid } = await call(show_setup, { token: text('token') });
  if (!isLinkValid) refuse.invalid('token', texts.expired);
  const loaded = await (await dependencies.openDemo()).load();
  const operator = loaded === 'refused' ? refuse.invalid('demo', texts.demoRefused) : loaded;
  if (operator !== null) {
    const { id: account, passwordHash: password_hash } = operator;
    const input = { account, password_hash, browser: describeBrowser(request) };
    const { token } = await call(start_session, input);
    if (token !== null) setSessionCookie(request, reply, token);
  }
  return { to: paths.today, notice: texts.demoLoaded };
}

async function removeDemonstration(pageRequest: FormRequest): Promise<ActionResult> {
  permitOperator(pageRequest);
  const link = await (await pageRequest.dependencies.openDemo()).remove();
  if (link === null) refuse.invalid('demo', texts.demoStays);
  return { to: link ?? paths.setup, notice: texts.demoRemoved };
}

/** Step 1 of 6 while there is no operator; afterwards the operator's overview of the settings. */
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
