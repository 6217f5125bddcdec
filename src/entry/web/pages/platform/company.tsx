import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { edit_company } from '../../../../features/operations/company/edit_company.ts';
import { show_company } from '../../../../features/operations/company/show_company.ts';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { utcClock } from '../../server/settlement-clock.ts';
import { Buttons } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FactList } from '../../ui/list.tsx';
import { Screen } from '../../ui/screen.tsx';
import { formatPhone } from '../../words/directory-texts.ts';
import { formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';

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
  refuse: labels.refuseIt,
  end: { en: 'No longer', ru: 'Больше не представляет' },
  decided: { en: 'Recorded.', ru: 'Записано.' },
} as const satisfies Record<string, Text>;

const check = form(edit_company, {
  access: 'moderator',
  path: paths.platformCompany,
  isButton: true,
  given(_, { text }) {
    const isChecked = text('checked') === 'true';
    return { is_verified: isChecked, seen: { is_verified: !isChecked } };
  },
  done: (_, at, { text }) => ({
    to: fillPath(paths.platformCompany, at),
    notice: text('checked') === 'true' ? texts.checked : texts.unchecked,
  }),
});

const decide = form(edit_company, {
  access: 'moderator',
  path: paths.decideRepresentative,
  isButton: true,
  given({ account }, { text }) {
    const state: 'confirmed' | 'ended' = text('state') === 'confirmed' ? 'confirmed' : 'ended';
    const seen_state: 'claimed' | 'confirmed' = text('seen') === 'confirmed' ? 'confirmed' : 'claimed';
    const representatives = [{ account_id: account, state, seen_state }];
    return { representatives };
  },
  done: (_, { company }) => ({
    to: fillPath(paths.platformCompany, { company }),
    notice: texts.decided,
  }),
});

export const platformCompanyPage = definePage({
  path: paths.platformCompany,
  access: 'moderator',
  texts,
  async load({ company }, pageRequest) {
    const { data } = await pageRequest.call(show_company, { company });
    return { card: data, clock: utcClock(pageRequest) };
  },
  actions: { check, decide },
  head: ({ card }) => ({ width: 'narrow', title: card.name }),
  render: ({ card, clock }) => {
    const address = { company: card.slug };
    const people = card.representatives ?? [];
    const facts = [
      [texts.inn, card.inn],
      [texts.phones, card.phones.map(formatPhone).join(', ')],
      [texts.address, card.address],
      [texts.site, card.site],
      [texts.villages, card.settlements.map(({ name }) => name).join(', ')],
      [texts.registered, formatRelativeTime(card.created_at, clock)],
    ] as const;
    return (
      <Screen
        title={card.name}
        line={card.trades.join(', ')}
        parent={{ href: paths.platform, text: labels.platform }}
      >
        <Card>
          <FactList facts={facts.filter(([, value]) => value !== '')} />
          {card.description && <p class="words gap-top">{card.description}</p>}
        </Card>
        <check.Button
          at={address}
          hidden={{ checked: card.is_verified ? 'false' : 'true' }}
          kind={card.is_verified ? 'quiet' : 'primary'}
        >
          {card.is_verified ? texts.uncheck : texts.check}
        </check.Button>
        <Card heading={{ id: 'people', title: texts.people }}>
          {people.length === 0 && <p class="soft">{texts.nobody}</p>}
          {people.map(({ account_id, name, state, created_at }) => (
            <div key={account_id} class="stack tight gap-below">
              <p>
                <b>{name}</b>{' '}
                <span class="soft small">
                  {texts[state]} · {formatRelativeTime(created_at, clock)}
                </span>
              </p>
              <Buttons>
                {state === 'claimed' && (
                  <decide.Button
                    at={{ ...address, account: account_id }}
                    hidden={{ state: 'confirmed', seen: state }}
                    kind="quiet"
                    about={name}
                  >
                    {texts.confirm}
                  </decide.Button>
                )}
                <decide.Button
                  at={{ ...address, account: account_id }}
                  hidden={{ state: 'ended', seen: state }}
                  kind="quiet-danger"
                  about={name}
                >
                  {state === 'claimed' ? texts.refuse : texts.end}
                </decide.Button>
              </Buttons>
            </div>
          ))}
        </Card>
      </Screen>
    );
  },
});
