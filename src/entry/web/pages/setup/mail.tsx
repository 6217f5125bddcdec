import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { configure_mail } from '../../../../features/actions/configure_mail.ts';
import { parseSmtpUrl } from '../../../../features/installation/mail-settings.ts';
import { type ActionResult, definePage, type FormRequest } from '../../page/page.ts';
import { stripFieldPrefix } from '../../server/refusal-as-field-error.ts';
import { Button, Buttons, LinkButton } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OwnPassword } from '../../ui/own-password.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';
import {
  formatByEnvironment,
  formatStep,
  needsPassword,
  passwordField,
  permitOperator,
  requirePassword,
  setupParent,
  setupTexts,
} from './setup-texts.ts';

export const texts = {
  title: { en: 'Mail', ru: 'Почта' },
  lead: {
    en: 'Confirmations, invitations and announcements go out by email. Your provider tells you these values.',
    ru: 'Письмами уходят подтверждения, приглашения и объявления. Эти данные есть у вашей почтовой службы.',
  },
  host: { en: 'Mail server (SMTP)', ru: 'Почтовый сервер (SMTP)' },
  hostHint: { en: 'smtp.example.org', ru: 'smtp.example.org' },
  security: { en: 'Encryption and port', ru: 'Шифрование' },
  starttls: { en: 'STARTTLS, usually port 587', ru: 'STARTTLS, обычно порт 587' },
  tls: { en: 'TLS, usually port 465', ru: 'TLS, обычно порт 465' },
  port: { en: 'Port', ru: 'Порт' },
  username: { en: 'User name', ru: 'Имя пользователя' },
  usernameHint: { en: 'often the whole address', ru: 'часто это весь адрес почты' },
  password: labels.password,
  passwordHint: { en: 'stored encrypted', ru: 'хранится зашифрованным' },
  passwordKept: { en: 'leave empty to keep the current one', ru: 'пусто — останется прежний' },
  from: { en: 'Sender', ru: 'От кого' },
  fromHint: { en: 'the address people see in emails', ru: 'этот адрес люди увидят в письмах' },
  save: { en: 'Send me an email and save', ru: 'Прислать мне письмо и сохранить' },
  sent: {
    en: 'The mail server has accepted an email to you. Check your inbox.',
    ru: 'Почтовый сервер принял письмо для вас. Загляните в ящик.',
  },
  tryAgain: { en: 'Send me an email', ru: 'Прислать мне письмо' },
  without: {
    en: 'Without mail nobody can register on their own; you create accounts with a command. You can set it up later.',
    ru: 'Без почты люди не смогут зарегистрироваться сами: записи придётся создавать командой. Настроить можно и позже.',
  },
} as const satisfies Record<string, Text>;

async function saveMail(pageRequest: FormRequest<'signed-in'>): Promise<ActionResult> {
  const { call, text, form, dependencies } = pageRequest;
  const server = {
    host: text('host'),
    port: text('port'),
    security: text('security'),
    username: text('username'),
    password: form.get('password') ?? '',
    from: text('from'),
  };
  const isFirst = dependencies.services.installation.smtpUrl === undefined;
  await requirePassword(pageRequest, !isFirst);
  await stripFieldPrefix('server', call(configure_mail, { server }));
  await dependencies.services.installation.reload();
  return { to: isFirst ? paths.setupAddress : paths.setupMail, notice: texts.sent };
}

/** Step 2: saved only when the server has taken an email to the operator. */
export const setupMailPage = definePage({
  path: paths.setupMail,
  access: 'signed-in',
  secret: true,
  texts,
  async load(_, pageRequest) {
    permitOperator(pageRequest);
    const { smtpUrl, ofEnvironment, isBaseUrlSet } = pageRequest.dependencies.services.installation;
    const known = smtpUrl === undefined ? null : parseSmtpUrl(smtpUrl);
    return {
      known,
      isOfEnvironment: ofEnvironment.mail,
      isFirst: known === null && !isBaseUrlSet,
      asksPassword: await needsPassword(pageRequest, known !== null),
    };
  },
  actions: {
    mail: {
      path: paths.setupMail,
      strictRateLimit: true,
      perform: (_, pageRequest) => {
        permitOperator(pageRequest);
        return saveMail(pageRequest);
      },
    },
    try: {
      path: paths.tryMail,
      strictRateLimit: true,
      isButton: true,
      async perform(_, pageRequest) {
        permitOperator(pageRequest);
        await pageRequest.call(configure_mail, {});
        return { to: paths.setupMail, notice: texts.sent };
      },
    },
  },
  head: () => ({ width: 'narrow', scripts: ['password.js'] }),
  render: ({ known, isOfEnvironment, isFirst, asksPassword }, { language }) => (
    <Screen
      title={texts.title}
      {...(isFirst ? { line: formatStep(2, language) } : { parent: setupParent(language) })}
    >
      <p class="lead-line">{texts.lead}</p>
      {isOfEnvironment ? (
        <Notice tone="plain" title={known?.host ?? ''}>
          {formatByEnvironment('SMTP_URL', language)}
        </Notice>
      ) : (
        <Card>
          <Form id="mail" action={paths.setupMail}>
            <TextField
              name="host"
              label={texts.host}
              placeholder={texts.hostHint}
              value={known?.host ?? ''}
              maxLength={253}
            />
            <SelectField
              name="security"
              label={texts.security}
              value={known?.security ?? 'starttls'}
              choices={[
                { value: 'starttls', label: texts.starttls },
                { value: 'tls', label: texts.tls },
              ]}
            />
            <TextField
              name="port"
              label={texts.port}
              value={String(known?.port ?? 587)}
              inputMode="numeric"
              maxLength={5}
            />
            <TextField
              name="username"
              label={texts.username}
              hint={texts.usernameHint}
              value={known?.username ?? ''}
              autocomplete="off"
              maxLength={254}
              optional
            />
            <TextField
              name="password"
              type="password"
              label={texts.password}
              hint={known ? texts.passwordKept : texts.passwordHint}
              autocomplete="off"
              maxLength={500}
              optional
            />
            <TextField
              name="from"
              type="email"
              label={texts.from}
              hint={texts.fromHint}
              value={known?.from ?? ''}
              autocomplete="off"
              maxLength={254}
              optional
            />
            {asksPassword && <OwnPassword name={passwordField} />}
            <Button>{texts.save}</Button>
          </Form>
        </Card>
      )}
      {known && (
        <ButtonForm action={paths.tryMail} kind="quiet">
          {texts.tryAgain}
        </ButtonForm>
      )}
      {isFirst && (
        <>
          <p class="soft">{texts.without}</p>
          <Buttons>
            <LinkButton href={paths.setupAddress} kind="quiet">
              {setupTexts.later}
            </LinkButton>
          </Buttons>
        </>
      )}
    </Screen>
  ),
});
