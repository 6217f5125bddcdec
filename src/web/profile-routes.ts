import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Text } from '../i18n/text.ts';
import type { Jobs } from '../jobs/queue.ts';
import type { AnyOperation } from '../kernel/operation.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Call, Kernel } from '../kernel/run.ts';
import { writeAccountLetter } from '../mail/account-letters.ts';
import { accountRequestsQueue } from '../oauth/accounts.ts';
import type { Bearer } from '../oauth/bearer.ts';
import { hashPassword, verifyPassword } from '../oauth/password.ts';
import { operations } from '../operations/index.ts';
import { deleteAccount, findPasswordHash, setPassword } from '../store/accounts/credentials.ts';
import { deleteOtherSessions, type SessionRow } from '../store/accounts/sessions.ts';
import { countedAddress } from '../transport/rate-limit.ts';
import { signedIn } from './account-routes.ts';
import type { FormState } from './components/form.tsx';
import { isEmail } from './form-fields.ts';
import { sendPage } from './page.ts';
import { type AccountData, renderAccountPage } from './pages/account.tsx';
import { type InterfaceSettingsData, renderInterfaceSettingsPage } from './pages/interface-settings.tsx';
import {
  type NotificationPreferencesData,
  renderNotificationPreferencesPage,
} from './pages/notification-preferences.tsx';
import { paths } from './paths.ts';
import { isPassword, passwordProblem } from './sign-in-routes.ts';
import { callerOf, endSession, formOf, type VisitorParts, viewOf } from './visitor.ts';

export interface ProfileParts extends VisitorParts {
  kernel: Kernel;
  jobs: Jobs;
  bearer: Bearer;
}

const said = {
  saved: { en: 'Saved.', ru: 'Сохранено.' },
  wrongPassword: { en: 'This is not your password.', ru: 'Это не ваш пароль.' },
  notEmail: { en: 'This is not an email address.', ru: 'Это не адрес электронной почты.' },
  letterSent: { en: 'We have sent a letter to the new address.', ru: 'Мы отправили письмо на новый адрес.' },
  passwordChanged: { en: 'The password is changed.', ru: 'Пароль сменён.' },
} satisfies Record<string, Text>;

const byName = new Map<string, AnyOperation>(
  operations.map((operation) => [operation.name, operation as unknown as AnyOperation]),
);

/** The account itself. What has an operation goes through it; passwords, address and deletion have none on purpose. */
export function registerProfilePages(pages: FastifyInstance, parts: ProfileParts): void {
  const { pool } = parts;
  const run = (request: FastifyRequest, name: string, input: Record<string, unknown>) => {
    const operation = byName.get(name);
    if (operation === undefined) throw new Error(`There is no operation ${name}.`);
    const call: Call = {
      surface: 'api',
      bearer: undefined,
      origin: request.origin,
      address: countedAddress(request.ip),
      language: viewOf(request).language,
      signal: new AbortController().signal,
    };
    return parts.kernel.perform(operation, input, call, callerOf(request));
  };
  /** The form with what an operation refused, in the person's language. */
  const attempt = async (
    request: FastifyRequest,
    values: FormState['values'],
    work: () => Promise<unknown>,
  ): Promise<FormState | null> => {
    try {
      await work();
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { language } = viewOf(request);
      const errors = Object.fromEntries(
        Object.entries(error.fields ?? {}).map(([field, texts]) => [
          field,
          texts.map((text) => text[language]),
        ]),
      );
      return { ...(values && { values }), errors, message: error.text[language] };
    }
  };
  const accountPage = async (request: FastifyRequest, more: Pick<AccountData, 'notice' | 'forms'> = {}) => {
    const { data } = (await run(request, 'show_me', {})) as { data: AccountData };
    return renderAccountPage(
      { display_name: data.display_name, email: data.email, language: data.language, ...more },
      viewOf(request),
    );
  };
  const checkPassword = async (session: SessionRow, password: string) =>
    verifyPassword(await findPasswordHash(pool, session.accountId), password);

  pages.get(
    paths.account,
    signedIn(async (request, reply) => sendPage(request, reply, await accountPage(request))),
  );

  pages.post(
    paths.accountProfile,
    signedIn(async (request, reply) => {
      const form = formOf(request);
      const values = { display_name: form.get('display_name') ?? '', language: form.get('language') ?? '' };
      const profile = await attempt(request, values, () => run(request, 'edit_profile', values));
      const notice = said.saved[viewOf(request).language];
      return sendPage(
        request,
        reply,
        await accountPage(request, profile ? { forms: { profile } } : { notice }),
        { status: profile ? 422 : 200 },
      );
    }),
  );

  pages.post(
    paths.accountPassword,
    signedIn(async (request, reply, session) => {
      const form = formOf(request);
      const { language } = viewOf(request);
      const next = form.get('new_password') ?? '';
      const errors: Record<string, string[]> = {};
      if (!isPassword(next)) errors.new_password = [passwordProblem[language]];
      else if (!(await checkPassword(session, form.get('current_password') ?? '')))
        errors.current_password = [said.wrongPassword[language]];
      if (Object.keys(errors).length > 0)
        return sendPage(request, reply, await accountPage(request, { forms: { password: { errors } } }), {
          status: 422,
        });
      const hash = await hashPassword(next);
      await pool.begin(async (db) => {
        await setPassword(db, session.accountId, hash, parts.now());
        await deleteOtherSessions(db, session.accountId, session.id);
        await writeAccountLetter(
          db,
          {
            accountId: session.accountId,
            to: session.email,
            language: session.language,
            template: 'password_changed',
            link: `${request.origin}${paths.forgot}`,
          },
          parts,
        );
      });
      return sendPage(request, reply, await accountPage(request, { notice: said.passwordChanged[language] }));
    }),
  );

  pages.post(
    paths.accountEmail,
    signedIn(async (request, reply, session) => {
      const form = formOf(request);
      const { language } = viewOf(request);
      const email = form.get('email')?.trim() ?? '';
      const errors: Record<string, string[]> = {};
      if (!isEmail(email)) errors.email = [said.notEmail[language]];
      else if (!(await checkPassword(session, form.get('current_password') ?? '')))
        errors.current_password = [said.wrongPassword[language]];
      if (Object.keys(errors).length > 0)
        return sendPage(
          request,
          reply,
          await accountPage(request, { forms: { email: { values: { email }, errors } } }),
          { status: 422 },
        );
      const payload = {
        kind: 'change_email',
        accountId: session.accountId,
        email,
        language: session.language,
        origin: request.origin,
      };
      await parts.jobs.add(pool, { queue: accountRequestsQueue, payload });
      return sendPage(request, reply, await accountPage(request, { notice: said.letterSent[language] }));
    }),
  );

  pages.post(
    paths.accountDelete,
    signedIn(async (request, reply, session) => {
      if (!(await checkPassword(session, formOf(request).get('password') ?? ''))) {
        const errors = { password: [said.wrongPassword[viewOf(request).language]] };
        return sendPage(request, reply, await accountPage(request, { forms: { delete: { errors } } }), {
          status: 422,
        });
      }
      await pool.begin((db) => deleteAccount(db, session.accountId, parts.now()));
      parts.bearer.forgetAll();
      await endSession(request, reply, parts);
      return reply.redirect(paths.home, 303);
    }),
  );

  pages.get(
    paths.interface,
    signedIn(async (request, reply) => {
      const settings = (await run(request, 'show_interface_settings', {})) as InterfaceSettingsData;
      return sendPage(request, reply, renderInterfaceSettingsPage(settings, viewOf(request)));
    }),
  );

  pages.post(
    paths.interface,
    signedIn(async (request, reply) => {
      const form = formOf(request);
      const orNull = (name: string) => form.get(name) || null;
      const wanted = {
        sticky_header: form.get('sticky_header') === 'true',
        sticky_sidebar: form.get('sticky_sidebar') === 'true',
        assistant_width: orNull('assistant_width'),
        skin: orNull('skin'),
        objects_view: orNull('objects_view'),
      };
      const values = Object.fromEntries([...form].filter(([name]) => name !== 'csrf'));
      const state = await attempt(request, values, () => run(request, 'save_interface_settings', wanted));
      const settings = (await run(request, 'show_interface_settings', {})) as InterfaceSettingsData;
      const view = viewOf(request);
      const page = renderInterfaceSettingsPage(
        { ...settings, ...(state ? { form: state } : { notice: said.saved[view.language] }) },
        view,
      );
      return sendPage(request, reply, page, { status: state ? 422 : 200 });
    }),
  );

  if (!byName.has('show_notification_preferences')) return;
  const preferencesPage = async (request: FastifyRequest, notice?: string) => {
    const record = (await run(request, 'show_notification_preferences', {})) as NotificationPreferencesData;
    return renderNotificationPreferencesPage({ ...record, ...(notice && { notice }) }, viewOf(request));
  };
  pages.get(
    paths.notifications,
    signedIn(async (request, reply) => sendPage(request, reply, await preferencesPage(request))),
  );
  pages.post(
    paths.notifications,
    signedIn(async (request, reply) => {
      const form = formOf(request);
      const ways = ['in_app', 'mail'];
      const on = (name: string) => form.get(name) === 'true';
      await run(request, 'set_notification_preferences', {
        channels: Object.fromEntries(ways.map((way) => [way, on(`channels.${way}`)])),
        topics: Object.fromEntries(
          ['my_requests', 'review_queue', 'reminders'].map((topic) => [
            topic,
            Object.fromEntries(ways.map((way) => [way, on(`topics.${topic}.${way}`)])),
          ]),
        ),
      });
      return sendPage(request, reply, await preferencesPage(request, said.saved[viewOf(request).language]));
    }),
  );
}
