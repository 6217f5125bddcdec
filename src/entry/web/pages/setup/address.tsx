import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { configure_address, parseOrigin } from '../../../../features/actions/configure_address.ts';
import { probeAddress } from '../../../../features/installation/address-probe.ts';
import { type ActionResult, definePage, type FormRequest, Rerender } from '../../page/page.ts';
import { Button, Buttons, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckField } from '../../ui/choice.tsx';
import { TextField } from '../../ui/field.tsx';
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
  title: { en: 'The address people use', ru: 'Адрес сайта' },
  lead: {
    en: 'Links in emails, sheets and codes lead there, and the site answers only there and on its own machine. While there is none, neighbours’ phones cannot open it.',
    ru: 'На него ведут ссылки в письмах, листках и кодах. Сайт отвечает только по нему и на своём компьютере. Пока адреса нет, с телефонов соседей сайт не открыть.',
  },
  url: labels.address,
  urlHint: {
    en: 'as https://village.example.org; how to get a name and a certificate is in the help (?)',
    ru: 'например https://posyolok.example.org; как завести имя и сертификат — в помощи (?)',
  },
  anyway: { en: 'Save although it does not respond yet', ru: 'Сохранить, хотя он пока не отвечает' },
  unreachable: {
    en: 'The service does not answer there yet ({error}). Check the name, the proxy and the certificate, or save it anyway.',
    ru: 'По этому адресу сервис пока не отвечает ({error}). Проверьте имя, прокси и сертификат или сохраните так.',
  },
  save: labels.save,
  saved: labels.saved,
  movedTitle: { en: 'Saved. From now on it is here:', ru: 'Сохранено. Теперь сайт здесь:' },
  moved: {
    en: 'You sign in there once more. If the address does not answer yet, this machine still does.',
    ru: 'Там нужно войти ещё раз. Пока адрес не отвечает, сервис доступен на своём компьютере.',
  },
} as const satisfies Record<string, Text>;

async function saveAddress(pageRequest: FormRequest<'signed-in'>): Promise<ActionResult | Rerender> {
  const { call, text, request, dependencies } = pageRequest;
  const { installation } = dependencies.services;
  const isFirst = !installation.isBaseUrlSet;
  await requirePassword(pageRequest, !isFirst);
  const wanted = parseOrigin(text('url').trim());
  if (wanted !== undefined && wanted !== request.origin && text('anyway') !== 'true') {
    const probe = await probeAddress(wanted);
    if (probe.kind === 'failed')
      refuse.invalid('url', {
        en: texts.unreachable.en.replace('{error}', probe.error),
        ru: texts.unreachable.ru.replace('{error}', probe.error),
      });
  }
  const { url } = await call(configure_address, { url: text('url') });
  await installation.reload();
  if (url !== request.origin) return new Rerender({ movedTo: url });
  return { to: isFirst ? paths.setupBackups : paths.setup, notice: texts.saved };
}

/** Step 3. */
export const setupAddressPage = definePage({
  path: paths.setupAddress,
  access: 'signed-in',
  secret: true,
  texts,
  async load(_, pageRequest) {
    permitOperator(pageRequest);
    const { baseUrl, isBaseUrlSet, ofEnvironment } = pageRequest.dependencies.services.installation;
    const result = pageRequest.formResult as { movedTo: string } | undefined;
    return {
      url: isBaseUrlSet ? baseUrl : pageRequest.request.origin,
      isFirst: !isBaseUrlSet,
      asksPassword: await needsPassword(pageRequest, isBaseUrlSet),
      isOfEnvironment: ofEnvironment.baseUrl,
      movedTo: result?.movedTo ?? null,
    };
  },
  actions: {
    address: {
      path: paths.setupAddress,
      strictRateLimit: true,
      perform: (_, pageRequest) => {
        permitOperator(pageRequest);
        return saveAddress(pageRequest);
      },
    },
  },
  head: () => ({ width: 'narrow' }),
  render: ({ url, isFirst, asksPassword, isOfEnvironment, movedTo }, { language, forms }) => (
    <Screen
      title={texts.title}
      {...(isFirst ? { line: formatStep(3, language) } : { parent: setupParent(language) })}
    >
      {movedTo !== null ? (
        <Notice title={texts.movedTitle} link={{ href: `${movedTo}${paths.setupBackups}`, text: movedTo }}>
          {texts.moved}
        </Notice>
      ) : (
        <p class="lead-line">{texts.lead}</p>
      )}
      {isOfEnvironment && (
        <Notice tone="plain" title={url}>
          {formatByEnvironment('BASE_URL', language)}
        </Notice>
      )}
      {!isOfEnvironment && movedTo === null && (
        <Card>
          <Form id="address" action={paths.setupAddress}>
            <TextField
              name="url"
              type="url"
              label={texts.url}
              hint={texts.urlHint}
              value={url}
              maxLength={300}
            />
            {forms?.address?.errors?.url && <CheckField name="anyway" label={texts.anyway} />}
            {asksPassword && <OwnPassword name={passwordField} />}
            <Button>{texts.save}</Button>
          </Form>
        </Card>
      )}
      {(isFirst || movedTo !== null || isOfEnvironment) && (
        <Buttons>
          <LinkButton href={paths.setupBackups} kind="quiet">
            {isFirst ? setupTexts.later : setupTexts.next}
          </LinkButton>
        </Buttons>
      )}
    </Screen>
  ),
});
