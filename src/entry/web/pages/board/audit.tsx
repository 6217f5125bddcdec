import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { list_decisions } from '../../../../features/actions/list_decisions.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { definePage } from '../../page/page.ts';
import { DecisionList } from '../../ui/decision-list.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';
import { texts as boardTexts } from './board.tsx';

export const texts = {
  title: labels.whoDecidedWhat,
  line: { en: 'Only the board reads this', ru: 'Это видит только правление' },
} as const satisfies Record<string, Text>;

export const auditPage = definePage({
  path: paths.audit,
  access: 'signed-in',
  texts,
  offline: false,
  async load({ settlement }, pageRequest) {
    const before = pageRequest.text('cursor');
    const [place, found] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      pageRequest.call(list_decisions, { settlement, ...(isId(before) && { before }) }),
    ]);
    return { ...place, ...found };
  },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, clock, decisions, next }) => {
    const address = { settlement: settlement.slug };
    return (
      <Screen
        title={texts.title}
        line={texts.line}
        parent={{ href: fillPath(paths.board, address), text: boardTexts.title }}
      >
        <DecisionList decisions={decisions} clock={clock} />
        <Pager cursor={next} />
      </Screen>
    );
  },
});
