import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { permit } from '../../../../domain/kernel/refusal.ts';
import { shiftMonth } from '../../../../domain/rules/meter-months.ts';
import { mayEditSettlement, noSettlementRole } from '../../../../domain/rules/settlement-role.ts';
import { list_board_meters } from '../../../../features/actions/list_board_meters.ts';
import { takeBackForBoard, typeForBoard } from '../../forms/meter-reading.tsx';
import { listFormPhotos } from '../../loaders/form-photographs.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { definePage } from '../../page/page.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import * as labels from '../../words/labels.ts';
import { formatMonth, isMeterKind, type MeterKindName, meterKindTexts } from '../../words/meter-texts.ts';
import { addMeter, end, remindPlots, setDay } from './board-forms.tsx';
import { LossCard } from './loss-card.tsx';
import { MainCard, type MonthView, PlotsCard } from './month-lists.tsx';
import { TypingCard } from './typing-card.tsx';

export const texts = {
  title: labels.meters,
  kinds: { en: 'What is counted', ru: 'Что считаем' },
  earlier: labels.earlier,
  later: labels.onward,
  settings: { en: 'Day of the month, meters on paper', ru: 'День месяца, счётчики на бумаге' },
} as const satisfies Record<string, Text>;

export const boardMetersPage = definePage({
  path: paths.boardMeters,
  access: 'signed-in',
  texts,
  countsBySize: true,
  missing: {
    number: { en: 'Write what the meter shows.', ru: 'Напишите, что показывает счётчик.' },
    name: { en: 'Write what to call the meter.', ru: 'Напишите, как назвать счётчик.' },
    parcel: labels.writePlotNumber,
  },
  async load({ settlement }, pageRequest) {
    const { call, text, request } = pageRequest;
    const asked = (name: string) => (pageRequest.form === null ? text(name) : readView(text('view'), name));
    const kind = isMeterKind(asked('kind')) ? (asked('kind') as MeterKindName) : 'energy';
    const place = await loadSettlementContext(settlement, pageRequest);
    permit(mayEditSettlement({ ...noSettlementRole, isEditor: place.membership.readsAsBoard }));
    const board = await call(list_board_meters, {
      settlement,
      kind,
      ...(asked('month') && { month: asked('month') }),
    });
    const { meter: posted } = request.params as { meter?: string };
    const wanted = posted ?? asked('meter');
    const chosen = [...board.plots.flatMap(({ meters }) => meters), ...board.main].find(
      ({ id }) => id === wanted,
    );
    return { ...place, board, chosen, photos: listFormPhotos(pageRequest) };
  },
  actions: { typeForBoard, takeBackForBoard, addMeter, setDay, remindPlots, end },
  head: () => ({ scripts: ['photos.js'] }),
  render: ({ settlement, membership, clock, board, chosen, photos }) => {
    const { kind, month, current } = board;
    const address = { settlement: settlement.slug };
    const path = fillPath(paths.boardMeters, address);
    const viewOf = (of: string, name: string = kind) => `?${new URLSearchParams({ kind: name, month: of })}`;
    const mayEdit = membership.isBoard;
    const here: MonthView = { settlement: settlement.slug, clock, board, view: viewOf(month.month), mayEdit };
    return (
      <Screen
        title={texts.title}
        line={formatMonth(month.month, clock.language)}
        parent={{ href: fillPath(paths.board, address), text: labels.board }}
      >
        <Tabs
          label={texts.kinds}
          here={`${path}${here.view}`}
          tabs={Object.entries(meterKindTexts).map(([name, text]) => ({
            href: `${path}${viewOf(month.month, name)}`,
            text,
          }))}
        />
        <div class="buttons">
          <LinkButton href={`${path}${viewOf(shiftMonth(month.month, -1))}`} kind="quiet" icon="back">
            {texts.earlier}
          </LinkButton>
          {month.month < current && (
            <LinkButton href={`${path}${viewOf(shiftMonth(month.month, 1))}`} kind="quiet" icon="right">
              {texts.later}
            </LinkButton>
          )}
        </div>
        {chosen && <TypingCard meter={chosen} kind={kind} photos={photos} {...here} />}
        <LossCard board={board} clock={clock} />
        <MainCard {...here} />
        <PlotsCard {...here} />
        {mayEdit && (
          <Fold title={texts.settings}>
            <setDay.Form at={address} values={{ day: String(board.meterDay) }}>
              <setDay.day />
              <Button>{labels.save}</Button>
            </setDay.Form>
            <addMeter.Form at={address} hidden={{ kind }}>
              <addMeter.parcel />
              <addMeter.name />
              <addMeter.is_main />
              <Button>{labels.add}</Button>
            </addMeter.Form>
          </Fold>
        )}
      </Screen>
    );
  },
});

const readView = (view: string, name: string) => new URLSearchParams(view).get(name) ?? '';
