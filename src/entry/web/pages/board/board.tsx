import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { type BoardQueueKind, boardQueueKinds } from '../../../../domain/rules/board.ts';
import { list_board_queue } from '../../../../features/actions/list_board_queue.ts';
import { definePage } from '../../page/page.ts';
import { Buttons, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list.tsx';
import { usePage } from '../../ui/page-context.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import * as labels from '../../words/labels.ts';
import { loadSettlementContext } from '../directory/directory-subject.ts';
import { WaitingRow } from '../today/waiting-card.tsx';
import { toWaitingItem } from '../today/waiting-items.ts';
import { buildNextPath } from './board-queue.ts';

export const texts = {
  title: labels.board,
  line: { en: 'What waits for a decision, oldest first', ru: 'Что ждёт решения, старое сверху' },
  kinds: { en: 'What to show', ru: 'Что показать' },
  all: { en: 'All', ru: 'Всё' },
  claim: { en: 'Claims', ru: 'Заявки' },
  correction: { en: 'Corrections', ru: 'Правки' },
  request: labels.requests,
  report: labels.reports,
  none: labels.nothingWaits,
  noneWhy: {
    en: 'Claims to plots, corrections of the directory, requests and reports come here.',
    ru: 'Сюда приходят заявки на участки, правки справочника, просьбы и жалобы.',
  },
  inTurn: { en: 'Go through them', ru: 'Разобрать подряд' },
  several: { en: 'Several at once', ru: 'Несколько сразу' },
  desk: { en: 'The board’s desk', ru: 'Дела правления' },
  announce: { en: 'Write an announcement', ru: 'Написать объявление' },
  residents: { en: 'Register of residents', ru: 'Реестр жителей' },
  codes: { en: 'Codes for plots', ru: 'Коды для участков' },
  newContact: { en: 'New directory record', ru: 'Новая запись справочника' },
  audit: labels.whoDecidedWhat,
  boundary: { en: 'Boundary', ru: 'Граница' },
  settings: { en: 'The village’s data', ru: 'Данные посёлка' },
  verdicts: { en: 'Verdicts of residents', ru: 'Отзывы жителей' },
  documents: labels.documents,
  members: { en: 'Who is on the board', ru: 'Состав правления' },
  land: labels.plotsFromFile,
} as const satisfies Record<string, Text>;

export const boardPage = definePage({
  path: paths.board,
  access: 'signed-in',
  texts,
  async load({ settlement }, pageRequest) {
    const { text, runAction, loadSignedInUser } = pageRequest;
    const kind = boardQueueKinds.find((each) => each === text('kind'));
    const cursor = pageRequest.form === null ? text('cursor') : '';
    const [place, queue, visitor] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      runAction(list_board_queue, { settlement, kind, ...(cursor && { cursor }) }),
      loadSignedInUser(),
    ]);
    const waits = visitor?.me.waiting?.boards.find((each) => each.settlement === place.settlement.id);
    const counts: Record<BoardQueueKind, number> = {
      claim: waits?.claims ?? 0,
      correction: waits?.corrections ?? 0,
      request: waits?.requests ?? 0,
      report: waits?.reports ?? 0,
    };
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const page = queue.waiting.map((row) => toWaitingItem(place.settlement.slug, row));
    return { ...place, kind, counts, total, page, next: queue.cursor, isFirst: cursor === '' };
  },
  render: ({ settlement, clock, kind, counts, total, page, next, isFirst }, { language }) => {
    const here = fillPath(paths.board, { settlement: settlement.slug });
    const addressWith = (more: Record<string, string>) => {
      const query = new URLSearchParams({ ...(kind && { kind }), ...more }).toString();
      return query === '' ? here : `${here}?${query}`;
    };
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
        <div class="stack">
          <div class="stack" data-region="board" data-live="residency directory tasks messages">
            <Tabs
              label={texts.kinds[language]}
              here={addressWith({})}
              tabs={[
                { href: here, text: texts.all[language], count: total },
                ...boardQueueKinds.map((each) => ({
                  href: `${here}?kind=${each}`,
                  text: texts[each][language],
                  count: counts[each],
                })),
              ]}
            />
            <Card flush={page.length > 0}>
              {page.length === 0 ? (
                <EmptyState icon="check" title={texts.none[language]}>
                  {texts.noneWhy[language]}
                </EmptyState>
              ) : (
                <List>
                  {page.map((each) => (
                    <WaitingRow key={each.href} waiting={each} clock={clock} />
                  ))}
                </List>
              )}
            </Card>
            {kind && kind !== 'request' && page.length > 1 && (
              <Buttons>
                <LinkButton href={buildNextPath(settlement.slug, kind)} icon="right">
                  {texts.inTurn[language]}
                </LinkButton>
                {kind === 'claim' && (
                  <LinkButton
                    href={fillPath(paths.claims, { settlement: settlement.slug })}
                    kind="quiet"
                    icon="check"
                  >
                    {texts.several[language]}
                  </LinkButton>
                )}
              </Buttons>
            )}
            <Pager
              {...(next && { next: addressWith({ cursor: next }) })}
              {...(!isFirst && { first: addressWith({}) })}
            />
          </div>
          <BoardLinks settlement={settlement.slug} language={language} />
        </div>
      </>
    );
  },
});

/** Links to the other pages of the board, as far as they are built. */
function BoardLinks({ settlement, language }: { settlement: string; language: 'en' | 'ru' }) {
  const { hasPage } = usePage();
  const rows = [
    { icon: 'announce', text: texts.announce, href: fillPath(paths.announce, { settlement }) },
    { icon: 'list', text: texts.residents, href: fillPath(paths.residents, { settlement }) },
    { icon: 'lock', text: texts.codes, href: fillPath(paths.plotCodes, { settlement }) },
    { icon: 'phone', text: texts.newContact, href: fillPath(paths.newContact, { settlement }) },
    { icon: 'medal', text: texts.verdicts, href: fillPath(paths.boardReviews, { settlement }) },
    { icon: 'boundary', text: texts.boundary, href: fillPath(paths.boundary, { settlement }) },
    { icon: 'book', text: texts.documents, href: fillPath(paths.documents, { settlement }) },
    { icon: 'settings', text: texts.settings, href: fillPath(paths.settlementSettings, { settlement }) },
    { icon: 'people', text: texts.members, href: fillPath(paths.boardMembers, { settlement }) },
    { icon: 'plot', text: texts.land, href: fillPath(paths.landImports, { settlement }) },
    { icon: 'clock', text: texts.audit, href: fillPath(paths.audit, { settlement }) },
  ] as const;
  const built = rows.filter(({ href }) => hasPage(href));
  if (built.length === 0) return null;
  return (
    <Card heading={{ id: 'desk', title: texts.desk[language] }} flush>
      <List>
        {built.map(({ icon, text, href }) => (
          <Row key={href} href={href} icon={icon} title={text[language]} />
        ))}
      </List>
    </Card>
  );
}
