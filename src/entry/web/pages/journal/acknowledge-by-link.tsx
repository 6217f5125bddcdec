import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Text } from '../../../../base/i18n/text.ts';
import { anonymousCaller } from '../../../../domain/kernel/caller.ts';
import type { RateLimits } from '../../../../domain/kernel/rate-limits.ts';
import type { Kernel } from '../../../../domain/kernel/run.ts';
import type { Services } from '../../../../domain/kernel/services.ts';
import { maskMentions } from '../../../../domain/rules/mentions.ts';
import { acknowledge_by_link } from '../../../../features/actions/acknowledge_by_link.ts';
import { show_notice_by_link } from '../../../../features/actions/show_notice_by_link.ts';
import type { AcknowledgeTokens } from '../../../../features/mail/acknowledge-token.ts';
import { renderErrorPage } from '../../server/error-page.tsx';
import { enforcePageLimit } from '../../server/page-rate-limits.ts';
import { createPublicView, sendPage } from '../../server/send-page.ts';
import { createPageCall } from '../../server/visitor-calls.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { renderDocument } from '../../ui/shell.tsx';
import type { View } from '../../ui/view.ts';
import { texts as acknowledgeTexts } from './acknowledge.tsx';

export const texts = {
  unknown: {
    en: 'This link is incomplete, or the announcement is no longer urgent. Copy the link from the email once more, or open the site.',
    ru: 'Ссылка неполная, или объявление уже не срочное. Скопируйте ссылку из письма ещё раз или откройте сайт.',
  },
} as const satisfies Record<string, Text>;

interface LinkParts {
  kernel: Kernel;
  tokens: AcknowledgeTokens;
  rateLimits: RateLimits;
  texts: Services['texts'];
}

/**
 * The link of an urgent email, without signing in: shows the notice, and only its POST acknowledges it, because mail
 * scanners open every link. The signed link is the only authorization, so there is no CSRF token. It shows nothing to
 * somebody who does not belong to a plot of the settlement any more.
 */
export function registerAcknowledgeByLink(server: FastifyInstance, parts: LinkParts): void {
  server.register(async (scope) => {
    scope.addHook('onRequest', (request, reply) => enforcePageLimit(request, reply, parts.rateLimits));
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 10_000 }, async () => undefined);
    scope.get('/acknowledge/:token', (request, reply) => answer(request, reply, false));
    scope.post('/acknowledge/:token', (request, reply) => answer(request, reply, true));
  });

  async function answer(request: FastifyRequest, reply: FastifyReply, isPressed: boolean) {
    const view = createPublicView(request);
    const opened = parts.tokens.verify((request.params as { token: string }).token);
    if (!opened) return sendUnknown(request, reply, view);
    const notice = await parts.kernel.perform(
      isPressed ? acknowledge_by_link : show_notice_by_link,
      { account: opened.accountId, event: opened.eventId },
      createPageCall(request, reply),
      anonymousCaller,
    );
    if (notice === null) return sendUnknown(request, reply, view);
    const safeHtml = await parts.texts.render(
      maskMentions(notice.body, new Set(), view.language),
      { mentions: {} },
      { share: opened.accountId },
    );
    const page = renderNotice({ notice, safeHtml, isDone: isPressed || notice.isDone, isPressed }, view);
    return sendPage(request, reply, page, { secret: true });
  }
}

function sendUnknown(request: FastifyRequest, reply: FastifyReply, view: View): FastifyReply {
  const page = renderErrorPage({ status: 404, message: texts.unknown[view.language] }, view);
  return sendPage(request, reply, page, { status: 404 });
}

function renderNotice(
  shown: {
    notice: { title: string; settlementName: string };
    safeHtml: string | undefined;
    isDone: boolean;
    isPressed: boolean;
  },
  view: View,
): string {
  const { language } = view;
  const { notice, safeHtml, isDone, isPressed } = shown;
  return renderDocument(
    { overview: null, ...view },
    { title: notice.title, width: 'narrow' },
    <>
      <PageHead
        title={notice.title}
        line={`${acknowledgeTexts.urgent[language]} · ${notice.settlementName}`}
      />
      <div class="stack">
        {isDone && <Notice>{isPressed ? acknowledgeTexts.done : acknowledgeTexts.already}</Notice>}
        {safeHtml !== undefined && (
          <Card>
            {/* Sanitized by the renderer: only allow-listed tags and URLs. */}
            <div class="prose" dangerouslySetInnerHTML={{ __html: safeHtml }} />
          </Card>
        )}
        {!isDone && (
          <form method="post" class="gap-below">
            <p class="soft gap-below">{acknowledgeTexts.why}</p>
            <Button icon="check">{acknowledgeTexts.understood}</Button>
          </form>
        )}
      </div>
    </>,
  );
}
