import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { type BoardQueueKind, boardQueueKinds } from '../../../../domain/rules/board.ts';
import { list_board_queue } from '../../../../features/actions/list_board_queue.ts';
import { show_board_start } from '../../../../features/actions/show_board_start.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { toWaitingItem } from '../../loaders/waiting-items.ts';
import { definePage } from '../../page/page.ts';
import { BoardStartCard } from '../../ui/board-start-card.tsx';
import { Buttons, LinkButton } from '../../ui/button.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { WaitingRow } from '../../ui/waiting-row.tsx';
import * as labels from '../../words/labels.ts';
import { texts as deskTexts } from './board-desk.tsx';
import { buildNextPath } from './board-queue.ts';

export const texts = {
  title: labels.board,
  line: {
    en: 'Waiting for a decision: threats first, then people who want to join, then the oldest',
    ru: 'Что ждёт решения: сначала угрозы, потом новые жители, потом старое',
  },
  kinds: { en: 'What to show', ru: 'Что показать' },
  all: { en: 'All', ru: 'Всё' },
  motion: labels.secondMember,
  claim: { en: 'Claims', ru: 'Заявки' },
  correction: { en: 'Corrections', ru: 'Правки' },
  request: labels.requests,
  report: labels.reports,
  none: labels.nothingWaits,
  noneWhy: {
    en: 'Claims to plots, corrections to the directory, requests and reports appear here.',
    ru: 'Сюда приходят заявки на участки, правки справочника, просьбы и жалобы.',
  },
  inTurn: { en: 'Go through them', ru: 'Разобрать подряд' },
  several: { en: 'Several at once', ru: 'Несколько сразу' },
} as const satisfies Record<string, Text>;

export const boardPage = definePage({
  path: paths.board,
  access: 'signed-in',
  texts,
  async load({ settlement }, pageRequest) {
    const { text, call, loadSignedInUser } = pageRequest;
    const kind = boardQueueKinds.find((each) => each === text('kind'));
    const [place, queue, visitor, start] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      call(list_board_queue, { settlement, kind, cursor: text('cursor') || undefined }),
      loadSignedInUser(),
      call(show_board_start, { settlement }),
    ]);
    const waits = visitor?.me.waiting?.boards.find((each) => each.settlement === place.settlement.id);
    const counts: Record<BoardQueueKind, number> = {
      motion: waits?.motions ?? 0,
      claim: waits?.claims ?? 0,
      correction: waits?.corrections ?? 0,
      request: waits?.requests ?? 0,
      report: waits?.reports ?? 0,
    };
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const page = queue.waiting.map((row) => toWaitingItem(place.settlement.slug, row));
    const firstSteps = start.isShown ? start.steps : null;
    return { ...place, kind, counts, total, page, next: queue.cursor, firstSteps };
  },
  render: ({ settlement, clock, kind, counts, total, page, next, firstSteps }) => {
    // Where no second member is wanted nobody has to wonder what it is.
    const isShown = (each: BoardQueueKind) => each !== 'motion' || kind === each || counts.motion > 0;
    const here = fillPath(paths.board, { settlement: settlement.slug });
    return (
      <Screen
        title={texts.title}
        line={texts.line}
        parent={{
          href: fillPath(paths.settlement, { settlement: settlement.slug }),
          text: settlement.name,
        }}
      >
        {firstSteps && <BoardStartCard settlement={settlement.slug} steps={firstSteps} />}
        <div class="stack" data-region="board" data-live="residency directory tasks messages">
          <Tabs
            label={texts.kinds}
            here={kind ? `${here}?kind=${kind}` : here}
            tabs={[
              { href: here, text: texts.all, count: total },
              ...boardQueueKinds.filter(isShown).map((each) => ({
                href: `${here}?kind=${each}`,
                text: texts[each],
                count: counts[each],
              })),
            ]}
          />
          <ListCard icon="check" none={texts.none} why={texts.noneWhy}>
            {page.map((each) => (
              <WaitingRow key={each.href} waiting={each} clock={clock} />
            ))}
          </ListCard>
          {kind && kind !== 'request' && kind !== 'motion' && page.length > 1 && (
            <Buttons>
              <LinkButton href={buildNextPath(settlement.slug, kind)} icon="right">
                {texts.inTurn}
              </LinkButton>
              {kind === 'claim' && (
                <LinkButton
                  href={fillPath(paths.claims, { settlement: settlement.slug })}
                  kind="quiet"
                  icon="check"
                >
                  {texts.several}
                </LinkButton>
              )}
            </Buttons>
          )}
          <Pager cursor={next} />
        </div>
        <Buttons>
          <LinkButton
            href={fillPath(paths.boardDesk, { settlement: settlement.slug })}
            icon="list"
            kind="quiet"
          >
            {deskTexts.title}
          </LinkButton>
        </Buttons>
      </Screen>
    );
  },
});
