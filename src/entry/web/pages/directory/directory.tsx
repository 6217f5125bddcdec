import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { list_companies } from '../../../../features/operations/company/list_companies.ts';
import { list_contacts } from '../../../../features/operations/settlement/list_contacts.ts';
import { definePage, type Visit } from '../../page/page.ts';
import { Tag } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useLanguage } from '../../ui/language.ts';
import { List } from '../../ui/list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { type ContactPart, contactParts } from '../../words/directory.ts';
import { AddRecord, RegisterCompany } from './adding.tsx';
import { type Company, CompanyRow, type Contact, ContactRow, HelpRow } from './contact-row.tsx';
import { loadPlace } from './subject.ts';

export const texts = {
  title: { en: 'Directory', ru: 'Справочник' },
  line: { en: 'The board checks the records', ru: 'Записи проверяет правление' },
  query: { en: 'Whom to find', ru: 'Кого найти' },
  example: { en: 'Electrician, firewood, snow…', ru: 'Электрик, дрова, снег…' },
  always: { en: 'day and night', ru: 'круглосуточно' },
  parts: { en: 'Parts of the directory', ru: 'Разделы справочника' },
  all: { en: 'All', ru: 'Все' },
  companies: { en: 'Companies', ru: 'Компании' },
  found: { en: 'Found', ru: 'Нашлось' },
  none: { en: 'Nothing here yet', ru: 'Здесь пока пусто' },
  notFound: { en: 'Nobody found', ru: 'Никого не нашлось' },
  noneWhy: {
    en: 'Propose who helped you: neighbours will thank you.',
    ru: 'Предложите того, кто выручил вас: соседи скажут спасибо.',
  },
} as const satisfies Record<string, Text>;

type Part = ContactPart | 'companies' | '';

interface DirectoryData extends Awaited<ReturnType<typeof loadPlace>> {
  readonly part: Part;
  readonly q: string;
  readonly isFirst: boolean;
  readonly emergency: readonly Contact[];
  readonly contacts: readonly Contact[];
  readonly companies: readonly Company[];
  readonly cursor: string | null;
}

const region = 'records';
const perPage = '60';
const parts: readonly Part[] = [
  '',
  ...(Object.keys(contactParts) as ContactPart[]).filter((part) => part !== 'emergency'),
  'companies',
];

export const directoryPage = definePage({
  path: paths.directory,
  for: 'anybody',
  texts,
  load: ({ settlement }, visit) => loadDirectory(settlement, visit),
  head: ({ settlement }, { language }) => ({
    title: `${texts.title[language]} — ${settlement.name}`,
    scripts: ['combobox.js'],
  }),
  render: (data, { language }) => {
    const { settlement, q, part, isFirst } = data;
    const here = fillPath(paths.directory, { settlement: settlement.slug });
    return (
      <>
        <PageHead
          title={texts.title[language]}
          line={texts.line[language]}
          parent={{
            href: fillPath(paths.settlement, { settlement: settlement.slug }),
            text: settlement.name,
          }}
        />
        <SearchForm
          action={here}
          label={texts.query[language]}
          placeholder={texts.example[language]}
          value={q}
          primary
          suggest={{ from: `${here}?q=`, region }}
        />
        <div class="stack wide-gap gap-top">
          {isFirst && q === '' && part === '' && <Emergency data={data} />}
          <Parts data={data} />
          <div class="stack" data-region={region}>
            <Records data={data} />
            <Further data={data} />
          </div>
          <AddRecord data={data} />
          {part === 'companies' && <RegisterCompany />}
        </div>
      </>
    );
  },
});

async function loadDirectory(settlement: string, visit: Visit): Promise<DirectoryData> {
  const { call, text } = visit;
  const [q, cursor] = [text('q').trim(), text('cursor')];
  const part = parts.find((each) => each === text('part')) ?? '';
  const isFirst = cursor === '';
  const category = part === 'companies' ? '' : part;
  const [place, emergency, listed, companies] = await Promise.all([
    loadPlace(settlement, visit),
    call(list_contacts, { settlement, category: 'emergency', limit: '20' }),
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
  const beside = 'companies' in listed ? (listed.companies ?? []) : [];
  return {
    ...place,
    part,
    q,
    isFirst,
    emergency: emergency.contacts,
    contacts: listed.contacts,
    companies: [...beside, ...companies.companies],
    cursor: listed.cursor ?? companies.cursor,
  };
}

function Emergency({ data: { settlement, emergency } }: { data: DirectoryData }) {
  const language = useLanguage();
  return (
    <div class="emergency">
      <Card
        flush
        heading={{
          id: 'emergency',
          title: contactParts.emergency[language],
          aside: <Tag tone="danger">{texts.always[language]}</Tag>,
        }}
      >
        <List>
          <HelpRow />
          {emergency.map((contact) => (
            <ContactRow key={contact.id} settlement={settlement.slug} contact={contact} />
          ))}
        </List>
      </Card>
    </div>
  );
}

function addressOf({ settlement, q }: DirectoryData, part: Part, cursor = ''): string {
  const query = new URLSearchParams({ ...(q && { q }), ...(part && { part }), ...(cursor && { cursor }) });
  return `${fillPath(paths.directory, { settlement: settlement.slug })}${query.size > 0 ? `?${query}` : ''}`;
}

function Parts({ data }: { data: DirectoryData }) {
  const language = useLanguage();
  const nameOf = (part: Part) =>
    (part === '' ? texts.all : part === 'companies' ? texts.companies : contactParts[part])[language];
  return (
    <nav class="layers" aria-label={texts.parts[language]}>
      {parts.map((part) => (
        <a
          key={part}
          class="chip"
          href={addressOf(data, part)}
          aria-current={part === data.part ? 'true' : undefined}
        >
          {nameOf(part)}
        </a>
      ))}
    </nav>
  );
}

/** Grouped by category when browsing; one list for a search or a chosen category. */
function Records({ data }: { data: DirectoryData }) {
  const language = useLanguage();
  const { q, part, companies } = data;
  const isBrowsing = q === '' && part === '';
  const contacts = isBrowsing
    ? data.contacts.filter(({ category }) => category !== 'emergency')
    : data.contacts;
  if (contacts.length + companies.length === 0)
    return (
      <Card>
        <EmptyState icon="phone" title={(q === '' ? texts.none : texts.notFound)[language]}>
          {texts.noneWhy[language]}
        </EmptyState>
      </Card>
    );
  if (!isBrowsing)
    return (
      <Group
        data={data}
        id={part || 'found'}
        title={q !== '' || part === '' ? texts.found[language] : nameOfPart(part)[language]}
        contacts={contacts}
        companies={companies}
      />
    );
  return (
    <>
      {(Object.keys(contactParts) as ContactPart[]).map((each) => (
        <Group
          key={each}
          data={data}
          id={each}
          title={contactParts[each][language]}
          contacts={contacts.filter(({ category }) => category === each)}
          companies={each === 'trade' ? companies : []}
        />
      ))}
    </>
  );
}

const nameOfPart = (part: ContactPart | 'companies') =>
  part === 'companies' ? texts.companies : contactParts[part];

type GroupProps = {
  readonly data: DirectoryData;
  readonly id: string;
  readonly title: string;
  readonly contacts: readonly Contact[];
  readonly companies: readonly Company[];
};

function Group({ data: { settlement, cursor, isFirst }, id, title, contacts, companies }: GroupProps) {
  const count = contacts.length + companies.length;
  if (count === 0) return null;
  const isWhole = cursor === null && isFirst;
  return (
    <Card flush heading={{ id, title, ...(isWhole && { aside: <span class="small soft">{count}</span> }) }}>
      <List>
        {contacts.map((contact) => (
          <ContactRow key={contact.id} settlement={settlement.slug} contact={contact} />
        ))}
        {companies.map((company) => (
          <CompanyRow key={company.id} settlement={settlement.slug} company={company} />
        ))}
      </List>
    </Card>
  );
}

function Further({ data }: { data: DirectoryData }) {
  const { part, cursor, isFirst } = data;
  return (
    <Pager
      {...(!isFirst && { first: addressOf(data, part) })}
      {...(cursor && { next: addressOf(data, part, cursor) })}
    />
  );
}
