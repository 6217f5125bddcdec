import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { list_applications } from '../../../../features/accounts/list_applications.ts';
import { revoke_application } from '../../../../features/accounts/revoke_application.ts';
import { definePage, type FormRequest } from '../../page/page.ts';
import { Tag } from '../../ui/badge.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { ListCard } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import { ScopeList } from '../../ui/scope-list.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import * as labels from '../../words/labels.ts';
import { revokedText } from '../../words/shared-texts.ts';
import { AccountHead } from './account-layout.tsx';
export const texts = {
  title: labels.assistants,
  lead: {
    en: 'They act in your name because you allowed it. One button takes everything back.',
    ru: 'Они действуют от вашего имени, потому что вы разрешили. Доступ можно отключить одной кнопкой.',
  },
  none: { en: 'No assistant yet', ru: 'Помощников пока нет' },
  why: {
    en: 'An assistant looks things up here and writes the diary with you.',
    ru: 'Помощник ищет здесь нужное и ведёт дневник вместе с вами.',
  },
  tokens: { en: 'For developers', ru: 'Разработчикам' },
  tokensAbout: { en: 'Keys for programs of your own', ru: 'Ключи для собственных программ' },
  connect: { en: 'How to connect an assistant', ru: 'Как подключить помощника' },
  from: { en: 'From', ru: 'Откуда' },
  unverified: { en: 'not verified', ru: 'не проверено' },
  since: { en: 'Allowed', ru: 'Разрешено' },
  lastUse: { en: 'Last used', ru: 'Последний раз' },
  never: { en: 'never', ru: 'ещё ни разу' },
  revoke: { en: 'Revoke all access', ru: 'Забрать весь доступ' },
} as const satisfies Record<string, Text>;

type ApplicationEntry = ReplyOf<typeof list_applications>[number];

/** One page under two URLs: the older one is kept for existing links. */
function defineAssistantsPage<const Path extends string>(path: Path) {
  return definePage({
    path,
    access: 'signed-in',
    offline: false,
    texts,
    load: async (_, { call }) => ({ applications: await call(list_applications, {}) }),
    head: () => ({ width: 'narrow' }),
    render: ({ applications }) => (
      <>
        <AccountHead title={texts.title} line={texts.lead} />
        <div class="stack">
          {applications.length === 0 ? (
            <EmptyState icon="assistant" title={texts.none}>
              {texts.why}
            </EmptyState>
          ) : (
            applications.map((application) => (
              <ApplicationCard key={application.id} application={application} />
            ))
          )}
          <ListCard>
            <Row href={paths.connect} icon="link" title={texts.connect} />
            <Row href={paths.tokens} icon="settings" title={texts.tokens} line={texts.tokensAbout} />
          </ListCard>
        </div>
      </>
    ),
  });
}

export const assistantsPage = defineAssistantsPage(paths.accountAssistants);

export const applicationsPage = {
  ...defineAssistantsPage(paths.applications),
  actions: {
    revoke: {
      path: paths.revokeApplication,
      isButton: true,
      async perform(
        { application }: { application: string },
        { call, dependencies }: FormRequest<'signed-in'>,
      ) {
        if (isId(application)) await call(revoke_application, { application });
        dependencies.bearer.invalidateAll();
        return { to: paths.accountAssistants, notice: revokedText };
      },
    },
  },
};

function ApplicationCard({ application }: { application: ApplicationEntry }) {
  const language = useLanguage();
  return (
    // Not a section: applications may have one name, and landmarks may not.
    <article class="card" aria-labelledby={`application-${application.id}`}>
      <div class="section-head">
        <h2 id={`application-${application.id}`}>{application.name}</h2>
        {!application.verified && <Tag tone="warn">{texts.unverified}</Tag>}
      </div>
      <p>
        {texts.from[language]}: <b>{application.host}</b>
      </p>
      <ScopeList scopes={application.scopes} language={language} />
      <p class="small soft gap-below">
        {texts.since} <Timestamp at={application.since} language={language} />
        {' · '}
        {texts.lastUse[language]}:{' '}
        {application.last_used_at ? (
          <Timestamp at={application.last_used_at} language={language} exact />
        ) : (
          texts.never[language]
        )}
      </p>
      <ButtonForm
        action={fillPath(paths.revokeApplication, { application: application.id })}
        kind="quiet-danger"
        about={application.name}
      >
        {texts.revoke}
      </ButtonForm>
    </article>
  );
}
