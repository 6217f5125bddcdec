import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { scopes } from '../../../../domain/kernel/caller.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { create_token } from '../../../../features/accounts/create_token.ts';
import { list_tokens } from '../../../../features/accounts/list_tokens.ts';
import { revoke_token } from '../../../../features/accounts/revoke_token.ts';
import { type ActionResult, definePage, type FormRequest } from '../../page/page.ts';
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
  title: { en: 'Access keys', ru: 'Ключи доступа' },
  lead: {
    en: 'An access key lets your own program act in your name. Treat it like the key to your house: lend it to nobody.',
    ru: 'С ключом ваша собственная программа действует от вашего имени. Берегите его, как ключ от дома, и никому не давайте.',
  },
  newHeading: { en: 'Your new access key', ru: 'Ваш новый ключ' },
  once: {
    en: 'Copy it now: it is shown only this once. If it gets lost, make another.',
    ru: 'Скопируйте сейчас: он показан только один раз. Потеряется\u00a0— создайте другой.',
  },
  create: { en: 'Create an access key', ru: 'Создать ключ' },
  name: { en: 'What is it for', ru: 'Для чего он' },
  nameHint: { en: 'For example: weather station, my laptop.', ru: 'Например: метеостанция, мой ноутбук.' },
  scopes: { en: 'What it may do', ru: 'Что с ним можно делать' },
  lifetime: { en: 'Works for', ru: 'Действует' },
  submit: { en: 'Create', ru: 'Создать' },
  list: { en: 'Your keys', ru: 'Ваши ключи' },
  none: { en: 'You have no access keys yet.', ru: 'Ключей пока нет.' },
  made: { en: 'Created', ru: 'Создан' },
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

type TokenEntry = ReplyOf<typeof list_tokens>[number];

export const tokensPage = definePage({
  path: paths.tokens,
  access: 'signed-in',
  offline: false,
  texts,
  missing: {
    name: { en: 'Write what the key is for.', ru: 'Напишите, для чего ключ.' },
  },
  load: async (_, { call }) => ({ tokens: await call(list_tokens, {}) }),
  actions: {
    token: { path: paths.tokens, perform: (_, pageRequest) => createToken(pageRequest) },
    revoke: {
      path: paths.revokeToken,
      isButton: true,
      async perform({ token }, { call, dependencies }) {
        const { hash } = isId(token) ? await call(revoke_token, { token }) : { hash: null };
        if (hash !== null) dependencies.bearer.invalidate(hash);
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

async function createToken({ call, form, text }: FormRequest<'signed-in'>): Promise<ActionResult> {
  const days = /^-?\d{1,6}$/.test(text('days')) ? Number(text('days')) : 0;
  const wanted = form.getAll('scopes').filter((scope) => (scopes as readonly string[]).includes(scope));
  const made = await call(create_token, { name: text('name'), scopes: [...new Set(wanted)], days });
  return { to: paths.tokens, shown: made };
}
