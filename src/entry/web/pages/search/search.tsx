import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import type { ResultGroupName } from '../../../../features/site-search/search-results.ts';
import { definePage } from '../../page/page.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { ListCard } from '../../ui/list.tsx';
import { usePage } from '../../ui/page-context.ts';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { siteSearchSuggest } from '../../ui/site-search-suggest.ts';
import { detectForeignLanguage } from '../../words/foreign-language.ts';
import * as labels from '../../words/labels.ts';
import { type ResultCard, type SiteSearch, searchSite } from './search-results.ts';

export const texts = {
  title: { en: 'Search', ru: 'Поиск' },
  inVillage: { en: 'In the village and in the advice', ru: 'В посёлке и в советах' },
  inOpen: { en: 'Villages and advice', ru: 'Посёлки и советы' },
  example: { en: 'Pump, electrician, plot 9', ru: 'Насос, электрик, уч. 9' },
  exampleOpen: { en: 'Beryozki, pump', ru: 'Берёзки, насос' },
  nothing: labels.nothingFound,
  why: {
    en: 'Try fewer words, or another word for the same thing.',
    ru: 'Попробуйте меньше слов или другое слово для того же.',
  },
  advice: { en: 'To the advice', ru: 'К советам' },
  all: labels.all,
  searched: { en: 'Searched in:', ru: 'Искали здесь:' },
} as const satisfies Record<string, Text>;

const headings: Readonly<Record<ResultGroupName, Text>> = {
  plots: labels.plots,
  people: { en: 'People', ru: 'Люди' },
  directory: labels.directory,
  objects: { en: 'On your plot', ru: 'На вашем участке' },
  news: labels.newsAndDiaries,
  documents: labels.documents,
  tasks: labels.tasks,
  messages: labels.messages,
  villages: labels.villages,
  advice: labels.advice,
};

const resultsPerGroup = 4;
const resultsWhileTyping = 2;
/** The smallest query limit among the operations that are called. */
const maxQueryLength = 120;

const nothingSearched: SiteSearch = { groups: [], searched: [] };

export const searchPage = definePage({
  path: paths.search,
  access: 'anybody',
  texts,
  async load(_, { call, text, view, loadSignedInUser }) {
    const q = text('q').trim().slice(0, maxQueryLength);
    const each = text('typing') === '' ? resultsPerGroup : resultsWhileTyping;
    const visitor = await loadSignedInUser();
    const result =
      q === ''
        ? nothingSearched
        : await searchSite({ q, call, each, language: view.language }, visitor?.overview);
    return { q, isSigned: visitor !== null, ...result };
  },
  head: ({ q }, { language }) => ({
    title: q === '' ? texts.title[language] : `${texts.title[language]}: ${q}`,
    scripts: ['combobox.js'],
  }),
  render: ({ q, isSigned, groups, searched }, { language }) => (
    <Screen
      title={texts.title}
      line={isSigned ? texts.inVillage : texts.inOpen}
      parent={isSigned ? { href: paths.today, text: labels.today } : undefined}
    >
      <SearchForm
        action={paths.search}
        label={texts.title}
        value={q}
        maxLength={maxQueryLength}
        placeholder={isSigned ? texts.example : texts.exampleOpen}
        suggest={siteSearchSuggest}
        autofocus={q === ''}
        primary
      />
      <div class="stack" data-region={siteSearchSuggest.region}>
        {groups.map((group) => (
          <ResultGroupCard key={group.name} group={group} />
        ))}
        {q !== '' && groups.length === 0 && (
          <EmptyState
            icon="search"
            title={texts.nothing}
            action={
              <LinkButton href={paths.knowledge} kind="quiet">
                {texts.advice}
              </LinkButton>
            }
          >
            {texts.why}
          </EmptyState>
        )}
        {searched.length > 0 && (
          <p class="small soft">
            {texts.searched} {searched.map((name) => headings[name][language].toLowerCase()).join(', ')}
          </p>
        )}
      </div>
    </Screen>
  ),
});

function ResultGroupCard({ group: { name, found, all } }: { group: ResultCard }) {
  const language = useLanguage();
  const { hasPage } = usePage();
  const link = all !== undefined && hasPage(all) ? { href: all, text: texts.all, further: true } : undefined;
  return (
    <ListCard heading={{ id: `found-${name}`, title: headings[name], link }}>
      {found.map(({ href, title, line, plot: number, icon }) => (
        <Row
          key={`${href} ${title}`}
          {...(hasPage(href) && { href, option: title })}
          icon={icon}
          title={
            name === 'plots' ? (
              `${labels.plot[language]} ${title}`
            ) : (
              <span lang={detectForeignLanguage(language, title)}>{title}</span>
            )
          }
          line={
            number
              ? `${labels.plot[language]} ${number}`
              : line && (
                  <span class="two-lines" lang={detectForeignLanguage(language, line)}>
                    {line}
                  </span>
                )
          }
        />
      ))}
    </ListCard>
  );
}
