import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { list_companies } from '../../../../features/operations/company/list_companies.ts';
import { list_contacts } from '../../../../features/operations/settlement/list_contacts.ts';
import { loadSettlementContext, type SettlementContext } from '../../loaders/settlement-context.ts';
import { definePage, type PageRequest } from '../../page/page.ts';
import { Tag } from '../../ui/badge.tsx';
import {
  type Company,
  CompanyRow,
  type Contact,
  ContactRow,
  EmergencyNumberRow,
} from '../../ui/contact-row.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { say, type Words } from '../../ui/language-context.ts';
import { ListCard } from '../../ui/list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { type ContactCategory, contactCategoryTexts } from '../../words/directory-texts.ts';
import * as labels from '../../words/labels.ts';
import { AddRecord, RegisterCompany } from './add-record.tsx';

export const texts = {
  title: labels.directory,
  line: { en: 'The board checks the records', ru: 'Записи проверяет правление' },
  query: { en: 'Who are you looking for?', ru: 'Кого найти' },
  example: { en: 'Electrician, firewood, snow…', ru: 'Электрик, дрова, снег…' },
  always: { en: 'day and night', ru: 'круглосуточно' },
  parts: { en: 'Parts of the directory', ru: 'Разделы справочника' },
  all: labels.all,
  companies: labels.companies,
  found: { en: 'Found', ru: 'Нашлось' },
  none: { en: 'Nothing here yet', ru: 'Здесь пока пусто' },
  notFound: { en: 'Nobody found', ru: 'Никого не нашлось' },
  noneWhy: {
    en: 'Suggest somebody who helped you: neighbours will thank you.',
    ru: 'Предложите того, кто выручил вас: соседи скажут спасибо.',
  },
} as const satisfies Record<string, Text>;

type Part = ContactCategory | 'companies' | '';

interface DirectoryData extends SettlementContext {
  readonly part: Part;
  readonly q: string;
  readonly isFirst: boolean;
  /** Null unless all of the directory is browsed from its beginning. */
  readonly emergency: readonly Contact[] | null;
  readonly contacts: readonly Contact[];
  readonly companies: readonly Company[];
  readonly cursor: string | null;
}

const region = 'records';
const perPage = '60';
const parts: readonly Part[] = [
  '',
  ...(Object.keys(contactCategoryTexts) as ContactCategory[]).filter((part) => part !== 'emergency'),
  'companies',
];

export const directoryPage = definePage({
  path: paths.directory,
  access: 'anybody',
  texts,
  load: ({ settlement }, pageRequest) => loadDirectory(settlement, pageRequest),
  head: ({ settlement }, { language }) => ({
    title: `${texts.title[language]} — ${settlement.name}`,
    scripts: ['combobox.js'],
  }),
  render: (data) => {
    const { settlement, q, part, emergency } = data;
    const here = fillPath(paths.directory, { settlement: settlement.slug });
    return (
      <>
        <PageHead
          title={texts.title}
          line={texts.line}
          parent={{
            href: fillPath(paths.settlement, { settlement: settlement.slug }),
            text: settlement.name,
          }}
        />
        <SearchForm
          action={here}
          label={texts.query}
          placeholder={texts.example}
          value={q}
          primary
          suggest={{ from: `${here}?q=`, region }}
        />
        <div class="stack wide-gap gap-top">
          {emergency && <Emergency settlement={settlement.slug} contacts={emergency} />}
          <CategoryLinks data={data} />
          <div class="stack" data-region={region}>
            <Records data={data} />
            <Pager cursor={data.cursor} />
          </div>
          <AddRecord data={data} />
          {part === 'companies' && <RegisterCompany />}
        </div>
      </>
    );
  },
});

async function loadDirectory(settlement: string, pageRequest: PageRequest): Promise<DirectoryData> {
  const { call, text } = pageRequest;
  const [q, cursor] = [text('q').trim(), text('cursor')];
  const part = parts.find((each) => each === text('part')) ?? '';
  const isFirst = cursor === '';
  const category = part === 'companies' ? '' : part;
  const [place, listed, companies] = await Promise.all([
    loadSettlementContext(settlement, pageRequest),
    part === 'companies'
      ? { contacts: [], cursor: null }
      : call(list_contacts, {
          settlement,
          category,
          q,
          cursor,
          sort: 'rating',
          with_companies: 'true',
          limit: perPage,
        }),
    part === 'companies'
      ? call(list_companies, { settlement, q, cursor, limit: perPage })
      : { companies: [], cursor: null },
  ]);
  const isBegun = isFirst && q === '' && part === '';
  const { contacts } =
    isBegun && listed.cursor !== null
      ? await call(list_contacts, { settlement, category: 'emergency', sort: 'rating', limit: '20' })
      : listed;
  const beside = 'companies' in listed ? (listed.companies ?? []) : [];
  return {
    ...place,
    part,
    q,
    isFirst,
    emergency: isBegun ? contacts.filter(({ category }) => category === 'emergency') : null,
    contacts: listed.contacts,
    companies: [...beside, ...companies.companies],
    cursor: listed.cursor ?? companies.cursor,
  };
}

function Emergency({ settlement, contacts }: { settlement: string; contacts: readonly Contact[] }) {
  return (
    <div class="emergency">
      <ListCard
        heading={{
          id: 'emergency',
          title: contactCategoryTexts.emergency,
          aside: <Tag tone="danger">{texts.always}</Tag>,
        }}
      >
        <EmergencyNumberRow />
        {contacts.map((contact) => (
          <ContactRow key={contact.id} settlement={settlement} contact={contact} />
        ))}
      </ListCard>
    </div>
  );
}

function buildDirectoryPath({ settlement, q }: DirectoryData, part: Part): string {
  const query = new URLSearchParams({ ...(q && { q }), ...(part && { part }) });
  return `${fillPath(paths.directory, { settlement: settlement.slug })}${query.size > 0 ? `?${query}` : ''}`;
}

function CategoryLinks({ data }: { data: DirectoryData }) {
  return (
    <nav class="layers" aria-label={say(texts.parts)}>
      {parts.map((part) => (
        <a
          key={part}
          class="chip"
          href={buildDirectoryPath(data, part)}
          aria-current={part === data.part ? 'true' : undefined}
        >
          {nameOfPart(part)}
        </a>
      ))}
    </nav>
  );
}

const nameOfPart = (part: Part) =>
  part === '' ? texts.all : part === 'companies' ? texts.companies : contactCategoryTexts[part];

/** Grouped by category when browsing; one list for a search or a chosen category. */
function Records({ data }: { data: DirectoryData }) {
  const { q, part, companies } = data;
  const isBrowsing = q === '' && part === '';
  const contacts = isBrowsing
    ? data.contacts.filter(({ category }) => category !== 'emergency')
    : data.contacts;
  if (contacts.length + companies.length === 0)
    return (
      <EmptyState icon="phone" title={q === '' ? texts.none : texts.notFound}>
        {texts.noneWhy}
      </EmptyState>
    );
  if (!isBrowsing)
    return (
      <Group
        data={data}
        id={part || 'found'}
        title={q !== '' || part === '' ? texts.found : nameOfPart(part)}
        contacts={contacts}
        companies={companies}
      />
    );
  return (
    <>
      {(Object.keys(contactCategoryTexts) as ContactCategory[]).map((each) => (
        <Group
          key={each}
          data={data}
          id={each}
          title={nameOfPart(each)}
          contacts={contacts.filter(({ category }) => category === each)}
          companies={each === 'trade' ? companies : []}
        />
      ))}
    </>
  );
}

type GroupProps = {
  readonly data: DirectoryData;
  readonly id: string;
  readonly title: Words;
  readonly contacts: readonly Contact[];
  readonly companies: readonly Company[];
};

function Group({ data: { settlement, cursor, isFirst }, id, title, contacts, companies }: GroupProps) {
  const count = contacts.length + companies.length;
  if (count === 0) return null;
  const isWhole = cursor === null && isFirst;
  return (
    <ListCard heading={{ id, title, aside: isWhole && <span class="small soft">{count}</span> }}>
      {contacts.map((contact) => (
        <ContactRow key={contact.id} settlement={settlement.slug} contact={contact} />
      ))}
      {companies.map((company) => (
        <CompanyRow key={company.id} settlement={settlement.slug} company={company} />
      ))}
    </ListCard>
  );
}
