import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { shortenName } from '../../../../domain/rules/short-name.ts';
import { list_decisions } from '../../../../features/actions/list_decisions.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { definePage } from '../../page/page.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Words } from '../../ui/language-context.ts';
import { List } from '../../ui/list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { type Clock, formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { isIdentifier } from './already-decided.ts';
import { type Decision, formatAction, formatDetails } from './audit-texts.ts';
import { texts as boardTexts } from './board.tsx';

export const texts = {
  title: labels.whoDecidedWhat,
  line: { en: 'Only the board reads this', ru: 'Это видит только правление' },
  none: { en: 'Nothing has been decided yet', ru: 'Пока ничего не решали' },
  noneWhy: {
    en: 'Claims, corrections, codes, boundaries and roles come here.',
    ru: 'Здесь будут заявки, правки, коды, граница и состав правления.',
  },
  byCommand: { en: 'at the installation', ru: 'на сервере' },
} as const satisfies Record<string, Text>;

export const auditPage = definePage({
  path: paths.audit,
  access: 'signed-in',
  texts,
  offline: false,
  async load({ settlement }, pageRequest) {
    const before = pageRequest.text('before');
    const [place, found] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      pageRequest.call(list_decisions, { settlement, ...(isIdentifier(before) && { before }) }),
    ]);
    return { ...place, ...found, isFirst: before === '' };
  },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, clock, decisions, next, isFirst }) => {
    const address = { settlement: settlement.slug };
    const here = fillPath(paths.audit, address);
    return (
      <>
        <PageHead
          title={texts.title}
          line={texts.line}
          parent={{ href: fillPath(paths.board, address), text: boardTexts.title }}
        />
        <div class="stack">
          <DecisionList decisions={decisions} clock={clock} />
          <Pager next={next ? `${here}?before=${next}` : undefined} first={!isFirst ? here : undefined} />
        </div>
      </>
    );
  },
});

interface DecisionListProps {
  readonly decisions: readonly Decision[];
  readonly clock: Clock;
  readonly heading?: { readonly id: string; readonly title: Words };
}

export function DecisionList({ decisions, clock, heading }: DecisionListProps) {
  const { language } = clock;
  return (
    <Card flush={decisions.length > 0} heading={heading || undefined}>
      {decisions.length === 0 ? (
        <EmptyState icon="history" title={texts.none}>
          {texts.noneWhy}
        </EmptyState>
      ) : (
        <List>
          {decisions.map((each) => (
            <Row
              key={each.id}
              icon="history"
              title={formatAction(each)[language]}
              line={[
                each.name ? shortenName(each.name) : texts.byCommand[language],
                formatRelativeTime(each.at.toISOString(), clock),
                ...formatDetails(each, language),
              ].join(' · ')}
            />
          ))}
        </List>
      )}
    </Card>
  );
}
