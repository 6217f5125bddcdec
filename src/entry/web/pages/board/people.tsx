import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { personStates } from '../../../../domain/rules/person-states.ts';
import { reachWays } from '../../../../domain/rules/plot-reach.ts';
import { list_people } from '../../../../features/actions/list_people.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { definePage, Redirect } from '../../page/page.ts';
import { Buttons, LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Fold } from '../../ui/fold.tsx';
import { say, type Words } from '../../ui/language-context.ts';
import { Pager } from '../../ui/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import * as labels from '../../words/labels.ts';
import { type CountedNoun, formatCount, plotNoun } from '../../words/shared-texts.ts';
import { texts as boardTexts } from './board.tsx';
import { texts as deskTexts } from './board-desk.tsx';
import { loadBoardSettlement } from './board-settlement.ts';
import { PlotCard, RegisterTable, wayTexts } from './people-plots.tsx';

export const texts = {
  title: { en: 'Register', ru: 'Реестр жителей' },
  find: { en: 'Name, plot, telephone or e-mail', ru: 'Имя, участок, телефон или почта' },
  add: { en: 'Enter a person', ru: 'Вписать человека' },
  invite: { en: 'Invite everybody', ru: 'Пригласить всех' },
  filter: { en: 'Whom to show', ru: 'Кого показать' },
  states: { en: 'Who', ru: 'Кто' },
  ways: { en: 'How news come to the plot', ru: 'Как до участка доходят новости' },
  everybody: labels.all,
  anyWay: { en: 'Any way', ru: 'Любым путём' },
  csv: { en: 'Table (CSV)', ru: 'Таблица (CSV)' },
  xlsx: { en: 'Table (Excel)', ru: 'Таблица (Excel)' },
  paper: { en: 'On paper', ru: 'Для печати' },
  import: { en: 'Take in a list', ru: 'Внести список' },
  none: { en: 'There are no plots yet', ru: 'Участков пока нет' },
  noneWhy: { en: 'Load them from a file first.', ru: 'Сначала загрузите их из файла.' },
  noneFound: { en: 'Nobody like this', ru: 'Никого не нашлось' },
  noneFoundWhy: {
    en: 'Try a part of the name, or take the filter off.',
    ru: 'Попробуйте часть имени или снимите отбор.',
  },
} as const satisfies Record<string, Text>;

const filterTexts = {
  recorded: { en: 'Recorded', ru: 'Записаны' },
  invited: { en: 'Invited', ru: 'Приглашены' },
  confirmed: { en: 'With an account', ru: 'Подтверждены' },
  ended: { en: 'Moved away', ru: 'Выбыли' },
} as const;

const people: CountedNoun = {
  en: { one: 'person', other: 'people' },
  ru: { one: 'человек', few: 'человека', many: 'человек' },
};

const filterNames = ['q', 'state', 'way'] as const;
type Filter = Partial<Record<(typeof filterNames)[number], string>>;

export const peoplePage = definePage({
  path: paths.people,
  access: 'signed-in',
  texts,
  countsBySize: true,
  // Names and telephone numbers of all residents: never cached on a device.
  offline: false,
  async load({ settlement }, pageRequest) {
    const { call, text } = pageRequest;
    const filter: Filter = Object.fromEntries(
      filterNames.flatMap((name) => (text(name).trim() ? [[name, text(name).trim()]] : [])),
    );
    const [after, whole] = [text('cursor'), text('whole') === '1'];
    const [place, register] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      call(list_people, { settlement, ...filter, whole, ...(after && { after }) }),
    ]);
    return { ...place, ...register, filter, whole };
  },
  render: ({ settlement, plots, next, counts, filter, whole }, { language }) => {
    const address = { settlement: settlement.slug };
    const here = fillPath(paths.people, address);
    const addressWith = (more: Record<string, string | undefined>) => {
      const given = Object.entries({ ...filter, ...more }).filter((entry): entry is [string, string] =>
        Boolean(entry[1]),
      );
      return given.length > 0 ? `${here}?${new URLSearchParams(given)}` : here;
    };
    const isFiltered = Object.keys(filter).length > 0;
    const { q = '', ...others } = filter;
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
        <SearchForm action={here} label={texts.find} value={q} maxLength={120} hidden={others} />
        <div class="unprinted">
          <Fold title={texts.filter} open={Boolean(filter.state ?? filter.way)}>
            <Chips
              label={texts.states}
              chosen={filter.state}
              choices={[
                [undefined, texts.everybody],
                ...personStates.map((state) => [state, filterTexts[state]] as const),
              ]}
              href={(state) => addressWith({ state })}
            />
            <Chips
              label={texts.ways}
              chosen={filter.way}
              choices={[[undefined, texts.anyWay], ...reachWays.map((way) => [way, wayTexts[way]] as const)]}
              href={(way) => addressWith({ way })}
            />
          </Fold>
        </div>
        {plots.length === 0 && (
          <EmptyState icon="people" title={isFiltered ? texts.noneFound : texts.none}>
            {isFiltered ? texts.noneFoundWhy : texts.noneWhy}
          </EmptyState>
        )}
        <RegisterTable caption={texts.title} plots={plots} isShown={whole} />
        {!whole && (
          <div class="stack unprinted">
            {plots.map((plot) => (
              <PlotCard key={plot.id} plot={plot} settlement={settlement.slug} />
            ))}
          </div>
        )}
        <Pager cursor={next} />
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
          <LinkButton href={fillPath(paths.importResidents, address)} kind="quiet" icon="people">
            {texts.import}
          </LinkButton>
          <LinkButton href={fillPath(paths.plotCodes, address)} kind="quiet" icon="lock">
            {deskTexts.codes}
          </LinkButton>
        </Buttons>
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

type ChipsProps = {
  readonly label: Words;
  readonly chosen: string | undefined;
  readonly choices: readonly (readonly [value: string | undefined, text: Text])[];
  readonly href: (value: string | undefined) => string;
};

function Chips({ label, chosen, choices, href }: ChipsProps) {
  return (
    <nav aria-label={say(label)}>
      <p class="small soft">{label}</p>
      <div class="chips">
        {choices.map(([value, text]) => (
          <a
            key={text.en}
            class="chip"
            href={href(value)}
            aria-current={value === chosen ? 'true' : undefined}
          >
            {text}
          </a>
        ))}
      </div>
    </nav>
  );
}
