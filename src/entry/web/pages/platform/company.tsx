import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { edit_company } from '../../../../features/operations/company/edit_company.ts';
import { show_company } from '../../../../features/operations/company/show_company.ts';
import { definePage } from '../../page/page.ts';
import { Buttons } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Card } from '../../ui/card.tsx';
import { FactList } from '../../ui/list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { formatPhone } from '../../words/directory-texts.ts';
import { type Clock, formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { texts as platformTexts } from './platform.tsx';

export const texts = {
  title: labels.company,
  inn: { en: 'INN', ru: 'ИНН' },
  phones: { en: 'Telephones', ru: 'Телефоны' },
  address: labels.address,
  site: { en: 'Site', ru: 'Сайт' },
  villages: labels.villages,
  registered: { en: 'Registered', ru: 'Зарегистрирована' },
  check: { en: 'It exists: mark as checked', ru: 'Проверена' },
  uncheck: { en: 'Take the mark back', ru: 'Снять отметку' },
  checked: { en: 'Marked as checked.', ru: 'Отмечена как проверенная.' },
  unchecked: { en: 'The mark is taken back.', ru: 'Отметка снята.' },
  people: { en: 'Who speaks for it', ru: 'Кто представляет' },
  nobody: { en: 'Nobody yet.', ru: 'Пока никто.' },
  claimed: { en: 'asks to', ru: 'просит разрешения' },
  confirmed: { en: 'speaks for it', ru: 'представляет' },
  confirm: labels.confirm,
  refuse: { en: 'Refuse', ru: 'Отказать' },
  end: { en: 'No longer', ru: 'Больше не представляет' },
  decided: { en: 'Recorded.', ru: 'Записано.' },
} as const satisfies Record<string, Text>;

export const platformCompanyPage = definePage({
  path: paths.platformCompany,
  access: 'moderator',
  texts,
  async load({ company }, { call, dependencies, view }) {
    const { data } = await call(show_company, { company });
    const clock: Clock = { now: dependencies.now(), timeZone: 'UTC', language: view.language };
    return { card: data, clock };
  },
  actions: {
    check: {
      path: paths.platformCompany,
      isButton: true,
      async perform({ company }, { call, text }) {
        const is_verified = text('checked') === 'true';
        await call(edit_company, { company, is_verified });
        return {
          to: fillPath(paths.platformCompany, { company }),
          notice: is_verified ? texts.checked : texts.unchecked,
        };
      },
    },
    decide: {
      path: paths.decideRepresentative,
      isButton: true,
      async perform({ company, account }, { call, text }) {
        const state = text('state') === 'confirmed' ? 'confirmed' : 'ended';
        await call(edit_company, { company, representatives: [{ account_id: account, state }] });
        return { to: fillPath(paths.platformCompany, { company }), notice: texts.decided };
      },
    },
  },
  head: ({ card }) => ({ width: 'narrow', title: card.name }),
  render: ({ card, clock }, { language }) => {
    const address = { company: card.slug };
    const people = card.representatives ?? [];
    const facts = [
      [texts.inn[language], card.inn],
      [texts.phones[language], card.phones.map(formatPhone).join(', ')],
      [texts.address[language], card.address],
      [texts.site[language], card.site],
      [texts.villages[language], card.settlements.map(({ name }) => name).join(', ')],
      [texts.registered[language], formatRelativeTime(card.created_at, clock)],
    ] as const;
    return (
      <>
        <PageHead
          title={card.name}
          line={card.trades.join(', ')}
          parent={{ href: paths.platform, text: platformTexts.title }}
        />
        <div class="stack">
          <Card>
            <FactList facts={facts.filter(([, value]) => value !== '')} />
            {card.description && <p class="words gap-top">{card.description}</p>}
          </Card>
          <ButtonForm
            action={fillPath(paths.platformCompany, address)}
            hidden={{ checked: card.is_verified ? 'false' : 'true' }}
            kind={card.is_verified ? 'quiet' : 'primary'}
          >
            {card.is_verified ? texts.uncheck : texts.check}
          </ButtonForm>
          <Card heading={{ id: 'people', title: texts.people }}>
            {people.length === 0 && <p class="soft">{texts.nobody}</p>}
            {people.map(({ account_id, name, state, created_at }) => (
              <div key={account_id} class="stack tight gap-below">
                <p>
                  <b>{name}</b>{' '}
                  <span class="soft small">
                    {texts[state][language]} · {formatRelativeTime(created_at, clock)}
                  </span>
                </p>
                <Buttons>
                  {state === 'claimed' && (
                    <ButtonForm
                      action={fillPath(paths.decideRepresentative, { ...address, account: account_id })}
                      hidden={{ state: 'confirmed' }}
                      kind="quiet"
                      about={name}
                    >
                      {texts.confirm}
                    </ButtonForm>
                  )}
                  <ButtonForm
                    action={fillPath(paths.decideRepresentative, { ...address, account: account_id })}
                    hidden={{ state: 'ended' }}
                    kind="quiet-danger"
                    about={name}
                  >
                    {state === 'claimed' ? texts.refuse : texts.end}
                  </ButtonForm>
                </Buttons>
              </div>
            ))}
          </Card>
        </div>
      </>
    );
  },
});
