import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { show_policies } from '../../../../features/accounts/show_policies.ts';
import { publish_policies } from '../../../../features/actions/publish_policies.ts';
import { definePage } from '../../page/page.ts';
import { Button, Buttons, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextArea } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';
import { formatStep, permitOperator, setupParent, setupTexts } from './setup-texts.ts';
import { starterBlanks, starterPrivacy } from './starter-privacy.ts';

export const texts = {
  title: { en: 'Privacy and terms', ru: 'Правила и персональные данные' },
  lead: {
    en: 'Your own texts, in Markdown. People agree to them when they register; after a change everybody is asked again.',
    ru: 'Ваши тексты, в разметке markdown. С ними соглашаются при регистрации; если их изменить, спросим всех ещё раз.',
  },
  starter: {
    en: 'A starter text that names what the service keeps. Replace NAME, ADDRESS and EMAIL, read it once, then publish it.',
    ru: 'Это заготовка: в ней названо, что хранит сервис. Впишите ИМЯ, АДРЕС и ПОЧТУ, прочтите и опубликуйте.',
  },
  privacy: labels.privacyPolicy,
  terms: labels.termsOfUse,
  publish: { en: 'Publish', ru: 'Опубликовать' },
  published: {
    en: 'Published. Everybody is asked to agree.',
    ru: 'Опубликовано. Всех попросим согласиться.',
  },
  blanks: {
    en: 'NAME, ADDRESS and EMAIL are still to be replaced: who answers for the data, and where to write.',
    ru: 'Замените ИМЯ, АДРЕС и ПОЧТУ: кто отвечает за данные и куда писать.',
  },
  unchanged: { en: 'The texts have not changed.', ru: 'Тексты не изменились.' },
} as const satisfies Record<string, Text>;

/** The operator's texts; every published version is kept. */
export const setupPoliciesPage = definePage({
  path: paths.setupPolicies,
  access: 'signed-in',
  texts,
  offline: false,
  async load(_, pageRequest) {
    permitOperator(pageRequest);
    const current = await pageRequest.call(show_policies, {});
    const starter = starterPrivacy[pageRequest.view.language];
    return { isFirst: current === null, privacy: current?.privacy ?? starter, terms: current?.terms ?? '' };
  },
  actions: {
    policies: {
      path: paths.setupPolicies,
      body: 'text',
      async perform(_, { call, text, dependencies }) {
        if (starterBlanks.test(text('privacy'))) refuse.invalid('privacy', texts.blanks);
        const { version } = await call(publish_policies, {
          privacy: text('privacy'),
          terms: text('terms'),
        });
        await dependencies.services.installation.reload();
        const to = version === 1 ? paths.setupSettlement : paths.setupPolicies;
        return { to, notice: version === null ? texts.unchanged : texts.published };
      },
    },
  },
  head: () => ({ width: 'narrow' }),
  render: ({ isFirst, privacy, terms }, { language }) => (
    <Screen
      title={texts.title}
      {...(isFirst ? { line: formatStep(5, language) } : { parent: setupParent(language) })}
    >
      <p class="lead-line">{texts.lead}</p>
      {isFirst && <Notice tone="plain">{texts.starter}</Notice>}
      <Card>
        <Form id="policies" action={paths.setupPolicies} draft>
          <TextArea
            name="privacy"
            label={texts.privacy}
            value={privacy}
            maxLength={100_000}
            rows={12}
            optional
          />
          <TextArea name="terms" label={texts.terms} value={terms} maxLength={100_000} rows={12} optional />
          <Button>{texts.publish}</Button>
        </Form>
      </Card>
      {isFirst && (
        <Buttons>
          <LinkButton href={paths.setupSettlement} kind="quiet">
            {setupTexts.later}
          </LinkButton>
        </Buttons>
      )}
    </Screen>
  ),
});
