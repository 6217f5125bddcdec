import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { definePage } from '../../page/page.ts';
import { Buttons, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { plotText, residentRoleTexts } from '../../words/resident-texts.ts';
import { type CountedNoun, formatCount, plotNoun } from '../../words/shared-texts.ts';
import { loadSettlementContext } from '../directory/directory-subject.ts';
import { texts as boardTexts } from './board.tsx';
import { groupByPlot, loadRegister } from './register-list.ts';

export const texts = {
  title: { en: 'Register', ru: 'Реестр жителей' },
  find: { en: 'Name, address or plot', ru: 'Имя, почта или участок' },
  table: { en: 'Take the table (CSV)', ru: 'Скачать таблицу (CSV)' },
  import: { en: 'Take in a list', ru: 'Внести список' },
  none: { en: 'Nobody is recorded yet', ru: 'Пока никто не записан' },
  noneWhy: {
    en: 'Confirm claims, or give codes of plots to their owners.',
    ru: 'Подтверждайте заявки или раздайте хозяевам коды участков.',
  },
  noneFound: { en: 'Nobody like this', ru: 'Никого не нашлось' },
  noneFoundWhy: { en: 'Try a part of the name.', ru: 'Попробуйте часть имени или номер участка.' },
} as const satisfies Record<string, Text>;

const people: CountedNoun = {
  en: { one: 'person', other: 'people' },
  ru: { one: 'человек', few: 'человека', many: 'человек' },
};
/** Households per page. */
const pageSize = 50;

export const residentsPage = definePage({
  path: paths.residents,
  access: 'signed-in',
  texts,
  // Names and emails of all residents: never cached on a device.
  offline: false,
  async load({ settlement }, pageRequest) {
    const { call, text } = pageRequest;
    const q = text('q').trim();
    const [place, residents] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      loadRegister(call, settlement, q),
    ]);
    const households = groupByPlot(residents);
    const after = text('after');
    const from = after === '' ? 0 : households.findIndex(({ plot }) => plot === after) + 1;
    const page = households.slice(from, from + pageSize);
    const next = households.length > from + pageSize ? (page.at(-1)?.plot ?? null) : null;
    const counts = {
      people: new Set(residents.map(({ account }) => account.id)).size,
      plots: households.length,
    };
    return { ...place, q, page, next, counts, isFirst: from === 0 };
  },
  render: ({ settlement, q, page, next, counts, isFirst }, { language }) => {
    const address = { settlement: settlement.slug };
    const here = fillPath(paths.residents, address);
    const addressWith = (more: Record<string, string>) =>
      `${here}?${new URLSearchParams({ ...(q && { q }), ...more })}`;
    return (
      <>
        <PageHead
          title={texts.title[language]}
          line={`${formatCount(language, counts.people, people)} · ${formatCount(language, counts.plots, plotNoun)}`}
          parent={{ href: fillPath(paths.board, address), text: boardTexts.title[language] }}
        />
        <div class="stack">
          <SearchForm action={here} label={texts.find[language]} value={q} maxLength={120} />
          {page.length === 0 && (
            <Card>
              <EmptyState icon="people" title={(q ? texts.noneFound : texts.none)[language]}>
                {(q ? texts.noneFoundWhy : texts.noneWhy)[language]}
              </EmptyState>
            </Card>
          )}
          {page.map((household) => (
            <Card
              key={household.people[0]?.parcel.id}
              heading={{
                id: `plot-${household.people[0]?.parcel.id}`,
                title: `${plotText[language]} ${household.plot}`,
              }}
              flush
            >
              <List>
                {household.people.map(({ id, account, role }) => (
                  <Row
                    key={id}
                    person={account.name}
                    title={account.name}
                    line={`${residentRoleTexts[role][language]} · ${account.email}`}
                    href={fillPath(paths.resident, { ...address, resident: id })}
                  />
                ))}
              </List>
            </Card>
          ))}
          <Pager
            {...(next && { next: addressWith({ after: next }) })}
            {...(!isFirst && { first: addressWith({}) })}
          />
          <Buttons>
            <LinkButton href={fillPath(paths.residentsTable, address)} kind="quiet" icon="list">
              {texts.table[language]}
            </LinkButton>
            <LinkButton href={fillPath(paths.importResidents, address)} kind="quiet" icon="people">
              {texts.import[language]}
            </LinkButton>
            <LinkButton href={fillPath(paths.plotCodes, address)} kind="quiet" icon="lock">
              {boardTexts.codes[language]}
            </LinkButton>
          </Buttons>
        </div>
      </>
    );
  },
});
