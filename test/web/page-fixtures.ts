import type { LandDocument, LandOutline } from '../../src/engines/geometry/land-document.ts';
import type { Page } from '../../src/entry/web/page/page.ts';
import { accountPage } from '../../src/entry/web/pages/account/account.tsx';
import { accountDataPage } from '../../src/entry/web/pages/account/account-data.tsx';
import { applicationsPage } from '../../src/entry/web/pages/account/applications.tsx';
import { interfacePage } from '../../src/entry/web/pages/account/interface-settings.tsx';
import { notificationPreferencesPage } from '../../src/entry/web/pages/account/notification-preferences.tsx';
import { securityPage } from '../../src/entry/web/pages/account/security.tsx';
import { sessionsPage } from '../../src/entry/web/pages/account/sessions.tsx';
import { tokensPage } from '../../src/entry/web/pages/account/tokens.tsx';
import { connectPage } from '../../src/entry/web/pages/developers/connect.tsx';
import { docsPage } from '../../src/entry/web/pages/developers/docs.tsx';
import { morePage } from '../../src/entry/web/pages/more/more.tsx';
import { checkMailPage } from '../../src/entry/web/pages/sign-in/check-mail.tsx';
import { confirmPage } from '../../src/entry/web/pages/sign-in/confirm.tsx';
import { consentPage } from '../../src/entry/web/pages/sign-in/consent.tsx';
import { forgotPage } from '../../src/entry/web/pages/sign-in/forgot.tsx';
import { loginPage } from '../../src/entry/web/pages/sign-in/login.tsx';
import { registerPage } from '../../src/entry/web/pages/sign-in/register.tsx';
import { resetPage } from '../../src/entry/web/pages/sign-in/reset.tsx';
import { homePage } from '../../src/entry/web/pages/village/home.tsx';
import { settlementPage } from '../../src/entry/web/pages/village/settlement.tsx';
import { type ErrorData, renderErrorPage } from '../../src/entry/web/server/error-page.tsx';
import type { FormState } from '../../src/entry/web/ui/form-state.ts';
import type { View } from '../../src/entry/web/ui/view.ts';
import { openapi } from './openapi-fixture.ts';
import { renderPage } from './render-page.ts';

/** Maps a string of the fixture: unchanged, or replaced by what a test wants. */
export type MapText = (text: string) => string;

export type PageFixture = {
  readonly name: string;
  readonly path: string;
  readonly render: (view: View, say: MapText) => string;
};

function page<Data>(
  name: string,
  path: string,
  defined: Page<Data>,
  data: (say: MapText) => Data,
  more: (say: MapText) => Partial<View> = () => ({}),
): PageFixture {
  return {
    name,
    path,
    render: (view, say) => renderPage(defined, data(say), { ...view, ...more(say) }).html,
  };
}

function errorPage(name: string, data: (say: MapText) => ErrorData): PageFixture {
  return { name, path: '/nowhere', render: (view, say) => renderErrorPage(data(say), view) };
}

const notice = (text: string) => (say: MapText) => ({ notice: { text: say(text), isProblem: false } });
const withFailedForm =
  (form: string, ...names: string[]) =>
  (say: MapText) => ({ forms: { [form]: createFailedState(say, ...names) } });

const createFailedState = (say: MapText, ...names: string[]): FormState => ({
  values: Object.fromEntries(names.map((name) => [name, say('почти@верно')])),
  errors: Object.fromEntries(names.map((name) => [name, [say('Так не получится: нужен адрес с собакой.')]])),
  message: say('Проверьте поля.'),
});

const settlement = (say: MapText, name: string, kind: string, status: string, parcels_total: number) => ({
  id: say('715234567890123456'),
  slug: say('beryozki'),
  name: say(name),
  kind: say(kind),
  status: say(status),
  region: say('Московская область'),
  address: say('Дмитровский район, у деревни Ольгово'),
  parcels_total,
});

/** Three plots in a row, one of two parts and one without an outline; a house too close to the border. */
const land = (say: MapText): LandDocument => {
  const square = (west: number): LandOutline => [
    [
      [
        [west, 56.3],
        [west + 0.0005, 56.3],
        [west + 0.0005, 56.3003],
        [west, 56.3003],
      ],
    ],
  ];
  return {
    settlement: { id: '7', slug: 'beryozki', name: say('Берёзки'), dwellingSetbackM: 3, otherSetbackM: 1 },
    boundary: square(37.5)[0]?.[0] ?? null,
    plots: [
      { id: '1', number: say('1'), listing: null, outline: square(37.5) },
      { id: '2', number: say('2А'), listing: 'for_sale', outline: [...square(37.5005), ...square(37.501)] },
      { id: '3', number: say('3'), listing: null, outline: [] },
    ],
    buildings: [{ plot: 0, purpose: 'dwelling', setbackM: 1.4, outline: square(37.5001) }],
  };
};

const settlements = (say: MapText) => [
  settlement(say, 'Берёзки', 'cottage_village', 'populated', 128),
  settlement(say, 'Садовое товарищество «Ветеран-2»', 'snt', 'populating', 42),
  settlement(say, 'Ольгово', 'village', 'building', 1),
];

const sessions = (say: MapText) =>
  [true, false].map((current) => ({
    id: say(String(current)),
    user_agent: say('Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36'),
    address: say('198.51.100.7'),
    last_seen_at: say('2026-11-14T09:30:00+00:00'),
    current,
  }));

const exampleClock = {
  now: new Date('2026-11-14T09:30:00Z'),
  timeZone: 'Europe/Moscow',
  language: 'ru' as const,
};

export const pages: readonly PageFixture[] = [
  page('home', '/?q=бер', homePage, (say) => ({
    settlements: settlements(say),
    cursor: say('715234567890123456'),
    q: say('бер'),
    isNew: false,
  })),
  page('home-empty', '/?cursor=7', homePage, () => ({
    settlements: [],
    cursor: null,
    q: '',
    isNew: true,
  })),
  page('settlement', '/settlements/beryozki', settlementPage, (say) => ({
    settlement: {
      ...settlement(say, 'Берёзки', 'cottage_village', 'populated', 128),
      places: [{ kind: 'district', name: say('Истринский округ') }],
    },
    land: land(say),
    membership: {
      isSignedIn: false,
      isBoard: false,
      readsAsBoard: false,
      isResident: false,
      plots: [],
      claims: [],
    },
    waiting: {
      claims: [
        {
          id: say('9'),
          plotNumber: say('12'),
          since: '2026-11-12T09:30:00Z',
          isReminded: false,
          mayRemind: true,
        },
      ],
      board: [say('Anna P.')],
      usualDays: 3,
    },
    news: [],
    emergency: [],
    tasks: [],
    events: [],
    commons: { sensors: [], hasDocuments: true },
    clock: exampleClock,
  })),
  page('connect', '/connect', connectPage, () => ({ audience: 'resident' as const })),
  errorPage('error', (say) => ({
    status: 500,
    message: say('Мы уже знаем об этом.'),
    incident: say('a1b2c3'),
  })),
  errorPage('error-404', (say) => ({ status: 404, message: say('Такого нет.') })),
  page(
    'login',
    '/login',
    loginPage,
    (say) => ({
      next: say('/oauth/authorize?x=1'),
      typed: say('sealed'),
      reason: { en: say('Why'), ru: say('Зачем') },
      isUnconfirmed: false,
    }),
    notice('Готово.'),
  ),
  page(
    'login-failed',
    '/login',
    loginPage,
    () => ({ next: '', typed: '', reason: null, isUnconfirmed: true }),
    withFailedForm('login', 'email', 'password'),
  ),
  page('register', '/register', registerPage, (say) => ({
    next: say('/account'),
    reason: null,
    mail: 'none' as const,
    policyVersion: 3,
  })),
  page(
    'register-failed',
    '/register',
    registerPage,
    () => ({ next: '', reason: null, mail: 'server' as const, policyVersion: 3 }),
    withFailedForm('register', 'display_name', 'email', 'password'),
  ),
  page(
    'check-mail',
    '/check-mail',
    checkMailPage,
    () => ({ mail: 'console' as const }),
    (say) => ({ shown: { email: say('vera@example.org') } }),
  ),
  page('confirm-ask', '/confirm', confirmPage, (say) => ({
    state: 'ask' as const,
    token: say('t0ken'),
  })),
  page('confirm-expired', '/confirm', confirmPage, () => ({ state: 'expired' as const })),
  page('forgot', '/forgot', forgotPage, () => ({ mail: 'none' as const }), withFailedForm('forgot', 'email')),
  page('reset', '/reset', resetPage, (say) => ({ token: say('t0ken') }), withFailedForm('reset', 'password')),
  page('reset-expired', '/reset', resetPage, () => ({ token: null })),
  page(
    'account',
    '/account',
    accountPage,
    (say) => ({
      display_name: say('Вера Павловна'),
      email: say('vera@example.org'),
      language: say('ru'),
    }),
    (say) => ({
      ...notice('Сохранено.')(say),
      forms: { profile: createFailedState(say, 'display_name', 'language') },
    }),
  ),
  page(
    'security',
    '/account/security',
    securityPage,
    (say) => ({ email: say('vera@example.org'), sessions: sessions(say), clock: exampleClock }),
    (say) => ({
      forms: {
        password: createFailedState(say, 'current_password', 'new_password'),
        email: createFailedState(say, 'email', 'current_password'),
      },
    }),
  ),
  page(
    'account-data',
    '/account/data',
    accountDataPage,
    (say) => ({
      state: 'ready' as const,
      until: '2026-11-20T09:30:00.000Z',
      mayAsk: true,
      closing: [{ id: '9', name: say('Родник') }],
    }),
    withFailedForm('delete', 'password'),
  ),
  page('more', '/more', morePage, (say) => ({ name: say('Вера'), email: say('vera@example.org') })),
  page('account-calm', '/account', accountPage, (say) => ({
    display_name: say('Вера Павловна'),
    email: say('vera@example.org'),
    language: 'ru',
  })),
  page(
    'tokens',
    '/account/tokens',
    tokensPage,
    (say) => ({
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
    }),
    (say) => ({
      shown: { name: say('Ноутбук'), token: say('stl_pat_q8J3vKcYt0h2nW5sR7xZ1mB4dF6gL9pA') },
    }),
  ),
  page(
    'tokens-failed',
    '/account/tokens',
    tokensPage,
    () => ({ tokens: [] }),
    withFailedForm('token', 'name', 'scopes', 'days'),
  ),
  page(
    'applications',
    '/account/applications',
    applicationsPage,
    (say) => ({
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
    }),
    notice('Доступ забран.'),
  ),
  page('applications-empty', '/account/applications', applicationsPage, () => ({ applications: [] })),
  page(
    'sessions',
    '/account/sessions',
    sessionsPage,
    (say) => ({ sessions: sessions(say), clock: exampleClock }),
    notice('Вход завершён.'),
  ),
  page(
    'notification-preferences',
    '/account/notifications',
    notificationPreferencesPage,
    (say) => ({
      channels: { in_app: true, mail: false, push: true },
      topics: {
        my_requests: { in_app: true, mail: true, push: true },
        review_queue: { in_app: true, mail: false, push: true },
        reminders: { in_app: true, mail: false, push: true },
      },
      kinds: {
        urgent: { in_app: true, mail: true, push: true },
        news: { in_app: true, mail: false, push: true },
        messages: { in_app: true, mail: true, push: true },
        devices: { in_app: true, mail: true, push: true },
        tasks: { in_app: false, mail: false, push: true },
        residency: { in_app: true, mail: true, push: true },
        directory: { in_app: true, mail: true, push: true },
        knowledge: { in_app: true, mail: true, push: true },
      },
      digest: 'daily' as const,
      quiet: { from: 22, to: 8 },
      push_text: false,
      push: {
        publicKey: 'BMvTnHsBUAmJcWVJyPMSMtJCJdKXzRy3LgEALWBDpVhZ',
        devices: sessions(say).map(({ id, user_agent, last_seen_at, current }) => ({
          id,
          user_agent,
          since: last_seen_at,
          current,
          failing: !current,
        })),
      },
      clock: exampleClock,
      unavailable: [],
    }),
    notice('Сохранено.'),
  ),
  page(
    'interface-settings',
    '/account/interface',
    interfacePage,
    (say) => ({
      sticky_header: true,
      sticky_sidebar: false,
      assistant_width: 480,
      skin: say('dark'),
      objects_view: say('tiles'),
    }),
    notice('Сохранено.'),
  ),
  page(
    'interface-settings-failed',
    '/account/interface',
    interfacePage,
    () => ({
      sticky_header: true,
      sticky_sidebar: false,
      assistant_width: null,
      skin: null,
      objects_view: null,
    }),
    withFailedForm('interface', 'assistant_width'),
  ),
  ...[true, false].map((verified) =>
    page(verified ? 'consent' : 'consent-unverified', '/oauth/authorize', consentPage, (say) => ({
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
      formTargets: [],
    })),
  ),
  page('reference', '/docs', docsPage, (say) => ({ document: openapi(say) })),
];

export const unchangedText: MapText = (text) => text;
