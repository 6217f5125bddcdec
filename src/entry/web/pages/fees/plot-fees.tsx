import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { list_own_fees } from '../../../../features/actions/list_own_fees.ts';
import { share_fees } from '../../../../features/actions/share_fees.ts';
import { show_fee_rights } from '../../../../features/actions/show_fee_rights.ts';
import { loadPlot } from '../../loaders/plot.ts';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FactList } from '../../ui/list.tsx';
import { Screen } from '../../ui/screen.tsx';
import { formatSum } from '../../words/format-money.ts';
import { formatPlainDate } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';

export const texts = {
  title: labels.fees,
  line: {
    en: 'Your plot only, as in the treasurer’s table. Neighbours do not see it.',
    ru: 'Только по вашему участку, как в таблице казначея. Соседи этого не видят.',
  },
  none: { en: 'Nothing here yet', ru: 'Пока ничего нет' },
  noneWhy: {
    en: 'Once the treasurer imports a table, the line for your plot appears here. Owners and their family see it, for their own time on the plot; tenants do if an owner lets them.',
    ru: 'Когда казначей внесёт таблицу, строка вашего участка появится здесь. Её видят собственник и семья, и только за своё время; арендаторы\u00a0— если разрешил собственник.',
  },
  asked: { en: 'Charged', ru: 'Начислено' },
  paid: { en: 'Paid', ru: 'Оплачено' },
  remaining: { en: 'Outstanding', ru: 'Осталось' },
  note: { en: 'Note', ru: 'Примечание' },
  asOf: { en: 'Table of', ru: 'Таблица от' },
  notLet: { en: 'Not open to you', ru: 'Вам пока не открыто' },
  notLetWhy: {
    en: 'Fees of a plot are read by its owners and their family. An owner can open them to tenants on this page.',
    ru: 'Взносы участка видят собственник и семья. Собственник может открыть их арендаторам на этой странице.',
  },
  let: {
    en: 'Tenants of the plot see what was imported since they moved in.',
    ru: 'Арендаторы участка видят строки, внесённые с тех пор, как они здесь живут.',
  },
  hidden: { en: 'The tenants of the plot do not see this page.', ru: 'Арендаторы участка этого не видят.' },
  share: { en: 'Let tenants see it', ru: 'Показывать арендаторам' },
  unshare: { en: 'No longer show tenants', ru: 'Больше не показывать арендаторам' },
  wrong: { en: 'Something is wrong? Ask the board', ru: 'Что-то не так? Спросите правление' },
} as const satisfies Record<string, Text>;

const share = form(share_fees, {
  path: paths.shareFees,
  isButton: true,
  given: ({ plot }, { text }) => ({ parcel: plot, for_tenants: text('for_tenants') === 'true' }),
  done: ({ forTenants }, { plot }) => ({
    to: fillPath(paths.plotFees, { plot }),
    notice: forTenants ? texts.let : texts.hidden,
  }),
});

export const plotFeesPage = definePage({
  path: paths.plotFees,
  access: 'signed-in',
  texts,
  async load({ plot: id }, pageRequest) {
    const plot = await loadPlot(pageRequest, id);
    if (!plot.isMember) return refuse.notFound('parcel');
    const [fees, rights] = await Promise.all([
      pageRequest.call(list_own_fees, { parcel: id }),
      pageRequest.call(show_fee_rights, { parcel: id }),
    ]);
    return { plot, fees, ...rights };
  },
  actions: { share },
  head: () => ({ width: 'narrow' }),
  render: ({ plot, fees, isOwner, mayRead, forTenants }) => {
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
          <EmptyState icon="list" title={mayRead ? texts.none : texts.notLet}>
            {mayRead ? texts.noneWhy : texts.notLetWhy}
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
                [texts.asOf, formatPlainDate(uploadedAt.getTime(), plot.clock)],
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
        {isOwner && (
          <Card>
            <p class="gap-below">{forTenants ? texts.let : texts.hidden}</p>
            <share.Button at={{ plot: plot.id }} hidden={{ for_tenants: String(!forTenants) }} kind="quiet">
              {forTenants ? texts.unshare : texts.share}
            </share.Button>
          </Card>
        )}
      </Screen>
    );
  },
});
