import type { Language, Text } from '../../../i18n/text.ts';
import { list_settlements } from '../../../operations/settlement/list_settlements.ts';
import { fillPath, paths } from '../../../site/paths.ts';
import { definePage } from '../../page.ts';
import { findAssetByName } from '../../server/assets.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { parsePath, pathWith, type View } from '../../view.ts';
import {
  countNoun,
  plots,
  settlementKinds,
  settlementStatuses,
  siteName,
  wordFor,
} from '../../words/names.ts';
export const texts = {
  title: { en: 'Your settlement, in one calm place', ru: 'Ваш посёлок\u00a0— в одном спокойном месте' },
  lead: {
    en: 'Plots and neighbours, the settlement’s news, a diary for your garden and advice that others have already tried.',
    ru: 'Участки и соседи, новости посёлка, дневник вашего сада и советы, которые уже проверили другие.',
  },
  open: { en: 'To Today', ru: 'На «Сегодня»' },
  register: { en: 'Create an account', ru: 'Зарегистрироваться' },
  find: { en: 'Find a settlement', ru: 'Найти посёлок' },
  query: { en: 'Part of the name', ru: 'Часть названия' },
  kind: { en: 'Kind', ru: 'Вид' },
  anyKind: { en: 'Any kind', ru: 'Любой' },
  search: { en: 'Search', ru: 'Найти' },
  list: { en: 'Settlements', ru: 'Посёлки' },
  none: {
    en: 'Nothing found. Try a shorter word, or any kind of settlement.',
    ru: 'Ничего не нашлось. Попробуйте слово короче или любой вид посёлка.',
  },
  showAll: { en: 'Show all settlements', ru: 'Показать все посёлки' },
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

export type HomeData = {
  readonly settlements: readonly SettlementEntry[];
  readonly cursor: string | null;
  readonly q: string;
  readonly kind: string;
};

export const homePage = definePage({
  path: paths.home,
  for: 'anybody',
  texts,
  async load(_, { call, text }): Promise<HomeData> {
    const [q, kind] = [text('q'), text('kind')];
    const { settlements, cursor } = await call(list_settlements, { q, kind, cursor: text('cursor') });
    return { settlements, cursor, q, kind };
  },
  head: (_, view) => ({ description: texts.lead[view.language] }),
  render: (data, view) => {
    const { language } = view;
    return (
      <div class="stack wide-gap">
        <div class="hero">
          <div>
            <h1>{texts.title[language]}</h1>
            <p class="lead-line">{texts.lead[language]}</p>
            <LinkButton href={view.account ? paths.today : paths.register}>
              {(view.account ? texts.open : texts.register)[language]}
            </LinkButton>
          </div>
          <img src={findAssetByName('village.svg').path} alt="" width="640" height="220" />
        </div>
        <SearchForm data={data} language={language} />
        <Card heading={{ id: 'list', title: texts.list[language] }} flush>
          {data.settlements.length > 0 ? (
            <List>
              {data.settlements.map((settlement) => (
                <SettlementRow key={settlement.id} settlement={settlement} language={language} />
              ))}
            </List>
          ) : (
            <EmptyState
              icon="search"
              title={texts.none[language]}
              action={
                <LinkButton href={paths.home} kind="quiet">
                  {texts.showAll[language]}
                </LinkButton>
              }
            />
          )}
        </Card>
        <Pages data={data} view={view} />
      </div>
    );
  },
});

function SearchForm({ data, language }: { data: HomeData; language: Language }) {
  return (
    <search>
      <form class="filter" method="get" action={paths.home} aria-label={texts.find[language]}>
        <div class="field">
          <label for="q">{texts.query[language]}</label>
          <input
            class="input"
            id="q"
            name="q"
            type="search"
            value={data.q}
            maxLength={120}
            autocomplete="off"
          />
        </div>
        <div class="field">
          <label for="kind">{texts.kind[language]}</label>
          <select class="input" id="kind" name="kind">
            <option value="">{texts.anyKind[language]}</option>
            {Object.entries(settlementKinds).map(([kind, words]) => (
              <option key={kind} value={kind} selected={kind === data.kind}>
                {words[language]}
              </option>
            ))}
          </select>
        </div>
        <Button kind="quiet">{texts.search[language]}</Button>
      </form>
    </search>
  );
}

function SettlementRow({ settlement, language }: { settlement: SettlementEntry; language: Language }) {
  const line = [
    settlement.region,
    wordFor(settlementKinds, settlement.kind, language),
    wordFor(settlementStatuses, settlement.status, language),
    countNoun(language, settlement.parcels_total, plots),
  ];
  return (
    <Row
      href={fillPath(paths.settlement, { settlement: settlement.slug })}
      icon="village"
      tone="green"
      title={settlement.name || siteName[language]}
      line={line.filter(Boolean).join(' · ')}
    />
  );
}

function Pages({ data, view }: { data: HomeData; view: View }) {
  const query = new URLSearchParams({ q: data.q, kind: data.kind });
  for (const [name, value] of [...query]) if (!value) query.delete(name);
  const first = query.size > 0 ? `${paths.home}?${query}` : paths.home;
  const isContinued = parsePath(view.path).searchParams.has('cursor');
  return (
    <Pager
      {...(isContinued && { first })}
      {...(data.cursor && { next: pathWith(first, 'cursor', data.cursor) })}
    />
  );
}
