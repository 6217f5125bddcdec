import type { Language, Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { list_settlements } from '../../../../features/operations/settlement/list_settlements.ts';
import { definePage } from '../../page/page.ts';
import { findAssetByName } from '../../ui/assets.ts';
import { Buttons, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { parsePath, setQueryParameter, type View } from '../../ui/view.ts';
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
  slogan: { en: 'Your settlement, in one calm place', ru: 'Ваш посёлок\u00a0— в одном спокойном месте' },
  lead: {
    en: 'Plots and neighbours, the settlement’s news, a diary for your garden and advice that others have already tried.',
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
  missing: { en: 'Your village is not here?', ru: 'Не нашли свой посёлок?' },
  add: { en: 'Ask to add it', ru: 'Попросить добавить' },
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
};

const region = 'villages';

export const homePage = definePage({
  path: paths.home,
  access: 'anybody',
  texts,
  async load(_, { call, text }): Promise<HomeData> {
    const q = text('q').trim();
    const { settlements, cursor } = await call(list_settlements, { q, cursor: text('cursor') });
    return { settlements, cursor, q };
  },
  head: (_, view) => ({ description: texts.lead[view.language], scripts: ['combobox.js'] }),
  render: (data, view) => {
    const { language } = view;
    return (
      <div class="stack wide-gap">
        {view.account ? (
          <div>
            <PageHead title={texts.title[language]} line={texts.how[language]} />
            <Search q={data.q} language={language} />
          </div>
        ) : (
          <>
            <div class="hero">
              <div>
                <h1>{texts.slogan[language]}</h1>
                <p class="lead-line">{texts.lead[language]}</p>
                <LinkButton href={paths.register}>{texts.register[language]}</LinkButton>
              </div>
              <img src={findAssetByName('village.svg').path} alt="" width="640" height="220" />
            </div>
            <Search q={data.q} language={language} />
          </>
        )}
        <div class="stack" data-region={region}>
          <Card
            heading={{ id: 'list', title: (data.q === '' ? texts.list : texts.found)[language] }}
            flush={data.settlements.length > 0}
          >
            {data.settlements.length > 0 ? (
              <List>
                {data.settlements.map((settlement) => (
                  <SettlementRow key={settlement.id} settlement={settlement} language={language} />
                ))}
              </List>
            ) : (
              <NothingFound q={data.q} language={language} />
            )}
          </Card>
          <HomePager data={data} view={view} />
          {data.settlements.length > 0 && (
            <p class="soft">
              {texts.missing[language]}{' '}
              <a class="link" href={requestVillagePath(data.q)}>
                {texts.add[language]}
              </a>
            </p>
          )}
        </div>
      </div>
    );
  },
});

function Search({ q, language }: { q: string; language: Language }) {
  return (
    <SearchForm
      action={paths.home}
      label={texts.query[language]}
      placeholder={texts.example[language]}
      value={q}
      suggest={{ from: `${paths.home}?q=`, region }}
    />
  );
}

const requestVillagePath = (name: string) =>
  name === '' ? paths.requestSettlement : `${paths.requestSettlement}?${new URLSearchParams({ name })}`;

function NothingFound({ q, language }: { q: string; language: Language }) {
  return (
    <EmptyState
      icon="search"
      title={texts.none[language]}
      action={
        <Buttons>
          <LinkButton href={requestVillagePath(q)}>{texts.add[language]}</LinkButton>
          <LinkButton href={paths.home} kind="quiet">
            {texts.showAll[language]}
          </LinkButton>
        </Buttons>
      }
    >
      {texts.noneWhy[language]}
    </EmptyState>
  );
}

function SettlementRow({ settlement, language }: { settlement: SettlementEntry; language: Language }) {
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
      title={settlement.name || siteName[language]}
      line={line.filter(Boolean).join(' · ')}
    />
  );
}

function HomePager({ data: { q, cursor }, view }: { data: HomeData; view: View }) {
  const first = q === '' ? paths.home : `${paths.home}?${new URLSearchParams({ q })}`;
  const isContinued = parsePath(view.path).searchParams.has('cursor');
  return (
    <Pager
      {...(isContinued && { first })}
      {...(cursor && { next: setQueryParameter(first, 'cursor', cursor) })}
    />
  );
}
