import type { ComponentChildren } from 'preact';
import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { definePage } from '../../page/page.ts';
import { Button, Buttons } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/form.tsx';
import { FactList } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ScopeList } from '../../ui/scope-list.tsx';
import { Screen } from '../../ui/screen.tsx';
import { audienceTexts } from '../../words/shared-texts.ts';
import { decideConsent, loadConsent } from './authorize-consent.ts';
export const texts = {
  title: { en: 'An application asks for access', ru: 'Приложение просит доступ' },
  asks: { en: 'Who is asking', ru: 'Кто просит' },
  from: { en: 'Recognised by the site', ru: 'Известно по сайту' },
  returns: { en: 'The answer goes to', ru: 'Ответ получит' },
  ownComputer: { en: 'a program on this computer', ru: 'программа на этом компьютере' },
  server: { en: 'Access to', ru: 'К чему доступ' },
  as: { en: 'In whose name', ru: 'От чьего имени' },
  verified: {
    en: 'Verified: the name was published by this site itself.',
    ru: 'Проверено: имя опубликовал сам этот сайт.',
  },
  unverified: {
    en: 'Not verified: the application chose this name itself, and we could not check it. Allow it only if you started the connection yourself just now.',
    ru: 'Не проверено: приложение назвалось так само, и подтвердить это мы не можем. Разрешайте, только если сами только что начали подключение.',
  },
  able: { en: 'It will be able to', ru: 'Оно сможет' },
  never: {
    en: 'It never learns your password. You can take back the access at any time under Assistants.',
    ru: 'Пароль оно не узнает. Забрать доступ можно в любой момент в разделе «Помощники».',
  },
  allow: { en: 'Allow', ru: 'Разрешить' },
  deny: { en: 'Do not allow', ru: 'Не разрешать' },
} as const satisfies Record<string, Text>;

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

export const consentPage = definePage({
  path: paths.authorize,
  access: 'anybody',
  offline: false,
  texts,
  load: (_, pageRequest) => loadConsent(pageRequest),
  actions: { consent: { path: paths.authorize, perform: (_, pageRequest) => decideConsent(pageRequest) } },
  head: (data) => ({ width: 'narrow', formTargets: data.formTargets }),
  render: (data, view) => {
    const { language } = view;
    const { client } = data;
    const place = loopback.test(client.redirect_host) ? ` — ${texts.ownComputer[language]}` : '';
    const facts: (readonly [string, ComponentChildren])[] = [
      [texts.asks[language], <b key="name">{client.name}</b>],
      ...(client.host ? [[texts.from[language], client.host] as const] : []),
      [texts.returns[language], `${client.redirect_host}${place}`],
      [texts.server[language], `${audienceTexts[data.audience].title[language]} · ${data.resource}`],
      ...(view.account ? [[texts.as[language], view.account.name] as const] : []),
    ];
    return (
      <Screen title={texts.title}>
        <Card>
          <FactList facts={facts} />
        </Card>
        <Notice tone={client.verified ? 'good' : 'warn'}>
          {client.verified ? texts.verified : texts.unverified}
        </Notice>
        <Card heading={{ id: 'able', title: texts.able }}>
          <ScopeList scopes={data.scopes} language={language} detailed />
        </Card>
        <Form id="consent" action={paths.authorize} hidden={data.fields}>
          <p class="soft">{texts.never}</p>
          <Buttons>
            <Button name="decision" value="allow">
              {texts.allow}
            </Button>
            <Button kind="quiet" name="decision" value="deny">
              {texts.deny}
            </Button>
          </Buttons>
        </Form>
      </Screen>
    );
  },
});
