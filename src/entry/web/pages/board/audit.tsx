import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { boardAuditKinds } from '../../../../domain/rules/audit-kinds.ts';
import { list_decisions } from '../../../../features/actions/list_decisions.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { definePage } from '../../page/page.ts';
import { AuditFilter, readAuditCursor, readAuditFilter } from '../../ui/audit-filter.tsx';
import { DecisionList } from '../../ui/decision-list.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';
import { texts as boardTexts } from './board.tsx';

export const texts = {
  title: labels.whoDecidedWhat,
  line: { en: 'Only the board and its auditor read this', ru: 'Это видят только правление и ревизор' },
} as const satisfies Record<string, Text>;

export const auditPage = definePage({
  path: paths.audit,
  access: 'signed-in',
  texts,
  offline: false,
  async load({ settlement }, pageRequest) {
    const filter = readAuditFilter(pageRequest);
    const [place, found] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      pageRequest.call(list_decisions, { settlement, ...filter, ...readAuditCursor(pageRequest) }),
    ]);
    return { ...place, ...found, filter };
  },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, clock, decisions, authors, next, filter }) => {
    const address = { settlement: settlement.slug };
    return (
      <Screen
        title={texts.title}
        line={texts.line}
        parent={{ href: fillPath(paths.board, address), text: boardTexts.title }}
      >
        <AuditFilter
          action={fillPath(paths.audit, address)}
          kinds={boardAuditKinds}
          authors={authors}
          filter={filter}
        />
        <DecisionList decisions={decisions} clock={clock} settlement={settlement.slug} />
        <Pager cursor={next} />
      </Screen>
    );
  },
});
