import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { acknowledge_notice } from '../../../../features/actions/acknowledge_notice.ts';
import { show_acknowledgement } from '../../../../features/actions/show_acknowledgement.ts';
import { show_article } from '../../../../features/operations/journal/show_article.ts';
import { renderBody } from '../../loaders/article-body.ts';
import { loadPushOffer } from '../../loaders/push-devices.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { form } from '../../page/form.tsx';
import { definePage, Redirect } from '../../page/page.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionBar } from '../../ui/decision.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PushOffer } from '../../ui/push-switch.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';

export const texts = {
  title: { en: 'Urgent announcement', ru: 'Срочное объявление' },
  urgent: labels.urgent,
  understood: { en: 'Understood', ru: 'Понятно' },
  why: {
    en: 'One press is enough for the whole plot: then nobody there is reminded again.',
    ru: 'Достаточно нажать один раз за весь участок: больше никому из вас напоминать не будем.',
  },
  done: { en: 'Noted: you know. We will not remind you.', ru: 'Отметили: вы знаете. Напоминать не будем.' },
  already: {
    en: 'Your plot has confirmed: no more reminders.',
    ru: 'Ваш участок отметил, что знает: напоминать не будем.',
  },
  open: { en: 'Open the announcement', ru: 'Открыть объявление' },
} as const satisfies Record<string, Text>;

const acknowledge = form(acknowledge_notice, {
  path: paths.acknowledge,
  isButton: true,
  done: ({ slug }, { settlement }) => ({ to: fillPath(paths.acknowledge, { settlement, article: slug }) }),
});

export const acknowledgePage = definePage({
  path: paths.acknowledge,
  access: 'signed-in',
  texts,
  async load(names, pageRequest) {
    const { call } = pageRequest;
    const { data } = await call(show_article, names);
    if (!data.urgent || data.status !== 'published')
      return new Redirect(fillPath(paths.article, { settlement: names.settlement, article: data.slug }));
    const [place, state, safeHtml, pushKey] = await Promise.all([
      loadSettlementContext(names.settlement, pageRequest),
      call(show_acknowledgement, names),
      renderBody(data, pageRequest),
      loadPushOffer(pageRequest),
    ]);
    return { place: place.settlement, article: data, state, safeHtml, pushKey };
  },
  actions: { acknowledge },
  head: () => ({ width: 'narrow', scripts: ['push.js'] }),
  render: ({ place, article, state, safeHtml, pushKey }, { language }) => {
    const address = { settlement: place.slug, article: article.slug };
    const isOpen = state.isMember && !state.isDone;
    return (
      <Screen title={article.title} line={`${texts.urgent[language]} · ${place.name}`}>
        <Card>
          {/* Sanitized by the renderer: only allow-listed tags and URLs. */}
          <div class="prose" dangerouslySetInnerHTML={{ __html: safeHtml }} />
        </Card>
        {state.isMember && state.isDone && <Notice>{texts.already}</Notice>}
        {!isOpen && pushKey !== null && (
          <PushOffer publicKey={pushKey} next={fillPath(paths.acknowledge, address)} />
        )}
        {isOpen ? (
          <acknowledge.Form at={address}>
            <p class="soft">{texts.why}</p>
            <ActionBar>
              <Button icon="check">{texts.understood}</Button>
            </ActionBar>
          </acknowledge.Form>
        ) : (
          <LinkButton href={fillPath(paths.article, address)} kind="quiet">
            {texts.open}
          </LinkButton>
        )}
      </Screen>
    );
  },
});
