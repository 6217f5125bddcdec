import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { show_policies } from '../../../../features/accounts/show_policies.ts';
import { accept_policies } from '../../../../features/actions/accept_policies.ts';
import { renderBody } from '../../loaders/article-body.ts';
import { definePage, type PageRequest, Redirect } from '../../page/page.ts';
import { sanitizeNextPath } from '../../server/visitor.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';

const texts = {
  title: { en: 'Rules and privacy', ru: 'Правила и персональные данные' },
  privacy: labels.privacyPolicy,
  terms: labels.termsOfUse,
  version: { en: 'Version {version}', ru: 'Версия {version}' },
  asked: {
    en: 'These texts are new or have changed. Please read them and agree.',
    ru: 'Эти тексты новые или изменились. Прочитайте их, пожалуйста, и подтвердите согласие.',
  },
  accept: { en: 'I agree', ru: 'Согласен' },
  accepted: { en: 'Thank you, your consent is recorded.', ru: 'Спасибо, согласие записано.' },
} as const satisfies Record<string, Text>;

const noMentions = { mentions: {} };

function definePolicyPage<const Kind extends 'privacy' | 'terms'>(kind: Kind) {
  return definePage({
    path: paths[kind],
    access: 'anybody',
    texts: { ...texts, title: texts[kind] },
    async load(_, pageRequest: PageRequest) {
      const policy = await pageRequest.call(show_policies, {});
      if (!policy?.[kind]) return refuse.notFound('address');
      const safeHtml = await renderBody({ body: policy[kind], ...noMentions }, pageRequest);
      return { version: policy.version, safeHtml };
    },
    head: () => ({ width: 'narrow' }),
    render: ({ version, safeHtml }, { language }) => (
      <>
        <PageHead title={texts[kind]} line={texts.version[language].replace('{version}', String(version))} />
        <div class="prose" dangerouslySetInnerHTML={{ __html: safeHtml }} />
      </>
    ),
  });
}

export const privacyPage = definePolicyPage('privacy');
export const termsPage = definePolicyPage('terms');

/** For those who registered before the current version. */
export const acceptPoliciesPage = definePage({
  path: paths.acceptPolicies,
  access: 'signed-in',
  texts,
  offline: false,
  async load(_, pageRequest) {
    const policy = await pageRequest.call(show_policies, {});
    if (policy === null) return new Redirect(paths.today);
    const parts = (['terms', 'privacy'] as const).filter((kind) => policy[kind] !== '');
    return {
      version: policy.version,
      next: sanitizeNextPath(pageRequest.text('next'), ''),
      parts: await Promise.all(
        parts.map(async (kind) => ({
          kind,
          safeHtml: await renderBody({ body: policy[kind], ...noMentions }, pageRequest),
        })),
      ),
    };
  },
  actions: {
    accept: {
      path: paths.acceptPolicies,
      async perform(_, { call, text }) {
        await call(accept_policies, { version: text('version') });
        return { to: sanitizeNextPath(text('next')), notice: texts.accepted };
      },
    },
  },
  head: () => ({ width: 'narrow' }),
  render: ({ version, parts, next }) => (
    <Screen title={texts.title} line={texts.asked}>
      {parts.map(({ kind, safeHtml }) => (
        <Card key={kind} heading={{ id: kind, title: texts[kind] }}>
          <div class="prose" dangerouslySetInnerHTML={{ __html: safeHtml }} />
        </Card>
      ))}
      <Form id="accept" action={paths.acceptPolicies} hidden={{ version: String(version), next }}>
        <Button>{texts.accept}</Button>
      </Form>
    </Screen>
  ),
});
