import { sendTestEmail, verifyMailServer } from '../mail-settings.ts';
import { explainFailure, type Finding, fault, ok, warning } from './finding.ts';

/** Signs in at the mail server; with an address, sends an email there. */
export async function checkMail(
  { smtpUrl, baseUrl, mail }: { smtpUrl: string | undefined; baseUrl: string; mail: string },
  to: string | undefined,
): Promise<Finding> {
  if (smtpUrl === undefined)
    return mail === 'console'
      ? warning('mail', {
          en: 'Printed on the console only: set it on the page /setup/mail or by SMTP_URL.',
          ru: 'Письма только печатаются в окне сервера: настройте почту на странице /setup/mail или в SMTP_URL.',
        })
      : fault('mail', {
          en: 'Emails are not sent: set the server on the page /setup/mail or by SMTP_URL.',
          ru: 'Письма не уходят: настройте почту на странице /setup/mail или в SMTP_URL.',
        });
  if (to === undefined) {
    const error = await verifyMailServer(smtpUrl, baseUrl);
    return error === null
      ? ok('mail', {
          en: 'the server takes emails; --mail ADDRESS sends one',
          ru: 'сервер принимает письма; пробное можно отправить на странице /setup/mail',
        })
      : refusedBy(error);
  }
  const letter = { to, baseUrl, language: 'en' as const, id: String(Date.now()), now: new Date() };
  const result = await sendTestEmail(smtpUrl, letter);
  return result.kind === 'sent'
    ? ok('mail', { en: `the server has taken an email to ${to}`, ru: `сервер принял письмо для ${to}` })
    : refusedBy(result.error);
}

function refusedBy(error: string): Finding {
  const { en, ru } = explainFailure(error);
  return fault('mail', { en: `The server says: ${en}`, ru: `Сервер отвечает: ${ru}` });
}
