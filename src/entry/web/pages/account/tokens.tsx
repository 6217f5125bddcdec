import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { type Scope, scopes } from '../../../../domain/kernel/caller.ts';
import { formatTimestamp, isStorable } from '../../../../domain/kernel/fields.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { refuseOverQuota } from '../../../../domain/rules/quotas.ts';
import { createPersonalToken } from '../../../../features/oauth/personal-tokens.ts';
import { changeCounter } from '../../../../store/accounts/account-changes.ts';
import { countQuotaUsage, lockQuotas } from '../../../../store/accounts/quotas.ts';
import { listPersonalTokens, revokePersonalToken } from '../../../../store/accounts/tokens.ts';
import { type ActionResult, definePage, type FormRequest } from '../../page/page.ts';
import { isId } from '../../server/form-validation.ts';
import { requireSession } from '../../server/visitor.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Card } from '../../ui/card.tsx';
import { RadioCards } from '../../ui/choice.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { List } from '../../ui/list.tsx';
import { Row } from '../../ui/row.tsx';
import { ScopeList } from '../../ui/scope-list.tsx';
import { Timestamp } from '../../ui/timestamp.tsx';
import { revokedText, scopeNames, scopeTexts } from '../../words/shared-texts.ts';
import { AccountHead } from './account-layout.tsx';
export const texts = {
  title: { en: 'Access tokens', ru: 'Ключи доступа' },
  lead: {
    en: 'A token lets your own program act in your name. Treat it like a key to your house: lend it to nobody.',
    ru: 'С ключом ваша собственная программа действует от вашего имени. Берегите его, как ключ от дома, и никому не давайте.',
  },
  newHeading: { en: 'Your new token', ru: 'Ваш новый ключ' },
  once: {
    en: 'Copy it now: it is shown only this once. If it gets lost, make another.',
    ru: 'Скопируйте сейчас: он показан только один раз. Потеряется\u00a0— создайте другой.',
  },
  create: { en: 'Create a token', ru: 'Создать ключ' },
  name: { en: 'What is it for', ru: 'Для чего он' },
  nameHint: { en: 'For example: weather station, my laptop.', ru: 'Например: метеостанция, мой ноутбук.' },
  scopes: { en: 'What it may do', ru: 'Что с ним можно делать' },
  wrongName: {
    en: 'Write what the key is for, in at most 100 characters.',
    ru: 'Напишите, для чего ключ: не больше 100 знаков.',
  },
  lifetime: { en: 'Works for', ru: 'Действует' },
  submit: { en: 'Create', ru: 'Создать' },
  list: { en: 'Your tokens', ru: 'Ваши ключи' },
  none: { en: 'You have no tokens yet.', ru: 'Ключей пока нет.' },
  made: { en: 'Made', ru: 'Создан' },
  expires: { en: 'Works until', ru: 'Действует до' },
  lastUse: { en: 'Last used', ru: 'Последний раз' },
  never: { en: 'never', ru: 'ещё ни разу' },
  revoke: { en: 'Revoke', ru: 'Отозвать' },
} as const satisfies Record<string, Text>;

const lifetimes: readonly (readonly [string, Text])[] = [
  ['30', { en: '30 days', ru: '30 дней' }],
  ['90', { en: '3 months', ru: '3 месяца' }],
  ['180', { en: 'half a year', ru: 'полгода' }],
  ['365', { en: 'one year', ru: 'один год' }],
  ['730', { en: 'two years', ru: 'два года' }],
];

export type TokenEntry = {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly expires_at: string;
  readonly last_used_at: string | null;
};

export const tokensPage = definePage({
  path: paths.tokens,
  access: 'signed-in',
  offline: false,
  texts,
  missing: {
    name: { en: 'Write what the key is for.', ru: 'Напишите, для чего ключ.' },
  },
  async load(_, { session, dependencies }) {
    const rows = await listPersonalTokens(dependencies.pool, session.accountId, dependencies.now());
    const tokens: TokenEntry[] = rows.map((row) => ({
      id: row.id,
      name: `${row.name} (${row.fingerprint})`,
      scopes: row.scopes,
      created_at: formatTimestamp(row.createdAt),
      expires_at: formatTimestamp(row.expiresAt),
      last_used_at: formatTimestamp(row.lastUsedAt),
    }));
    return { tokens };
  },
  actions: {
    token: { path: paths.tokens, perform: (_, pageRequest) => createToken(pageRequest) },
    revoke: {
      path: paths.revokeToken,
      isButton: true,
      async perform({ token }, { session, dependencies }) {
        const hash = isId(token)
          ? await revokePersonalToken(dependencies.pool, session.accountId, token, dependencies.now())
          : undefined;
        if (hash !== undefined) dependencies.bearer.invalidate(hash);
        return { to: paths.tokens, notice: revokedText };
      },
    },
  },
  head: (_, view) => ({ width: 'narrow', scripts: view.shown ? ['copy.js'] : [] }),
  render: ({ tokens }, { language, shown }) => (
    <>
      <AccountHead title={texts.title} line={texts.lead} />
      <div class="stack">
        {shown?.token && (
          <Card heading={{ id: 'new-token-heading', title: texts.newHeading }}>
            <p class="gap-below">{texts.once}</p>
            <Copyable id="new-token" text={shown.token} language={language} label={shown.name ?? ''} />
          </Card>
        )}
        <Card heading={{ id: 'list', title: texts.list }} flush>
          {tokens.length === 0 && <p class="card-line soft">{texts.none}</p>}
          <List>
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </List>
        </Card>
        <Card heading={{ id: 'create', title: texts.create }}>
          <Form id="token" action={paths.tokens}>
            <TextField
              name="name"
              label={texts.name}
              hint={texts.nameHint}
              maxLength={100}
              autocomplete="off"
            />
            <RadioCards
              name="scopes"
              several
              label={texts.scopes}
              value={['mcp:read']}
              choices={scopeNames.map((value) => ({
                value,
                label: scopeTexts[value].title,
                hint: scopeTexts[value].detail,
              }))}
            />
            <SelectField
              name="days"
              label={texts.lifetime}
              value="365"
              choices={lifetimes.map(([value, label]) => ({ value, label: label }))}
            />
            <Button>{texts.submit}</Button>
          </Form>
        </Card>
      </div>
    </>
  ),
});

function TokenRow({ token }: { token: TokenEntry }) {
  const language = useLanguage();
  return (
    <Row
      title={token.name}
      line={
        <>
          <ScopeList scopes={token.scopes} language={language} />
          {texts.made} <Timestamp at={token.created_at} language={language} />
          {' · '}
          {texts.expires} <Timestamp at={token.expires_at} language={language} />
          {' · '}
          {texts.lastUse[language]}:{' '}
          {token.last_used_at ? (
            <Timestamp at={token.last_used_at} language={language} exact />
          ) : (
            texts.never[language]
          )}
        </>
      }
      action={
        <ButtonForm
          action={fillPath(paths.revokeToken, { token: token.id })}
          kind="quiet-danger"
          compact
          icon="remove"
          about={token.name}
        >
          {texts.revoke}
        </ButtonForm>
      }
    />
  );
}

async function createToken({
  form,
  text,
  session,
  dependencies,
}: FormRequest<'signed-in'>): Promise<ActionResult> {
  const name = text('name').trim();
  if (name === '' || name.length > 100 || !isStorable(name)) refuse.invalid('name', texts.wrongName);
  const wanted = form
    .getAll('scopes')
    .filter((scope): scope is Scope => (scopes as readonly string[]).includes(scope));
  const days = /^-?\d{1,6}$/.test(text('days')) ? Number(text('days')) : Number.NaN;
  const { accountId } = session;
  const { token } = await dependencies.pool.begin(async (db) => {
    await lockQuotas(db, accountId);
    await requireSession(db, session);
    const tokens = await countQuotaUsage(db, 'tokens', { accountId }, dependencies.now());
    refuseOverQuota('name', 'tokens', tokens, dependencies.services.quotas);
    const made = await createPersonalToken(
      db,
      { accountId, name, scopes: wanted, days },
      dependencies.newId(),
      dependencies.now(),
    );
    await changeCounter.count(
      db,
      { accountId, bytes: 0, at: dependencies.now() },
      dependencies.services.quotas,
    );
    return made;
  });
  return { to: paths.tokens, shown: { name, token } };
}
