import { paths } from '../../../../base/site/paths.ts';
import { platformAuditKinds } from '../../../../domain/rules/audit-kinds.ts';
import { list_decisions } from '../../../../features/actions/list_decisions.ts';
import { definePage } from '../../page/page.ts';
import { utcClock } from '../../server/settlement-clock.ts';
import { AuditFilter, readAuditCursor, readAuditFilter } from '../../ui/audit-filter.tsx';
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
    const filter = readAuditFilter(pageRequest);
    const found = await pageRequest.call(list_decisions, { ...filter, ...readAuditCursor(pageRequest) });
    return { ...found, filter, clock: utcClock(pageRequest) };
  },
  head: () => ({ width: 'narrow' }),
  render: ({ decisions, authors, filter, next, clock }) => (
    <Screen title={texts.title} line={texts.line} parent={{ href: paths.platform, text: labels.platform }}>
      <AuditFilter
        action={paths.platformAudit}
        kinds={platformAuditKinds}
        authors={authors}
        filter={filter}
      />
      <DecisionList decisions={decisions} clock={clock} links="platform" />
      <Pager cursor={next} />
    </Screen>
  ),
});
