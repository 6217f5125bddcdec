import { z } from 'zod';
import type { SignedInContext } from '../../domain/kernel/context.ts';
import { enumField, nonBlank, text } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { isEmail } from '../../domain/rules/email.ts';
import { mayConfigureInstallation } from '../../domain/rules/platform-roles.ts';
import { listMailboxes } from '../../store/accounts/platform-roles.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { saveSetting } from '../../store/system/installation.ts';
import { formatSmtpUrl, parseSmtpUrl, sendTestEmail } from '../installation/mail-settings.ts';

const server = z.object({
  host: nonBlank(253)
    .trim()
    .regex(/^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/i),
  port: z.coerce.number().int().min(1).max(65_535),
  security: enumField(['starttls', 'tls']),
  username: text(254).trim(),
  password: text(500),
  from: text(254).trim(),
});

export const configure_mail = defineOperation({
  name: 'configure_mail',
  summary:
    'Set the mail server after it has taken an email to the operator; without one, try the present one. For operators.',
  scope: 'session',
  writesIn: 'nowhere',
  input: z.object({ server: server.optional() }),
  permit(_subject, caller) {
    permit(mayConfigureInstallation(caller));
  },
  /** The server is asked before anything is saved. */
  async prepare({ server: wanted }, context) {
    const { installation } = context.services;
    if (wanted !== undefined && installation.ofEnvironment.mail) refuse.invalid('host', setByEnvironment);
    const smtpUrl = wanted === undefined ? installation.smtpUrl : chooseSmtpUrl(wanted, installation.smtpUrl);
    if (smtpUrl === undefined) return refuse.invalid('host', noServer);
    return { smtpUrl, to: await sendToOperator(smtpUrl, context) };
  },
  async write({ server: wanted }, context, _, { smtpUrl, to }) {
    if (wanted !== undefined) {
      const { db, now, services } = context;
      await saveSetting(db, 'smtp_url', services.installation.seal('smtp_url', smtpUrl), now());
      await recordDecision(context, {
        action: 'configure_mail',
        subject: { type: 'installation', id: '0' },
        settlementId: null,
        isOfInstallation: true,
        after: { title: wanted.host },
      });
    }
    return { to };
  },
});

const setByEnvironment = {
  en: 'SMTP_URL of the environment sets this. Change it there.',
  ru: 'Это задано переменной SMTP_URL. Меняйте там.',
};
const noServer = { en: 'Enter the mail server first.', ru: 'Сначала укажите почтовый сервер.' };

/** An empty password means the known one, as long as it is for the same account at the same server. */
function chooseSmtpUrl(wanted: z.output<typeof server>, known: string | undefined): string {
  if (wanted.from !== '' && !isEmail(wanted.from))
    refuse.invalid('from', { en: 'This is not an email address.', ru: 'Это не адрес электронной почты.' });
  const { host, username, password } = known === undefined ? emptyServer : parseSmtpUrl(known);
  const isSame = wanted.host === host && wanted.username === username;
  return formatSmtpUrl({ ...wanted, password: wanted.password || (isSame ? password : '') });
}

const emptyServer = { host: '', username: '', password: '' };

async function sendToOperator(
  smtpUrl: string,
  { db, caller, services, language, now, newId }: SignedInContext,
): Promise<string> {
  const [mailbox] = await listMailboxes(db, [caller.accountId]);
  const to = mailbox?.email ?? '';
  const { baseUrl } = services.installation;
  const result = await sendTestEmail(smtpUrl, { to, baseUrl, language, id: newId(), now: now() });
  if (result.kind === 'sent') return to;
  return refuse.invalid('host', {
    en: `The mail server did not take the email: ${result.error}`,
    ru: `Почтовый сервер не принял письмо: ${result.error}`,
  });
}
