import { paths } from '../../../../base/site/paths.ts';
import { list_decisions } from '../../../../features/actions/list_decisions.ts';
import { definePage } from '../../page/page.ts';
import { isId } from '../../server/form-validation.ts';
import { DecisionList } from '../../ui/decision-list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import type { Clock } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { texts as platformTexts } from './platform.tsx';

export const texts = {
  title: labels.whoDecidedWhat,
  line: { en: 'Only moderators read this', ru: 'Это видят только модераторы' },
} as const;

export const platformAuditPage = definePage({
  path: paths.platformAudit,
  access: 'moderator',
  texts,
  offline: false,
  async load(_, { call, text, dependencies, view }) {
    const before = text('before');
    const found = await call(list_decisions, { ...(isId(before) && { before }) });
    const clock: Clock = { now: dependencies.now(), timeZone: 'UTC', language: view.language };
    return { ...found, isFirst: before === '', clock };
  },
  head: () => ({ width: 'narrow' }),
  render: ({ decisions, next, isFirst, clock }) => (
    <>
      <PageHead
        title={texts.title}
        line={texts.line}
        parent={{ href: paths.platform, text: platformTexts.title }}
      />
      <div class="stack">
        <DecisionList decisions={decisions} clock={clock} />
        <Pager
          next={next ? `${paths.platformAudit}?before=${next}` : undefined}
          first={!isFirst ? paths.platformAudit : undefined}
        />
      </div>
    </>
  ),
});
