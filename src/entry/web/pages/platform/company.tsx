import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { list_company_doubles } from '../../../../features/actions/list_company_doubles.ts';
import { show_company } from '../../../../features/operations/company/show_company.ts';
import { definePage, type PageRequest } from '../../page/page.ts';
import { utcClock } from '../../server/settlement-clock.ts';
import { Tag } from '../../ui/badge.tsx';
import { Button, Buttons } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChoiceChips } from '../../ui/choice.tsx';
import { Decision } from '../../ui/decision.tsx';
import { Fold } from '../../ui/fold.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { FactList, ListCard } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { companyStateTexts, companyStateTones } from '../../words/company-texts.ts';
import { formatPhone } from '../../words/directory-texts.ts';
import { type Clock, formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { check, close, decide, decideRepresentative, texts as formTexts, join } from './company-forms.tsx';

export const texts = {
  title: labels.company,
  inn: { en: 'INN', ru: 'ИНН' },
  phones: { en: 'Telephones', ru: 'Телефоны' },
  address: labels.address,
  site: { en: 'Website', ru: 'Сайт' },
  villages: labels.villages,
  registered: { en: 'Registered', ru: 'Зарегистрирована' },
  accept: { en: 'It exists', ru: 'Проверена' },
  refuse: labels.refuseIt,
  refuseTitle: { en: 'Refuse with a reason', ru: 'Отказать с причиной' },
  told: { en: 'Whoever registered it is told at once.', ru: 'Компания узнает о решении сразу.' },
  uncheck: { en: 'Remove the mark', ru: 'Снять отметку' },
  uncheckWhy: {
    en: 'It will then take no orders and keep only one village.',
    ru: 'Тогда заказов не будет, а посёлок останется один.',
  },
  people: { en: 'Representatives', ru: 'Кто представляет' },
  nobody: { en: 'Nobody. Accept somebody or close it.', ru: 'Никто. Примите кого-нибудь или закройте её.' },
  claimed: { en: 'asks to represent it', ru: 'просит разрешения' },
  confirmed: { en: 'represents it', ru: 'представляет' },
  confirm: labels.confirm,
  end: { en: 'No longer', ru: 'Больше не представляет' },
  doubles: { en: 'Perhaps the same company', ru: 'Возможно, та же компания' },
  noDoubles: {
    en: 'There is none with a similar name, taxpayer number or telephone.',
    ru: 'С похожим названием, ИНН или телефоном никого нет.',
  },
  sameName: { en: 'similar name', ru: 'похожее название' },
  samePhone: { en: 'same telephone', ru: 'тот же телефон' },
  likeInn: { en: 'similar taxpayer number', ru: 'похожий ИНН' },
  joinTitle: { en: 'Merge it into another', ru: 'Объединить с другой' },
  joinWhy: {
    en: 'Reviews, orders and conversations move over; of two reviews by one person the later one stays. This cannot be undone.',
    ru: 'Отзывы, заказы и переписка перейдут туда; из двух отзывов одного человека останется поздний. Отменить это нельзя.',
  },
  joinTo: { en: 'Into which one', ru: 'С какой' },
  join: { en: 'Merge', ru: 'Объединить' },
  close: { en: 'Close for good', ru: 'Закрыть насовсем' },
  isRefused: { en: 'It was refused', ru: 'Компании отказали' },
  isClosed: { en: 'It is closed', ru: 'Компания закрыта' },
} as const satisfies Record<string, Text>;

const reasons = [
  {
    en: 'There is no such taxpayer number. Check it.',
    ru: 'Такого ИНН нет в реестре. Проверьте номер.',
  },
  {
    en: 'The name does not belong to this taxpayer number.',
    ru: 'Название не подходит к этому ИНН.',
  },
  {
    en: 'Nobody answers the telephone. Write one by which you can be reached.',
    ru: 'По телефону не отвечают. Укажите тот, по которому вас найдут.',
  },
  {
    en: 'The company is here already: register with its taxpayer number to represent it.',
    ru: 'Такая компания уже есть: зарегистрируйтесь по её ИНН, чтобы её представлять.',
  },
] as const satisfies readonly Text[];

type CompanyCard = Awaited<ReturnType<typeof loadForModerator>>['card'];
type Doubles = ReplyOf<typeof list_company_doubles>;

async function loadForModerator({ company }: { company: string }, pageRequest: PageRequest<'moderator'>) {
  const { data } = await pageRequest.call(show_company, { company });
  const isEnded = data.state === 'closed';
  const doubles = isEnded ? [] : await pageRequest.call(list_company_doubles, { company: data.id });
  return { card: data, doubles, isEnded, clock: utcClock(pageRequest) };
}

export const platformCompanyPage = definePage({
  path: paths.platformCompany,
  access: 'moderator',
  texts,
  missing: {
    join_to: {
      en: 'Choose the company, or type its taxpayer number.',
      ru: 'Выберите компанию или напишите её ИНН.',
    },
  },
  load: loadForModerator,
  actions: { check, decide, join, close, decideRepresentative },
  head: ({ card }) => ({ width: 'narrow', title: card.name, scripts: ['reason.js', 'keys.js'] }),
  render: ({ card, doubles, isEnded, clock }) => {
    const at = { company: card.slug };
    return (
      <Screen
        title={card.name}
        line={card.trades.join(', ')}
        parent={{ href: paths.platform, text: labels.platform }}
        action={<Tag tone={companyStateTones[card.state]}>{companyStateTexts[card.state]}</Tag>}
      >
        <Outcome card={card} clock={clock} />
        {card.state === 'waiting' ? (
          <decide.Form at={at} hidden={{ seen: card.state }}>
            <Decision
              accept={texts.accept}
              refuse={texts.refuse}
              refuseTitle={texts.refuseTitle}
              reasons={reasons}
              note={texts.told}
            >
              <CompanyFacts card={card} clock={clock} />
              <DoubleList doubles={doubles} />
            </Decision>
          </decide.Form>
        ) : (
          <>
            <CompanyFacts card={card} clock={clock} />
            {!isEnded && <DoubleList doubles={doubles} />}
          </>
        )}
        <People card={card} clock={clock} />
        {!isEnded && <FurtherSteps card={card} doubles={doubles} />}
      </Screen>
    );
  },
});

function Outcome({ card, clock }: { card: CompanyCard; clock: Clock }) {
  if (card.state !== 'refused' && card.state !== 'closed') return null;
  const { decision } = card;
  return (
    <Notice tone="plain" title={card.state === 'refused' ? texts.isRefused : texts.isClosed}>
      {decision && [formatRelativeTime(decision.at, clock), decision.reason].filter(Boolean).join(' · ')}
    </Notice>
  );
}

function CompanyFacts({ card, clock }: { card: CompanyCard; clock: Clock }) {
  const facts = [
    [texts.inn, card.inn],
    [texts.phones, card.phones.map(formatPhone).join(', ')],
    [texts.address, card.address],
    [texts.site, card.site],
    [texts.villages, card.settlements.map(({ name }) => name).join(', ')],
    [texts.registered, formatRelativeTime(card.created_at, clock)],
  ] as const;
  return (
    <Card>
      <FactList facts={facts.filter(([, value]) => value !== '')} />
      {card.description && <p class="words gap-top">{card.description}</p>}
    </Card>
  );
}

function DoubleList({ doubles }: { doubles: Doubles }) {
  const language = useLanguage();
  return (
    <ListCard heading={{ id: 'doubles', title: texts.doubles }} none={texts.noDoubles}>
      {doubles.map((double) => (
        <Row
          key={double.id}
          icon="company"
          title={double.name}
          href={fillPath(paths.platformCompany, { company: double.slug })}
          line={[
            `${texts.inn[language]} ${double.inn}`,
            double.isSameName && texts.sameName[language],
            double.isSamePhone && texts.samePhone[language],
            double.isLikeInn && texts.likeInn[language],
          ]
            .filter(Boolean)
            .join(' · ')}
          age={<Tag tone={companyStateTones[double.state]}>{companyStateTexts[double.state]}</Tag>}
        />
      ))}
    </ListCard>
  );
}

function People({ card, clock }: { card: CompanyCard; clock: Clock }) {
  const people = card.representatives ?? [];
  if (card.state === 'closed') return null;
  return (
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
              <decideRepresentative.Button
                at={{ company: card.slug, account: account_id }}
                hidden={{ state: 'confirmed', seen: state }}
                kind="quiet"
                about={name}
              >
                {texts.confirm}
              </decideRepresentative.Button>
            )}
            <decideRepresentative.Button
              at={{ company: card.slug, account: account_id }}
              hidden={{ state: 'ended', seen: state }}
              kind="quiet-danger"
              about={name}
            >
              {state === 'claimed' ? texts.refuse : texts.end}
            </decideRepresentative.Button>
          </Buttons>
        </div>
      ))}
    </Card>
  );
}

function FurtherSteps({ card, doubles }: { card: CompanyCard; doubles: Doubles }) {
  const at = { company: card.slug };
  const seen = { seen: card.state };
  const checked = doubles.filter(({ state }) => state === 'verified');
  return (
    <>
      <Fold title={texts.joinTitle}>
        <p class="soft">{texts.joinWhy}</p>
        <join.Form at={at} hidden={seen}>
          {checked.length > 0 && (
            <ChoiceChips
              name="double"
              label={texts.joinTo}
              choices={checked.map(({ id, name, inn }) => ({ value: id, label: `${name}, ${inn}` }))}
            />
          )}
          <join.join_to />
          <Button kind="danger">{texts.join}</Button>
        </join.Form>
      </Fold>
      {card.state !== 'waiting' && (
        <>
          {card.state === 'verified' && <p class="small soft">{texts.uncheckWhy}</p>}
          <check.Button
            at={at}
            hidden={{ ...seen, checked: card.state === 'verified' ? 'false' : 'true' }}
            kind="quiet"
          >
            {card.state === 'verified' ? texts.uncheck : texts.accept}
          </check.Button>
          <close.Form at={at} hidden={seen}>
            <close.reason label={formTexts.closeTitle}>
              <Button kind="danger">{texts.close}</Button>
            </close.reason>
          </close.Form>
        </>
      )}
    </>
  );
}
