import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { show_setup } from '../../../../features/actions/show_setup.ts';
import { list_settlements } from '../../../../features/operations/settlement/list_settlements.ts';
import { definePage, type PageRequest, Redirect } from '../../page/page.ts';
import { findAssetByName } from '../../ui/assets.ts';
import { Buttons, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { List } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import type { View } from '../../ui/view.ts';
import * as labels from '../../words/labels.ts';
import {
  formatCount,
  plotNoun,
  settlementKindTexts,
  settlementStatusTexts,
  siteName,
  translateName,
} from '../../words/shared-texts.ts';

export const texts = {
  title: labels.findVillage,
  slogan: { en: 'Your village, in one calm place', ru: 'Ваш посёлок\u00a0— в одном спокойном месте' },
  lead: {
    en: 'Plots and neighbours, village news, a diary for your garden and advice that others have already tried.',
    ru: 'Участки и соседи, новости посёлка, дневник вашего сада и советы, которые уже проверили другие.',
  },
  register: { en: 'Create an account', ru: 'Зарегистрироваться' },
  how: {
    en: 'Open its page and say that you live there.',
    ru: 'Откройте его страницу и скажите, что живёте там.',
  },
  query: { en: 'Name of the village', ru: 'Название посёлка' },
  example: { en: 'Birch grove, Veteran…', ru: 'Берёзовая роща, Ветеран…' },
  list: labels.villages,
  found: { en: 'Found', ru: 'Нашлось' },
  none: labels.nothingFound,
  noneWhy: {
    en: 'Try a shorter word. If your village is not here yet, ask for it to be added.',
    ru: 'Попробуйте слово короче. Если вашего посёлка ещё нет, попросите его добавить.',
  },
  empty: { en: 'No village is here yet', ru: 'Посёлков здесь пока нет' },
  emptyWhy: {
    en: 'The first one appears here once it is added.',
    ru: 'Первый появится здесь, как только его добавят.',
  },
  missing: { en: 'Your village is not here?', ru: 'Не нашли свой посёлок?' },
  add: { en: 'Ask to add it', ru: 'Попросить добавить' },
  isNew: { en: 'This installation is new.', ru: 'Эта площадка только что установлена.' },
  setUp: { en: 'Set it up', ru: 'Настроить' },
  showAll: { en: 'Show all villages', ru: 'Показать все посёлки' },
} as const satisfies Record<string, Text>;

export type SettlementEntry = {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly kind: string;
  readonly status: string;
  readonly region: string;
  readonly address: string;
  readonly parcels_total: number;
};

type HomeData = {
  readonly settlements: readonly SettlementEntry[];
  readonly cursor: string | null;
  readonly q: string;
  /** Nobody has set this installation up yet. */
  readonly isNew: boolean;
};

const region = 'villages';

async function loadRegister({ call, text }: PageRequest): Promise<HomeData> {
  const q = text('q').trim();
  const { settlements, cursor } = await call(list_settlements, {
    q,
    also_places: true,
    cursor: text('cursor'),
  });
  const isEmpty = q === '' && settlements.length === 0;
  return { settlements, cursor, q, isNew: isEmpty && !(await call(show_setup, {})).hasOperator };
}

/** For strangers the register; who has something to see on Today is led there. */
async function loadHome(pageRequest: PageRequest): Promise<HomeData | Redirect> {
  const { text } = pageRequest;
  if (text('q') === '' && text('cursor') === '') {
    const { place, moderation, company } = (await pageRequest.loadSignedInUser())?.overview ?? {};
    if (place || moderation || company) return new Redirect(paths.today);
  }
  return loadRegister(pageRequest);
}

export const homePage = definePage({
  path: paths.home,
  access: 'anybody',
  texts,
  load: (_, pageRequest) => loadHome(pageRequest),
  head: (_, { language }) => ({ description: texts.lead[language], scripts: ['combobox.js'] }),
  render: (data, view) => <Register data={data} view={view} />,
});

export const settlementsPage = definePage({
  path: paths.settlements,
  access: 'anybody',
  texts,
  load: (_, pageRequest) => loadRegister(pageRequest),
  head: (_, { language }) => ({ description: texts.lead[language], scripts: ['combobox.js'] }),
  render: (data, view) => <Register data={data} view={view} />,
});

function Register({ data, view }: { data: HomeData; view: View }) {
  return (
    <div class="stack wide-gap">
      {data.isNew && (
        <Notice tone="plain" link={{ href: paths.setup, text: texts.setUp }}>
          {texts.isNew}
        </Notice>
      )}
      {view.account ? (
        <div>
          <PageHead title={texts.title} line={texts.how} />
          <Search q={data.q} />
        </div>
      ) : (
        <>
          <div class="hero">
            <div>
              <h1>{texts.slogan}</h1>
              <p class="lead-line">{texts.lead}</p>
              <LinkButton href={paths.register}>{texts.register}</LinkButton>
            </div>
            <img src={findAssetByName('village.svg').path} alt="" width="640" height="220" />
          </div>
          <Search q={data.q} />
        </>
      )}
      <div class="stack" data-region={region}>
        <Card
          heading={{ id: 'list', title: data.q === '' ? texts.list : texts.found }}
          flush={data.settlements.length > 0}
        >
          {data.settlements.length > 0 ? (
            <List>
              {data.settlements.map((settlement) => (
                <SettlementRow key={settlement.id} settlement={settlement} />
              ))}
            </List>
          ) : data.q === '' ? (
            <NoVillages isNew={data.isNew} />
          ) : (
            <NothingFound q={data.q} />
          )}
        </Card>
        <Pager cursor={data.cursor} />
        {data.settlements.length > 0 && (
          <p class="soft">
            {texts.missing}{' '}
            <a class="link" href={requestVillagePath(data.q)}>
              {texts.add}
            </a>
          </p>
        )}
      </div>
    </div>
  );
}

function Search({ q }: { q: string }) {
  return (
    <SearchForm
      action={paths.settlements}
      label={texts.query}
      placeholder={texts.example}
      value={q}
      suggest={{ from: `${paths.settlements}?q=`, region }}
    />
  );
}

const requestVillagePath = (name: string) =>
  name === '' ? paths.requestSettlement : `${paths.requestSettlement}?${new URLSearchParams({ name })}`;

/** Nobody has searched: there is nothing to find. */
function NoVillages({ isNew }: { isNew: boolean }) {
  return (
    <EmptyState
      icon="village"
      title={texts.empty}
      action={!isNew && <LinkButton href={paths.requestSettlement}>{texts.add}</LinkButton>}
    >
      {texts.emptyWhy}
    </EmptyState>
  );
}

function NothingFound({ q }: { q: string }) {
  return (
    <EmptyState
      icon="search"
      title={texts.none}
      action={
        <Buttons>
          <LinkButton href={requestVillagePath(q)}>{texts.add}</LinkButton>
          <LinkButton href={paths.settlements} kind="quiet">
            {texts.showAll}
          </LinkButton>
        </Buttons>
      }
    >
      {texts.noneWhy}
    </EmptyState>
  );
}

function SettlementRow({ settlement }: { settlement: SettlementEntry }) {
  const language = useLanguage();
  const line = [
    settlement.region,
    translateName(settlementKindTexts, settlement.kind, language),
    translateName(settlementStatusTexts, settlement.status, language),
    formatCount(language, settlement.parcels_total, plotNoun),
  ];
  return (
    <Row
      href={fillPath(paths.settlement, { settlement: settlement.slug })}
      option={settlement.name}
      icon="village"
      tone="green"
      title={settlement.name || siteName}
      line={line.filter(Boolean).join(' · ')}
    />
  );
}
