import type { Language, Text } from '../../../i18n/text.ts';
import { list_settlements } from '../../../operations/settlement/list_settlements.ts';
import { fillPath, paths } from '../../../site/paths.ts';
import { definePage } from '../../page.ts';
import { assets } from '../../server/assets.ts';
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
  open: { en: 'Open my account', ru: 'Открыть кабинет' },
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
  next: { en: 'Next page', ru: 'Следующая страница' },
  first: { en: 'Back to the first page', ru: 'К первой странице' },
  pages: { en: 'Pages', ru: 'Страницы' },
  more: { en: 'What else is here', ru: 'Что ещё здесь есть' },
  connect: { en: 'Connect an assistant', ru: 'Подключить помощника' },
  connectAbout: {
    en: 'Let Claude, ChatGPT or another assistant look things up and write the diary with you.',
    ru: 'Пусть Claude, ChatGPT или другой помощник ищет нужное и ведёт дневник вместе с вами.',
  },
  account: { en: 'My account', ru: 'Мой кабинет' },
  accountAbout: {
    en: 'Your profile, notifications, access tokens and the applications you have allowed.',
    ru: 'Профиль, уведомления, ключи доступа и приложения, которым вы разрешили вход.',
  },
  docs: { en: 'For developers', ru: 'Разработчикам' },
  docsAbout: {
    en: 'Every operation of the service, with its fields and a ready command to try it.',
    ru: 'Все операции сервиса: поля, ответы и готовая команда, чтобы попробовать.',
  },
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
      <>
        <div class="hero">
          <div>
            <h1>{texts.title[language]}</h1>
            <p class="lead">{texts.lead[language]}</p>
            <p>
              <a class="button" href={view.account ? paths.account : paths.register}>
                {(view.account ? texts.open : texts.register)[language]}
              </a>
            </p>
          </div>
          <img src={assets['village.svg'].path} alt="" width="640" height="220" />
        </div>
        <SearchForm data={data} language={language} />
        <section aria-labelledby="list">
          <h2 id="list">{texts.list[language]}</h2>
          {data.settlements.length > 0 ? (
            <ul class="cards">
              {data.settlements.map((settlement) => (
                <SettlementCard key={settlement.id} settlement={settlement} language={language} />
              ))}
            </ul>
          ) : (
            <div class="empty">
              <p>{texts.none[language]}</p>
              <a href={paths.home}>{texts.showAll[language]}</a>
            </div>
          )}
          <Pages data={data} view={view} />
        </section>
        <section aria-labelledby="more">
          <h2 id="more">{texts.more[language]}</h2>
          <ul class="cards">
            <Doorway
              href={paths.connect}
              title={texts.connect[language]}
              about={texts.connectAbout[language]}
            />
            <Doorway
              href={paths.account}
              title={texts.account[language]}
              about={texts.accountAbout[language]}
            />
            <Doorway href={paths.docs} title={texts.docs[language]} about={texts.docsAbout[language]} />
          </ul>
        </section>
      </>
    );
  },
});

function SearchForm({ data, language }: { data: HomeData; language: Language }) {
  return (
    <search>
      <form class="search" method="get" action={paths.home} aria-label={texts.find[language]}>
        <div class="field">
          <label for="q">{texts.query[language]}</label>
          <input id="q" name="q" type="search" value={data.q} maxLength={120} autocomplete="off" />
        </div>
        <div class="field">
          <label for="kind">{texts.kind[language]}</label>
          <select id="kind" name="kind">
            <option value="">{texts.anyKind[language]}</option>
            {Object.entries(settlementKinds).map(([kind, words]) => (
              <option key={kind} value={kind} selected={kind === data.kind}>
                {words[language]}
              </option>
            ))}
          </select>
        </div>
        <button class="primary" type="submit">
          {texts.search[language]}
        </button>
      </form>
    </search>
  );
}

function SettlementCard({ settlement, language }: { settlement: SettlementEntry; language: Language }) {
  return (
    <li class="card">
      <h3>
        <a href={fillPath(paths.settlement, { settlement: settlement.slug })}>
          {settlement.name || siteName[language]}
        </a>
      </h3>
      <p class="soft">{[settlement.region, settlement.address].filter(Boolean).join(', ')}</p>
      <ul class="chips">
        <li>{wordFor(settlementKinds, settlement.kind, language)}</li>
        <li>{wordFor(settlementStatuses, settlement.status, language)}</li>
        <li>{countNoun(language, settlement.parcels_total, plots)}</li>
      </ul>
    </li>
  );
}

function Pages({ data, view }: { data: HomeData; view: View }) {
  const continued = parsePath(view.path).searchParams.has('cursor');
  if (!data.cursor && !continued) return null;
  const query = new URLSearchParams({ q: data.q, kind: data.kind });
  for (const [name, value] of [...query]) if (!value) query.delete(name);
  const first = query.size > 0 ? `${paths.home}?${query}` : paths.home;
  return (
    <nav class="pages" aria-label={texts.pages[view.language]}>
      {continued && <a href={first}>{texts.first[view.language]}</a>}
      {data.cursor && (
        <a class="button quiet" rel="next" href={pathWith(first, 'cursor', data.cursor)}>
          {texts.next[view.language]}
        </a>
      )}
    </nav>
  );
}

function Doorway({ href, title, about }: { href: string; title: string; about: string }) {
  return (
    <li class="card">
      <h3>
        <a href={href}>{title}</a>
      </h3>
      <p>{about}</p>
    </li>
  );
}
