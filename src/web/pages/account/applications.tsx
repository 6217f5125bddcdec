import type { Text } from '../../../i18n/text.ts';
import { wireTime } from '../../../kernel/fields.ts';
import { fillPath, paths } from '../../../site/paths.ts';
import { listApplications, revokeApplication } from '../../../store/accounts/oauth.ts';
import { definePage } from '../../page.ts';
import { isId } from '../../server/form-fields.ts';
import { AccountFrame } from '../../ui/account-frame.tsx';
import { Moment } from '../../ui/moment.tsx';
import { RevokeForm } from '../../ui/revoke-form.tsx';
import { ScopeList } from '../../ui/scope-list.tsx';
import { revoked } from '../../words/names.ts';

export const texts = {
  title: { en: 'Applications', ru: 'Приложения' },
  lead: {
    en: 'These applications act in your name because you allowed it. One button ends everything an application has.',
    ru: 'Эти приложения действуют от вашего имени, потому что вы разрешили. Одна кнопка забирает у приложения всё сразу.',
  },
  none: {
    en: 'You have allowed no application yet.',
    ru: 'Вы ещё не разрешали доступ ни одному приложению.',
  },
  connect: { en: 'How to connect an assistant', ru: 'Как подключить помощника' },
  from: { en: 'From', ru: 'Откуда' },
  unverified: { en: 'not verified', ru: 'не проверено' },
  since: { en: 'Allowed', ru: 'Разрешено' },
  lastUse: { en: 'Last used', ru: 'Последний раз' },
  never: { en: 'never', ru: 'ещё ни разу' },
  revoke: { en: 'Take back all access', ru: 'Забрать весь доступ' },
} as const satisfies Record<string, Text>;

export type ApplicationEntry = {
  readonly id: string;
  readonly name: string;
  readonly host: string;
  readonly verified: boolean;
  readonly scopes: readonly string[];
  readonly since: string;
  readonly last_used_at: string | null;
};

export const applicationsPage = definePage({
  path: paths.applications,
  for: 'signed-in',
  texts,
  async load(_, { session, parts }) {
    const rows = await listApplications(parts.pool, session.accountId);
    const applications: ApplicationEntry[] = rows.map((row) => ({
      id: row.grantId,
      name: row.name,
      host: row.host,
      verified: row.kind === 'document',
      scopes: row.scopes,
      since: wireTime(row.since),
      last_used_at: wireTime(row.lastUsedAt),
    }));
    return { applications };
  },
  actions: {
    revoke: {
      path: paths.revokeApplication,
      isButton: true,
      async perform({ application }, { session, parts }) {
        if (isId(application))
          await revokeApplication(parts.pool, session.accountId, application, parts.now());
        parts.bearer.forgetAll();
        return { to: paths.applications, notice: revoked };
      },
    },
  },
  render: ({ applications }, view) => {
    const { language } = view;
    return (
      <AccountFrame view={view} heading={texts.title[language]}>
        <p class="lead">{texts.lead[language]}</p>
        {applications.length === 0 && (
          <div class="empty">
            <p>{texts.none[language]}</p>
            <a href={paths.connect}>{texts.connect[language]}</a>
          </div>
        )}
        <ul class="rows">
          {applications.map((application) => (
            <li key={application.id} class="row">
              <div>
                <h2>{application.name}</h2>
                <p>
                  {texts.from[language]}: <strong class="breaking">{application.host}</strong>
                  {!application.verified && <span class="mark"> {texts.unverified[language]}</span>}
                </p>
                <ScopeList scopes={application.scopes} language={language} />
                <p class="soft">
                  {texts.since[language]} <Moment at={application.since} language={language} />
                  {' · '}
                  {texts.lastUse[language]}:{' '}
                  {application.last_used_at ? (
                    <Moment at={application.last_used_at} language={language} exact />
                  ) : (
                    texts.never[language]
                  )}
                </p>
              </div>
              <RevokeForm
                view={view}
                action={fillPath(paths.revokeApplication, { application: application.id })}
                label={texts.revoke}
                what={application.name}
              />
            </li>
          ))}
        </ul>
      </AccountFrame>
    );
  },
});
