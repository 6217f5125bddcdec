import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { list_people } from '../../../../features/actions/list_people.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { definePage, Redirect } from '../../page/page.ts';
import { Buttons, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { type CountedNoun, formatCount, plotNoun } from '../../words/shared-texts.ts';
import { texts as boardTexts } from './board.tsx';
import { texts as deskTexts } from './board-desk.tsx';
import { loadBoardSettlement } from './board-settlement.ts';
import { LikelySame } from './likely-same.tsx';
import {
  Letters,
  PeopleFilter,
  type RegisterFilter,
  type RegisterSort,
  registerSorts,
} from './people-filter.tsx';
import { RegisterTable } from './register-table.tsx';
import { texts as registerTexts } from './register-texts.ts';

export const texts = {
  title: registerTexts.title,
  find: { en: 'Name, plot, telephone or email', ru: 'Имя, участок, телефон или почта' },
  add: { en: 'Add a person', ru: 'Вписать человека' },
  former: registerTexts.former,
  byName: { en: 'A–Z', ru: 'А–Я' },
  invite: { en: 'Invite everyone', ru: 'Пригласить всех' },
  csv: { en: 'Table (CSV)', ru: 'Таблица (CSV)' },
  xlsx: { en: 'Table (Excel)', ru: 'Таблица (Excel)' },
  paper: { en: 'Print', ru: 'Для печати' },
  import: { en: 'Import a list', ru: 'Внести список' },
  none: { en: 'There are no plots yet', ru: 'Участков пока нет' },
  noneWhy: { en: 'Load them from a file first.', ru: 'Сначала загрузите их из файла.' },
  noneFound: { en: 'Nobody found', ru: 'Никого не нашлось' },
  noneFoundWhy: {
    en: 'Try part of the name, or remove the filter.',
    ru: 'Попробуйте часть имени или снимите отбор.',
  },
} as const satisfies Record<string, Text>;

const people: CountedNoun = {
  en: { one: 'person', other: 'people' },
  ru: { one: 'человек', few: 'человека', many: 'человек' },
};

const filterNames = ['q', 'state', 'role', 'way', 'sort', 'letter'] as const;

export const peoplePage = definePage({
  path: paths.people,
  access: 'signed-in',
  texts,
  countsBySize: true,
  // Names and telephone numbers of all residents: never cached on a device.
  offline: false,
  async load({ settlement }, pageRequest) {
    const { call, text } = pageRequest;
    const filter: RegisterFilter = Object.fromEntries(
      filterNames.flatMap((name) => (text(name).trim() ? [[name, text(name).trim()]] : [])),
    );
    const [after, whole] = [text('cursor'), text('whole') === '1'];
    const [place, register] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      call(list_people, { settlement, ...filter, whole, ...(after && { after }) }),
    ]);
    return { ...place, ...register, filter };
  },
  head: () => ({ width: 'wide' }),
  render: ({ settlement, lines, next, counts, letters, likelySame, filter }, { language }) => {
    const address = { settlement: settlement.slug };
    const here = fillPath(paths.people, address);
    const addressWith = (more: Record<string, string | undefined>) => {
      const given = Object.entries({ ...filter, ...more }).filter((entry): entry is [string, string] =>
        Boolean(entry[1]),
      );
      return given.length > 0 ? `${here}?${new URLSearchParams(given)}` : here;
    };
    const { q = '', sort: _, letter: __, ...narrowing } = filter;
    const isFiltered = q !== '' || Object.keys(narrowing).length > 0;
    const sort = registerSorts.find((each) => each === filter.sort) ?? 'plot';
    const sortHref = (by: RegisterSort) =>
      addressWith({ sort: by === 'plot' ? undefined : by, letter: undefined });
    return (
      <Screen
        title={texts.title}
        line={`${formatCount(language, counts.plots, plotNoun)} · ${formatCount(language, counts.people, people)}`}
        parent={{ href: fillPath(paths.board, address), text: boardTexts.title }}
        action={
          <LinkButton href={fillPath(paths.newPerson, address)} icon="plus">
            {texts.add}
          </LinkButton>
        }
      >
        <LinkButton href={fillPath(paths.invitePeople, address)} kind="quiet" icon="send">
          {texts.invite}
        </LinkButton>
        <div class="unprinted">
          <Buttons>
            <LinkButton href={fillPath(paths.importResidents, address)} kind="quiet" compact icon="people">
              {texts.import}
            </LinkButton>
            <LinkButton href={fillPath(paths.formerPeople, address)} kind="quiet" compact icon="history">
              {texts.former}
            </LinkButton>
            <LinkButton href={fillPath(paths.plotCodes, address)} kind="quiet" compact icon="lock">
              {deskTexts.codes}
            </LinkButton>
          </Buttons>
        </div>
        <LikelySame pairs={likelySame} settlement={settlement.slug} />
        <SearchForm
          action={here}
          label={texts.find}
          value={q}
          maxLength={120}
          hidden={{ ...narrowing, ...(filter.sort && { sort: filter.sort }) }}
        />
        <PeopleFilter action={here} filter={filter} />
        {sort === 'plot' ? (
          <p class="chips unprinted">
            <a class="chip" href={sortHref('name')}>
              {texts.byName}
            </a>
          </p>
        ) : (
          <Letters letters={letters} chosen={filter.letter} href={(letter) => addressWith({ letter })} />
        )}
        {lines.length === 0 ? (
          <EmptyState icon="people" title={isFiltered || filter.letter ? texts.noneFound : texts.none}>
            {isFiltered || filter.letter ? texts.noneFoundWhy : texts.noneWhy}
          </EmptyState>
        ) : (
          <RegisterTable
            caption={texts.title}
            lines={lines}
            settlement={settlement.slug}
            sort={sort}
            sortHref={sortHref}
          />
        )}
        <Pager cursor={next} />
        <div class="unprinted">
          <Buttons>
            <LinkButton href={addressWith({ whole: '1' })} kind="quiet" icon="print">
              {texts.paper}
            </LinkButton>
            <LinkButton href={fillPath(paths.peopleXlsx, address)} kind="quiet" icon="list">
              {texts.xlsx}
            </LinkButton>
            <LinkButton href={fillPath(paths.peopleCsv, address)} kind="quiet" icon="list">
              {texts.csv}
            </LinkButton>
          </Buttons>
        </div>
      </Screen>
    );
  },
});

/** The register was here. */
export const formerRegisterPage = definePage({
  path: paths.residents,
  access: 'signed-in',
  texts: { title: texts.title },
  async load({ settlement }, pageRequest) {
    const place = await loadBoardSettlement(settlement, pageRequest);
    return new Redirect(fillPath(paths.people, { settlement: place.settlement.slug }));
  },
  render: () => null,
});
