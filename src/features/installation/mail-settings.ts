import type { Language, Text } from '../../base/i18n/text.ts';
import { renderEmailHtml, renderEmailText } from '../mail/email-template.ts';
import { createSmtpTransport, type SmtpResult } from '../mail/mail-transport.ts';
import { createMessageId } from '../mail/message-id.ts';

export interface MailSettings {
  host: string;
  port: number;
  /** `tls` from the first byte; `starttls` begins in the clear and must switch before a password is sent. */
  security: 'starttls' | 'tls';
  username: string;
  password: string;
  /** The sender of every email; empty: no-reply at the host of the service. */
  from: string;
}

/** As SMTP_URL has it. */
export function formatSmtpUrl({ host, port, security, username, password, from }: MailSettings): string {
  const url = new URL(`${security === 'tls' ? 'smtps' : 'smtp'}://${host}:${port}`);
  url.username = encodeURIComponent(username);
  url.password = username === '' ? '' : encodeURIComponent(password);
  if (from !== '') url.searchParams.set('from', from);
  return url.href;
}

export function parseSmtpUrl(smtpUrl: string): MailSettings {
  const url = new URL(smtpUrl);
  const isTls = url.protocol === 'smtps:';
  return {
    host: url.hostname,
    port: Number(url.port || (isTls ? 465 : 587)),
    security: isTls ? 'tls' : 'starttls',
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    from: url.searchParams.get('from') ?? '',
  };
}

const texts = {
  subject: { en: 'Mail works', ru: 'Почта работает' },
  paragraph: {
    en: 'This is how emails from this installation arrive. There is nothing you need to do.',
    ru: 'Так эта установка отправляет письма. Делать ничего не нужно.',
  },
  why: {
    en: 'Sent because you tried the mail settings.',
    ru: 'Письмо пришло, потому что вы проверяли настройки почты.',
  },
} as const satisfies Record<string, Text>;

/** Sends one email to the operator, outside of the queue, to learn what the server says. */
export async function sendTestEmail(
  smtpUrl: string,
  {
    to,
    baseUrl,
    language,
    id,
    now,
  }: { to: string; baseUrl: string; language: Language; id: string; now: Date },
): Promise<SmtpResult> {
  const content = {
    language,
    heading: texts.subject[language],
    paragraphs: [texts.paragraph[language]],
    footer: [{ sentence: texts.why[language] }],
  };
  const transport = createSmtpTransport(smtpUrl, baseUrl);
  try {
    return await transport.send({
      id,
      to,
      messageId: createMessageId(id, baseUrl),
      subject: texts.subject[language],
      text: renderEmailText(content),
      html: renderEmailHtml(content),
      headers: {},
      createdAt: now,
    });
  } finally {
    transport.close();
  }
}

/** The words of a mail server that cannot be used; null when it can. */
export async function verifyMailServer(smtpUrl: string, baseUrl: string): Promise<string | null> {
  const transport = createSmtpTransport(smtpUrl, baseUrl);
  try {
    return await transport.verify();
  } finally {
    transport.close();
  }
}
