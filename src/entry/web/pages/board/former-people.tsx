import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { endingKinds } from '../../../../domain/rules/residency-ending.ts';
import { list_former_residents } from '../../../../features/actions/list_former_residents.ts';
import { takeBackEnding } from '../../forms/take-back-ending.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { definePage } from '../../page/page.ts';
import { ListCard } from '../../ui/list.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import { SearchForm } from '../../ui/search-form.tsx';
import { endingKindTexts } from '../../words/ending-texts.ts';
import * as labels from '../../words/labels.ts';
import { plotText } from '../../words/resident-texts.ts';
import { FormerRow } from './former-rows.tsx';
import { Chips } from './people-filter.tsx';
import { texts as registerTexts } from './register-texts.ts';

export const texts = {
  title: registerTexts.former,
  line: {
    en: 'Who is no longer recorded, since when and why. A mistake can be put right for seven days.',
    ru: 'Кто больше не записан, с какого дня и почему. Ошибку можно исправить в течение недели.',
  },
  plot: labels.plotNumber,
  kinds: labels.why,
  everybody: labels.all,
  none: { en: 'Nobody has left', ru: 'Выбывших пока нет' },
  noneWhy: {
    en: 'Those who sold, moved away or were removed appear here.',
    ru: 'Здесь появятся те, кто продал участок, переехал или снят с учёта.',
  },
} as const satisfies Record<string, Text>;

export const formerPeoplePage = definePage({
  path: paths.formerPeople,
  access: 'signed-in',
  texts,
  offline: false,
  async load({ settlement }, pageRequest) {
    const { call, text } = pageRequest;
    const [plot, kind, cursor] = [text('plot').trim(), text('kind'), text('cursor')];
    const [place, former] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      call(list_former_residents, {
        settlement,
        ...(plot && { parcel: plot }),
        ...(kind && { kind }),
        ...(cursor && { cursor }),
      }),
    ]);
    return { ...place, ...former, plot, kind };
  },
  actions: { takeBackEnding },
  render: ({ settlement, people, cursor, plot, kind, clock }, { language }) => {
    const address = { settlement: settlement.slug };
    const here = fillPath(paths.formerPeople, address);
    const addressWith = (given: Record<string, string | undefined>) => {
      const query = new URLSearchParams(
        Object.entries({ plot, kind, ...given }).filter((entry): entry is [string, string] =>
          Boolean(entry[1]),
        ),
      ).toString();
      return query ? `${here}?${query}` : here;
    };
    return (
      <Screen
        title={plot ? `${texts.title[language]}: ${plotText[language].toLowerCase()} ${plot}` : texts.title}
        line={texts.line}
        parent={{ href: fillPath(paths.people, address), text: registerTexts.title }}
      >
        <SearchForm
          action={here}
          name="plot"
          label={texts.plot}
          value={plot}
          maxLength={40}
          hidden={kind ? { kind } : {}}
        />
        <Chips
          label={texts.kinds}
          chosen={kind || undefined}
          choices={[
            [undefined, texts.everybody],
            ...endingKinds.map((each) => [each, endingKindTexts[each]] as const),
          ]}
          href={(each) => addressWith({ kind: each })}
        />
        <ListCard icon="people" none={texts.none} why={texts.noneWhy} foot={<Pager cursor={cursor} />}>
          {people.map((one) => (
            <FormerRow key={one.id} one={one} settlement={settlement.slug} clock={clock} withPlot />
          ))}
        </ListCard>
      </Screen>
    );
  },
});
