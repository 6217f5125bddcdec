import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Language, Text } from '../i18n/text.ts';
import type { AnyOperation } from '../kernel/operation.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Call, Kernel } from '../kernel/run.ts';
import type { Bearer } from '../oauth/bearer.ts';
import { hashPassword } from '../oauth/password.ts';
import { changePassword } from '../oauth/recovery.ts';
import { checkOwnPassword } from '../oauth/sign-in.ts';
import { operations } from '../operations/index.ts';
import { paths } from '../site/paths.ts';
import { deleteAccount } from '../store/accounts/credentials.ts';
import type { SessionRow } from '../store/accounts/sessions.ts';
import { countedAddress } from '../transport/rate-limit.ts';
import { signedIn } from './account-routes.ts';
import { type AccountData, renderAccountPage } from './pages/account/account.tsx';
import {
  type InterfaceSettingsData,
  renderInterfaceSettingsPage,
} from './pages/account/interface-settings.tsx';
import {
  type NotificationPreferencesData,
  renderNotificationPreferencesPage,
} from './pages/account/notification-preferences.tsx';
import { type LetterRequestParts, requestAccountLetter } from './server/account-letter-requests.ts';
import { checkFields, emailProblems, passwordProblems } from './server/form-fields.ts';
import { sendPage } from './server/respond.ts';
import { callerOf, endSession, formOf, type VisitorParts, viewOf } from './server/visitor.ts';
import { waitText } from './sign-in-routes.ts';
import type { FormState } from './ui/form.tsx';

export interface ProfileParts extends VisitorParts, LetterRequestParts {
  kernel: Kernel;
  bearer: Bearer;
}

const said = {
  saved: { en: 'Saved.', ru: 'Сохранено.' },
  wrongPassword: { en: 'This is not your password.', ru: 'Это не ваш пароль.' },
  letterSent: { en: 'We have sent a letter to the new address.', ru: 'Мы отправили письмо на новый адрес.' },
  passwordChanged: {
    en: 'The password is changed, and you are signed out everywhere else.',
    ru: 'Пароль сменён, на других устройствах выполнен выход.',
  },
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
  /** What is wrong with the repeated password, or null. */
  const passwordFault = async (session: SessionRow, password: string, language: Language) => {
    const { id: sessionId, accountId } = session;
    const check = await checkOwnPassword(pool, { accountId, sessionId, password, now: parts.now() });
    if (check === 'right') return null;
    return (check === 'wrong' ? said.wrongPassword : waitText(check.wait))[language];
  };

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
    { config: { costly: true } },
    signedIn(async (request, reply, session) => {
      const form = formOf(request);
      const { language } = viewOf(request);
      const next = form.get('new_password') ?? '';
      let state = checkFields({}, passwordProblems(next, 'new_password'), language);
      const fault = state ? null : await passwordFault(session, form.get('current_password') ?? '', language);
      if (fault !== null) state = { errors: { current_password: [fault] } };
      if (state)
        return sendPage(request, reply, await accountPage(request, { forms: { password: state } }), {
          status: 422,
        });
      const given = {
        accountId: session.accountId,
        sessionId: session.id,
        passwordHash: await hashPassword(next),
        revokeKeys: form.get('revoke_keys') === 'true',
      };
      await pool.begin((db) => changePassword(db, given, { ...parts, origin: request.origin }));
      parts.bearer.forgetAll();
      return sendPage(request, reply, await accountPage(request, { notice: said.passwordChanged[language] }));
    }),
  );

  pages.post(
    paths.accountEmail,
    { config: { costly: true } },
    signedIn(async (request, reply, session) => {
      const form = formOf(request);
      const { language } = viewOf(request);
      const email = form.get('email')?.trim() ?? '';
      let state = checkFields({ email }, emailProblems(email), language);
      const fault = state ? null : await passwordFault(session, form.get('current_password') ?? '', language);
      if (fault !== null) state = { values: { email }, errors: { current_password: [fault] } };
      if (state)
        return sendPage(request, reply, await accountPage(request, { forms: { email: state } }), {
          status: 422,
        });
      await requestAccountLetter(
        {
          kind: 'change_email',
          accountId: session.accountId,
          email,
          language: session.language,
          origin: request.origin,
        },
        parts,
      );
      return sendPage(request, reply, await accountPage(request, { notice: said.letterSent[language] }));
    }),
  );

  pages.post(
    paths.accountDelete,
    { config: { costly: true } },
    signedIn(async (request, reply, session) => {
      const { language } = viewOf(request);
      const fault = await passwordFault(session, formOf(request).get('password') ?? '', language);
      if (fault !== null) {
        const errors = { password: [fault] };
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
    paths.notificationPreferences,
    signedIn(async (request, reply) => sendPage(request, reply, await preferencesPage(request))),
  );
  pages.post(
    paths.notificationPreferences,
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
