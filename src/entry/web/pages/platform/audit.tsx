import { paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { list_decisions } from '../../../../features/actions/list_decisions.ts';
import { definePage } from '../../page/page.ts';
import { utcClock } from '../../server/settlement-clock.ts';
import { DecisionList } from '../../ui/decision-list.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';

export const texts = {
  title: labels.whoDecidedWhat,
  line: { en: 'Only moderators read this', ru: 'Это видят только модераторы' },
} as const;

export const platformAuditPage = definePage({
  path: paths.platformAudit,
  access: 'moderator',
  texts,
  offline: false,
  async load(_, pageRequest) {
    const before = pageRequest.text('cursor');
    const found = await pageRequest.call(list_decisions, { before: isId(before) ? before : undefined });
    return { ...found, clock: utcClock(pageRequest) };
  },
  head: () => ({ width: 'narrow' }),
  render: ({ decisions, next, clock }) => (
    <Screen title={texts.title} line={texts.line} parent={{ href: paths.platform, text: labels.platform }}>
      <DecisionList decisions={decisions} clock={clock} />
      <Pager cursor={next} />
    </Screen>
  ),
});
