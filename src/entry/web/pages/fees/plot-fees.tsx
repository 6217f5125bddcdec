import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { list_own_fees } from '../../../../features/actions/list_own_fees.ts';
import { definePage } from '../../page/page.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactList } from '../../ui/list.tsx';
import { Screen } from '../../ui/screen.tsx';
import { formatSum } from '../../words/format-money.ts';
import { formatFullDate } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { loadPlot } from '../plot/plot-data.ts';

export const texts = {
  title: labels.fees,
  line: {
    en: 'Your plot only, as in the treasurer’s table. Neighbours do not see it.',
    ru: 'Только по вашему участку, как в таблице казначея. Соседи этого не видят.',
  },
  none: { en: 'Nothing here yet', ru: 'Пока ничего нет' },
  noneWhy: {
    en: 'Once the treasurer imports a table, the line for your plot appears here. Owners and their family see it, for their own time on the plot.',
    ru: 'Когда казначей внесёт таблицу, строка вашего участка появится здесь. Её видят собственник и семья, и только за своё время.',
  },
  asked: { en: 'Charged', ru: 'Начислено' },
  paid: { en: 'Paid', ru: 'Оплачено' },
  remaining: { en: 'Outstanding', ru: 'Осталось' },
  note: { en: 'Note', ru: 'Примечание' },
  asOf: { en: 'As of', ru: 'На' },
  wrong: { en: 'Something is wrong? Ask the board', ru: 'Что-то не так? Спросите правление' },
} as const satisfies Record<string, Text>;

export const plotFeesPage = definePage({
  path: paths.plotFees,
  access: 'signed-in',
  texts,
  async load({ plot: id }, pageRequest) {
    const plot = await loadPlot(pageRequest, id);
    if (!plot.isMember) return refuse.notFound('parcel');
    return { plot, fees: await pageRequest.call(list_own_fees, { parcel: id }) };
  },
  head: () => ({ width: 'narrow' }),
  render: ({ plot, fees }) => {
    const { language } = plot.clock;
    return (
      <Screen
        title={texts.title}
        line={texts.line}
        parent={{
          href: fillPath(paths.plot, { plot: plot.id }),
          text: `${labels.plot[language]} ${plot.number}`,
        }}
      >
        {fees.length === 0 && (
          <EmptyState icon="list" title={texts.none}>
            {texts.noneWhy}
          </EmptyState>
        )}
        {fees.map(({ period, uploadedAt, asked, paid, remaining, note }, index) => (
          <Card key={`${period} ${index}`} heading={{ id: `fee-${index}`, title: period }}>
            <FactList
              facts={[
                [texts.asked, formatSum(asked, language)],
                [texts.paid, formatSum(paid, language)],
                [texts.remaining, <b>{formatSum(remaining, language)}</b>],
                ...(note === '' ? [] : [[texts.note, note] as const]),
                [texts.asOf, formatFullDate(uploadedAt.getTime(), plot.clock)],
              ]}
            />
          </Card>
        ))}
        {fees.length > 0 && (
          <LinkButton
            href={`${paths.newMessage}?${new URLSearchParams({ settlement: plot.settlement, to: 'board' })}`}
            kind="quiet"
          >
            {texts.wrong}
          </LinkButton>
        )}
      </Screen>
    );
  },
});
