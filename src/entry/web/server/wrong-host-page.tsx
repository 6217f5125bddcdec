import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Text } from '../../../base/i18n/text.ts';
import type { Installation } from '../../../domain/kernel/ports.ts';
import { isLoopbackHost } from '../../../features/mail/email-link-origin.ts';
import { LinkButton } from '../ui/button.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { renderDocument } from '../ui/shell.tsx';
import { createPublicView, sendPage } from './send-page.ts';

export const texts = {
  title: { en: 'The site has another address', ru: 'У сайта другой адрес' },
  there: {
    en: 'It does not answer to {host}. Its address is {url}.',
    ru: 'На {host} он не отвечает. Его адрес — {url}.',
  },
  open: { en: 'Open {url}', ru: 'Открыть {url}' },
  local: {
    en: 'It does not answer to {host}: so far it opens only on the computer where it runs.',
    ru: 'На {host} он не отвечает: пока он открывается только на том компьютере, где запущен.',
  },
  operator: {
    en: 'If you look after the site: its address is set under More → Settings → Address, or with BASE_URL; further names with TRUSTED_HOSTS.',
    ru: 'Если вы администратор: адрес задаётся в «Ещё» → «Настройка» → «Адрес сайта» или в BASE_URL, дополнительные имена — в TRUSTED_HOSTS.',
  },
} as const satisfies Record<string, Text>;

/** A host name may be anything that fits into a header. */
const longestHost = 100;

/** For a browser that came by a name which is not the site's. Nothing of a visitor is looked up for it. */
export async function sendWrongHostPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { baseUrl }: Pick<Installation, 'baseUrl'>,
): Promise<FastifyReply> {
  // Cookies of another host have no say here, and are not parsed yet.
  request.cookies = {};
  request.origin = baseUrl;
  const view = createPublicView(request);
  const { language } = view;
  const isLocal = isLoopbackHost(new URL(baseUrl).hostname);
  const host = (request.host ?? '').slice(0, longestHost);
  const message = (isLocal ? texts.local : texts.there)[language].replace('{url}', () => baseUrl);
  const html = renderDocument(
    { ...view, overview: null },
    { title: texts.title, width: 'narrow' },
    <>
      <PageHead title={texts.title} line={message.replace('{host}', () => host)} />
      <div class="stack">
        {!isLocal && (
          <LinkButton href={baseUrl}>{texts.open[language].replace('{url}', () => baseUrl)}</LinkButton>
        )}
        <p class="small soft">{texts.operator}</p>
      </div>
    </>,
  );
  return sendPage(request, reply, html, { status: 421 });
}
