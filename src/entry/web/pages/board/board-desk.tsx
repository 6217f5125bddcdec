import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { definePage } from '../../page/page.ts';
import { ListCard } from '../../ui/list.tsx';
import { usePage } from '../../ui/page-context.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Row } from '../../ui/row.tsx';
import * as labels from '../../words/labels.ts';
import { loadBoardSettlement } from './board-settlement.ts';

export const texts = {
  title: labels.boardDesk,
  announcements: labels.announcements,
  residents: { en: 'Register of residents', ru: 'Реестр жителей' },
  codes: { en: 'Codes for plots', ru: 'Коды для участков' },
  newContact: { en: 'New directory record', ru: 'Новая запись справочника' },
  sanctions: labels.decisionsAboutPeople,
  audit: labels.whoDecidedWhat,
  boundary: { en: 'Boundary', ru: 'Граница' },
  settings: { en: 'The village’s data', ru: 'Данные посёлка' },
  verdicts: labels.residentVerdicts,
  meters: labels.meters,
  fees: labels.fees,
  documents: labels.documents,
  members: labels.boardMembers,
  motions: labels.secondMember,
  land: labels.plotsFromFile,
} as const satisfies Record<string, Text>;

/** What the board does besides deciding. */
export const boardDeskPage = definePage({
  path: paths.boardDesk,
  access: 'signed-in',
  texts,
  load: ({ settlement }, pageRequest) => loadBoardSettlement(settlement, pageRequest),
  head: () => ({ width: 'narrow' }),
  render: ({ settlement }) => (
    <>
      <PageHead
        title={texts.title}
        parent={{
          href: fillPath(paths.board, { settlement: settlement.slug }),
          text: labels.board,
        }}
      />
      <BoardLinks settlement={settlement.slug} />
    </>
  ),
});

/** Links to the other pages of the board, as far as they are built. */
function BoardLinks({ settlement }: { settlement: string }) {
  const { hasPage } = usePage();
  const rows = [
    {
      icon: 'announce',
      text: texts.announcements,
      href: `${fillPath(paths.articles, { settlement })}?kind=announcement`,
    },
    { icon: 'list', text: texts.residents, href: fillPath(paths.people, { settlement }) },
    { icon: 'lock', text: texts.codes, href: fillPath(paths.plotCodes, { settlement }) },
    { icon: 'phone', text: texts.newContact, href: fillPath(paths.newContact, { settlement }) },
    { icon: 'medal', text: texts.verdicts, href: fillPath(paths.boardReviews, { settlement }) },
    { icon: 'boundary', text: texts.boundary, href: fillPath(paths.boundary, { settlement }) },
    { icon: 'power', text: texts.meters, href: fillPath(paths.boardMeters, { settlement }) },
    { icon: 'list', text: texts.fees, href: fillPath(paths.boardFees, { settlement }) },
    { icon: 'book', text: texts.documents, href: fillPath(paths.documents, { settlement }) },
    { icon: 'settings', text: texts.settings, href: fillPath(paths.settlementSettings, { settlement }) },
    { icon: 'people', text: texts.members, href: fillPath(paths.boardMembers, { settlement }) },
    { icon: 'check', text: texts.motions, href: fillPath(paths.motions, { settlement }) },
    { icon: 'plot', text: texts.land, href: fillPath(paths.landImports, { settlement }) },
    { icon: 'lock', text: texts.sanctions, href: fillPath(paths.boardSanctions, { settlement }) },
    { icon: 'clock', text: texts.audit, href: fillPath(paths.audit, { settlement }) },
  ] as const;
  const built = rows.filter(({ href }) => hasPage(href));
  if (built.length === 0) return null;
  return (
    <ListCard>
      {built.map(({ icon, text, href }) => (
        <Row key={href} href={href} icon={icon} title={text} />
      ))}
    </ListCard>
  );
}
