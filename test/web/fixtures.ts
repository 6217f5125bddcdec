import { renderReferencePage } from '../../src/contract/reference-page.tsx';
import { renderAccountPage } from '../../src/web/pages/account/account.tsx';
import { renderApplicationsPage } from '../../src/web/pages/account/applications.tsx';
import { renderInterfaceSettingsPage } from '../../src/web/pages/account/interface-settings.tsx';
import { renderNotificationPreferencesPage } from '../../src/web/pages/account/notification-preferences.tsx';
import { renderSessionsPage } from '../../src/web/pages/account/sessions.tsx';
import { renderTokensPage } from '../../src/web/pages/account/tokens.tsx';
import { renderConnectPage } from '../../src/web/pages/developers/connect.tsx';
import { renderCheckMailPage } from '../../src/web/pages/sign-in/check-mail.tsx';
import { renderConfirmPage } from '../../src/web/pages/sign-in/confirm.tsx';
import { renderConsentPage } from '../../src/web/pages/sign-in/consent.tsx';
import { renderForgotPage } from '../../src/web/pages/sign-in/forgot.tsx';
import { renderLoginPage } from '../../src/web/pages/sign-in/login.tsx';
import { renderRegisterPage } from '../../src/web/pages/sign-in/register.tsx';
import { renderResetPage } from '../../src/web/pages/sign-in/reset.tsx';
import { renderHomePage } from '../../src/web/pages/village/home.tsx';
import { renderSettlementPage } from '../../src/web/pages/village/settlement.tsx';
import { renderErrorPage } from '../../src/web/server/error-page.tsx';
import type { FormState } from '../../src/web/ui/form.tsx';
import type { View } from '../../src/web/view.ts';
import { openapi } from './openapi-fixture.ts';

/** Says a string of data: as it stands, or as whatever a test wants in its place. */
export type Say = (text: string) => string;

export type PageFixture = {
  readonly name: string;
  readonly path: string;
  readonly render: (view: View, say: Say) => string;
};

function page<Data>(
  name: string,
  path: string,
  render: (data: Data, view: View) => string,
  data: (say: Say) => Data,
): PageFixture {
  return { name, path, render: (view, say) => render(data(say), view) };
}

const failed = (say: Say, ...names: string[]): FormState => ({
  values: Object.fromEntries(names.map((name) => [name, say('почти@верно')])),
  errors: Object.fromEntries(names.map((name) => [name, [say('Так не получится: нужен адрес с собакой.')]])),
  message: say('Проверьте поля.'),
});

const settlement = (say: Say, name: string, kind: string, status: string, parcels_total: number) => ({
  id: say('715234567890123456'),
  slug: say('beryozki'),
  name: say(name),
  kind: say(kind),
  status: say(status),
  region: say('Московская область'),
  address: say('Дмитровский район, у деревни Ольгово'),
  parcels_total,
});

const ring = [
  [56.101, 37.5],
  [56.1042, 37.502],
  [56.105, 37.509],
  [56.1021, 37.5124],
  [56.0995, 37.511],
  [56.0988, 37.5041],
].map(([latitude = 0, longitude = 0]) => ({ latitude, longitude }));

const settlements = (say: Say) => [
  settlement(say, 'Берёзки', 'cottage_village', 'populated', 128),
  settlement(say, 'Садовое товарищество «Ветеран-2»', 'snt', 'populating', 42),
  settlement(say, 'Ольгово', 'village', 'building', 1),
];

export const pages: readonly PageFixture[] = [
  page('home', '/?q=бер', renderHomePage, (say) => ({
    settlements: settlements(say),
    cursor: say('715234567890123456'),
    q: say('бер'),
    kind: 'snt',
  })),
  page('home-empty', '/?cursor=7', renderHomePage, () => ({
    settlements: [],
    cursor: null,
    q: '',
    kind: null,
  })),
  page('settlement', '/settlements/beryozki', renderSettlementPage, (say) => ({
    settlement: settlement(say, 'Берёзки', 'cottage_village', 'populated', 128),
    ring,
  })),
  page('connect', '/connect', renderConnectPage, () => ({})),
  page('error', '/nowhere', renderErrorPage, (say) => ({
    status: 500,
    message: say('Мы уже знаем об этом.'),
    incident: say('a1b2c3'),
  })),
  page('error-404', '/nowhere', renderErrorPage, (say) => ({ status: 404, message: say('Такого нет.') })),
  page('login', '/login', renderLoginPage, (say) => ({
    next: say('/oauth/authorize?x=1'),
    notice: say('Готово.'),
  })),
  page('login-failed', '/login', renderLoginPage, (say) => ({ form: failed(say, 'email', 'password') })),
  page('register', '/register', renderRegisterPage, (say) => ({ next: say('/account') })),
  page('register-failed', '/register', renderRegisterPage, (say) => ({
    form: failed(say, 'display_name', 'email', 'password'),
  })),
  page('check-mail', '/register', renderCheckMailPage, (say) => ({ email: say('vera@example.org') })),
  page('confirm-ask', '/confirm', renderConfirmPage, (say) => ({
    state: 'ask' as const,
    token: say('t0ken'),
  })),
  page('confirm-done', '/confirm', renderConfirmPage, () => ({ state: 'done' as const })),
  page('confirm-expired', '/confirm', renderConfirmPage, () => ({ state: 'expired' as const })),
  page('forgot', '/forgot', renderForgotPage, (say) => ({ form: failed(say, 'email') })),
  page('reset', '/reset', renderResetPage, (say) => ({ token: say('t0ken'), form: failed(say, 'password') })),
  page('reset-expired', '/reset', renderResetPage, () => ({ token: null })),
  page('account', '/account', renderAccountPage, (say) => ({
    display_name: say('Вера Павловна'),
    email: say('vera@example.org'),
    language: say('ru'),
    notice: say('Сохранено.'),
    forms: {
      profile: failed(say, 'display_name', 'language'),
      password: failed(say, 'current_password', 'new_password'),
      email: failed(say, 'email', 'current_password'),
      delete: failed(say, 'password'),
    },
  })),
  page('account-calm', '/account', renderAccountPage, (say) => ({
    display_name: say('Вера Павловна'),
    email: say('vera@example.org'),
    language: 'ru',
  })),
  page('tokens', '/account/tokens', renderTokensPage, (say) => ({
    tokens: [
      {
        id: say('1'),
        name: say('Метеостанция'),
        scopes: ['mcp:read', say('mcp:write')],
        created_at: say('2026-05-09T09:30:00+00:00'),
        expires_at: say('2027-05-09T09:30:00+00:00'),
        last_used_at: say('2026-11-14T09:30:00+00:00'),
      },
      {
        id: say('2'),
        name: say('Ноутбук'),
        scopes: ['mcp:read', 'mcp:write', 'mcp:private'],
        created_at: say('2026-05-09T09:30:00+00:00'),
        expires_at: say('2027-05-09T09:30:00+00:00'),
        last_used_at: null,
      },
    ],
    created: { name: say('Ноутбук'), token: say('stl_pat_q8J3vKcYt0h2nW5sR7xZ1mB4dF6gL9pA') },
    notice: say('Готово.'),
  })),
  page('tokens-failed', '/account/tokens', renderTokensPage, (say) => ({
    tokens: [],
    form: failed(say, 'name', 'scopes', 'days'),
  })),
  page('applications', '/account/applications', renderApplicationsPage, (say) => ({
    applications: [
      {
        id: say('1'),
        name: say('Claude'),
        host: say('claude.ai'),
        verified: true,
        scopes: ['mcp:read', say('mcp:write')],
        since: say('2026-05-09T09:30:00+00:00'),
        last_used_at: say('2026-11-14T09:30:00+00:00'),
      },
      {
        id: say('2'),
        name: say('Мой помощник'),
        host: say('127.0.0.1'),
        verified: false,
        scopes: ['mcp:read'],
        since: say('2026-05-09T09:30:00+00:00'),
        last_used_at: null,
      },
    ],
    notice: say('Доступ забран.'),
  })),
  page('applications-empty', '/account/applications', renderApplicationsPage, () => ({ applications: [] })),
  page('sessions', '/account/sessions', renderSessionsPage, (say) => ({
    sessions: [true, false].map((current) => ({
      id: say(String(current)),
      user_agent: say('Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36'),
      address: say('198.51.100.7'),
      created_at: say('2026-05-09T09:30:00+00:00'),
      last_seen_at: say('2026-11-14T09:30:00+00:00'),
      current,
    })),
    notice: say('Вход завершён.'),
  })),
  page('notification-preferences', '/account/notifications', renderNotificationPreferencesPage, (say) => ({
    channels: { in_app: true, mail: false },
    topics: {
      my_requests: { in_app: true, mail: true },
      review_queue: { in_app: true, mail: false },
      reminders: { in_app: false, mail: false },
    },
    notice: say('Сохранено.'),
  })),
  page('interface-settings', '/account/interface', renderInterfaceSettingsPage, (say) => ({
    sticky_header: true,
    sticky_sidebar: false,
    assistant_width: 480,
    skin: say('dark'),
    objects_view: say('tiles'),
    notice: say('Сохранено.'),
  })),
  page('interface-settings-failed', '/account/interface', renderInterfaceSettingsPage, (say) => ({
    sticky_header: true,
    sticky_sidebar: false,
    assistant_width: null,
    skin: null,
    objects_view: null,
    form: failed(say, 'assistant_width'),
  })),
  ...[true, false].map((verified) =>
    page(verified ? 'consent' : 'consent-unverified', '/oauth/authorize', renderConsentPage, (say) => ({
      client: {
        name: say(verified ? 'Claude' : 'Мой помощник'),
        host: verified ? say('claude.ai') : null,
        redirect_host: say(verified ? 'claude.ai' : '127.0.0.1:33418'),
        verified,
      },
      scopes: ['mcp:read', say('mcp:write'), 'mcp:private'],
      audience: 'resident' as const,
      resource: say('https://example.org/mcp/resident'),
      fields: { request: say('r3quest') },
      form: { message: say('Срок запроса вышел.') },
    })),
  ),
  page('reference', '/docs', renderReferencePage, openapi),
];

export const asItStands: Say = (text) => text;
