import type { Language, Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { type Toolset, toolsetTexts } from '../../../../domain/kernel/toolset-names.ts';
import { listToolsets } from '../../../../domain/kernel/toolsets.ts';
import { operations } from '../../../../features/operations/index.ts';
import { definePage } from '../../page/page.ts';
import { Tag } from '../../ui/badge.tsx';
import { Copyable } from '../../ui/copyable.tsx';
import { Fold } from '../../ui/fold.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { type AudienceName, audienceNames, audienceTexts } from '../../words/shared-texts.ts';
import { listAssistants } from './assistant-setup.ts';

export const texts = {
  title: { en: 'Connect an assistant', ru: 'Подключить помощника' },
  lead: {
    en: 'An assistant such as Claude or ChatGPT can look things up here and, if you allow it, write in your name. It takes an address and one sign-in.',
    ru: 'Помощник\u00a0— например, Claude или ChatGPT\u00a0— может искать здесь нужное и, если вы разрешите, писать от вашего имени. Нужны только адрес и один вход.',
  },
  others: { en: 'Addresses for other uses', ru: 'Адреса для других задач' },
  narrower: { en: 'Read only, or fewer tools', ru: 'Только чтение или меньше инструментов' },
  chosen: { en: 'Shown above', ru: 'Показано выше' },
  pick: { en: 'Show the steps', ru: 'Показать шаги' },
  address: { en: 'address', ru: 'адрес' },
  steps: { en: '1. Add the address to your assistant', ru: '1. Добавьте адрес в помощника' },
  which: { en: 'Choose yours', ru: 'Выберите своего' },
  local: {
    en: 'This address works only on this computer. Assistants that live in the cloud (Claude on the web, ChatGPT) need a public https address.',
    ru: 'Этот адрес работает только на этом компьютере. Облачным помощникам (Claude на сайте, ChatGPT) нужен открытый адрес https.',
  },
  readOnly: {
    en: 'To let it look but never change anything, add ?read_only=1 to the address.',
    ru: 'Чтобы помощник только смотрел и ничего не менял, добавьте к адресу ?read_only=1.',
  },
  toolsets: {
    en: 'Fewer tools leave more room for the conversation. To offer only some, add their names to the address, for example ?toolsets=',
    ru: 'Чем меньше инструментов, тем больше места для разговора. Чтобы дать только часть, добавьте их названия к адресу, например ?toolsets=',
  },
  signIn: { en: '2. Sign in once', ru: '2. Войдите один раз' },
  signInAbout: {
    en: 'The assistant opens a page of this service. Sign in there, see who is asking for what, and allow it. The public catalogue needs no sign-in.',
    ru: 'Помощник откроет страницу этого сервиса. Войдите, прочтите, кто и что просит, и разрешите. Для открытого каталога вход не нужен.',
  },
  applications: { en: 'Applications you have allowed', ru: 'Приложения, которым вы разрешили' },
  token: { en: 'With an access key instead', ru: 'Или с личным ключом' },
  tokenAbout: {
    en: 'Where no browser can open, or for a program of your own, create an access key and send it in the Authorization header. It is shown once and works for a year unless you choose otherwise.',
    ru: 'Если браузер открыть нельзя или программа\u00a0— ваша собственная, создайте личный ключ и передавайте его в заголовке Authorization. Он показывается один раз и действует год, если не выбрать иначе.',
  },
  tokens: { en: 'Create an access key', ru: 'Создать личный ключ' },
  tokenExample: { en: 'example with a key', ru: 'пример с ключом' },
} as const satisfies Record<string, Text>;

export const connectPage = definePage({
  path: paths.connect,
  access: 'anybody',
  texts,
  // Whose steps to show; the resident server suits nearly everybody.
  load: async (_, { text }) => ({
    audience: audienceNames.find((name) => name === text('audience')) ?? ('resident' as const),
  }),
  head: (_, view) => ({ description: texts.lead[view.language], scripts: ['copy.js'] }),
  render: ({ audience }, view) => {
    const { language } = view;
    const base = view.baseUrl.replace(/\/+$/, '');
    const address = `${base}/mcp/${audience}`;
    const withToken = [
      `claude mcp add --transport http settlements ${address} \\`,
      '  --header "Authorization: Bearer $SETTLEMENTS_TOKEN"',
    ].join('\n');
    return (
      <>
        <PageHead title={texts.title} line={texts.lead} />
        <div class="stack wide-gap measure">
          <section class="stack tight" aria-labelledby="steps">
            <h2 id="steps">{texts.steps}</h2>
            <p class="soft">{`${audienceTexts[audience].title[language]}. ${texts.which[language]}:`}</p>
            {isLocal(base) && <p class="soft">{texts.local}</p>}
            {listAssistants(address).map((assistant) => (
              <Fold key={assistant.id} id={assistant.id} title={assistant.name}>
                <ol class="bullets">
                  {assistant.steps.map((step) => (
                    <li key={step.instruction.en}>
                      {step.instruction}
                      {step.copy && (
                        <Copyable
                          id={`${assistant.id}-${step.copy.id}`}
                          text={step.copy.text}
                          language={language}
                          label={assistant.name}
                          block={step.copy.id !== 'address'}
                        />
                      )}
                    </li>
                  ))}
                </ol>
              </Fold>
            ))}
          </section>
          <section class="stack tight" aria-labelledby="sign-in">
            <h2 id="sign-in">{texts.signIn}</h2>
            <p>{texts.signInAbout}</p>
            <p>
              <a href={paths.applications}>{texts.applications}</a>
            </p>
          </section>
          <div class="stack tight">
            <Fold title={texts.others} open={audience !== 'resident'}>
              <ul class="choice-cards">
                {audienceNames.map((name) => (
                  <AudienceCard
                    key={name}
                    name={name}
                    base={base}
                    chosen={name === audience}
                    language={language}
                  />
                ))}
              </ul>
            </Fold>
            <Fold title={texts.narrower}>
              <p>{texts.readOnly}</p>
              <Toolsets names={toolsets[audience]} />
            </Fold>
            <Fold title={texts.token}>
              <p>{texts.tokenAbout}</p>
              <Copyable
                id="token-example"
                text={withToken}
                language={language}
                label={texts.tokenExample}
                block
              />
              <p>
                <a href={paths.tokens}>{texts.tokens}</a>
              </p>
            </Fold>
          </div>
        </div>
      </>
    );
  },
});

/** Toolsets by MCP server. */
const toolsets = Object.fromEntries(
  audienceNames.map((name) => [name, listToolsets(operations, name)]),
) as Record<AudienceName, Toolset[]>;

function Toolsets({ names }: { names: readonly Toolset[] }) {
  return (
    <>
      <p>
        {texts.toolsets}
        {names.slice(0, 2).join(',')}
      </p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <code>{name}</code>: {toolsetTexts[name]}
          </li>
        ))}
      </ul>
    </>
  );
}

type CardProps = { name: AudienceName; base: string; chosen: boolean; language: Language };

function AudienceCard({ name, base, chosen, language }: CardProps) {
  const words = audienceTexts[name];
  return (
    <li class={chosen ? 'card chosen' : 'card'}>
      <h3>
        {words.title}
        {chosen && <Tag tone="green">{texts.chosen}</Tag>}
      </h3>
      <p>{words.detail}</p>
      <Copyable
        id={`address-${name}`}
        text={`${base}/mcp/${name}`}
        language={language}
        label={`${words.title[language]}, ${texts.address[language]}`}
      />
      {!chosen && (
        <a href={`${paths.connect}?audience=${name}#steps`}>
          {texts.pick}
          <span class="unseen">: {words.title}</span>
        </a>
      )}
    </li>
  );
}

function isLocal(base: string): boolean {
  return URL.canParse(base) && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(base).hostname);
}
