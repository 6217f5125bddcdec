import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { anonymousCaller } from '../../../../domain/kernel/caller.ts';
import type { RateLimits } from '../../../../domain/kernel/rate-limits.ts';
import type { Kernel } from '../../../../domain/kernel/run.ts';
import { show_subscription } from '../../../../features/accounts/show_subscription.ts';
import { unsubscribe } from '../../../../features/accounts/unsubscribe.ts';
import type { UnsubscribeTokens } from '../../../../features/mail/unsubscribe-token.ts';
import { type EmailTopic, emailTopicNames } from '../../../../features/notify/notification-texts.ts';
import { renderErrorPage } from '../../server/error-page.tsx';
import { enforcePageLimit } from '../../server/page-rate-limits.ts';
import { createPublicView, sendPage } from '../../server/send-page.ts';
import { createPageCall } from '../../server/visitor-calls.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { renderDocument } from '../../ui/shell.tsx';
import type { View } from '../../ui/view.ts';

export const texts = {
  ask: { en: 'Stop these emails?', ru: 'Больше не присылать такие письма?' },
  stop: { en: 'Stop them', ru: 'Не присылать' },
  done: { en: 'Done: you will not get these emails any more', ru: 'Готово: такие письма больше не придут' },
  stays: {
    en: 'Everything still appears on the site. Emails about your password and address come in any case.',
    ru: 'На сайте всё по-прежнему видно. Письма о пароле и адресе приходят в любом случае.',
  },
  settings: { en: 'All notification settings', ru: 'Все настройки уведомлений' },
  unknown: {
    en: 'This link is incomplete. Copy it from the email once more.',
    ru: 'Ссылка неполная. Скопируйте её из письма ещё раз.',
  },
} as const satisfies Record<string, Text>;

/**
 * One-click unsubscribe from the emails of a topic (RFC 8058). The signed link is the only authorization: mail clients
 * post without cookies, so these routes are outside the scope with CSRF tokens. GET changes nothing, because mail
 * scanners open every link.
 */
export function registerUnsubscribe(
  server: FastifyInstance,
  { kernel, tokens, rateLimits }: { kernel: Kernel; tokens: UnsubscribeTokens; rateLimits: RateLimits },
): void {
  server.register(async (scope) => {
    scope.addHook('onRequest', (request, reply) => enforcePageLimit(request, reply, rateLimits));
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 10_000 }, async () => undefined);
    scope.get('/unsubscribe/:token', (request, reply) => answer(request, reply, false));
    scope.post('/unsubscribe/:token', (request, reply) => answer(request, reply, true));
  });

  async function answer(request: FastifyRequest, reply: FastifyReply, isPressed: boolean) {
    const view = createPublicView(request);
    const opened = tokens.verify((request.params as { token: string }).token);
    if (opened === null) return sendInvalidLink(request, reply, view);
    const { accountId: account, topic } = opened;
    const call = createPageCall(request, reply);
    const { isKnown } = isPressed
      ? await kernel.perform(unsubscribe, { account, topic }, call, anonymousCaller)
      : await kernel.perform(show_subscription, { account }, call, anonymousCaller);
    if (!isKnown) return sendInvalidLink(request, reply, view);
    return sendPage(request, reply, (isPressed ? renderDone : renderConfirmation)(topic, view));
  }
}

function sendInvalidLink(request: FastifyRequest, reply: FastifyReply, view: View): FastifyReply {
  const page = renderErrorPage({ status: 404, message: texts.unknown[view.language] }, view);
  return sendPage(request, reply, page, { status: 404 });
}

function renderConfirmation(topic: EmailTopic, view: View): string {
  return renderDocument(
    { overview: null, ...view },
    { title: texts.ask, width: 'narrow' },
    <>
      <PageHead title={texts.ask} line={emailTopicNames[topic]} />
      <form method="post" class="gap-below">
        <Button>{texts.stop}</Button>
      </form>
      <p class="soft">{texts.stays}</p>
    </>,
  );
}

function renderDone(topic: EmailTopic, view: View): string {
  return renderDocument(
    { overview: null, ...view },
    { title: texts.done, width: 'narrow' },
    <>
      <PageHead title={texts.done} line={emailTopicNames[topic]} />
      <p class="gap-below">{texts.stays}</p>
      <LinkButton href={paths.notificationPreferences} kind="quiet">
        {texts.settings}
      </LinkButton>
    </>,
  );
}
