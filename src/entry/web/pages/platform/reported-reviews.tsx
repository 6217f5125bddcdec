import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { shortenName } from '../../../../domain/rules/short-name.ts';
import { isDangerous } from '../../../../domain/rules/waiting-order.ts';
import { list_platform_reports } from '../../../../features/actions/list_platform_reports.ts';
import { definePage } from '../../page/page.ts';
import { utcClock } from '../../server/settlement-clock.ts';
import { Tag } from '../../ui/badge.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Row } from '../../ui/row.tsx';
import { Screen } from '../../ui/screen.tsx';
import { formatAge } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';

export const texts = {
  title: { en: 'Reported reviews', ru: 'Жалобы на отзывы' },
  line: { en: 'Threats first, then the oldest', ru: 'Сначала угрозы, потом старые' },
  none: { en: 'No review is reported', ru: 'На отзывы не жалуются' },
  noneWhy: {
    en: 'Reports about reviews that a board cannot decide on appear here.',
    ru: 'Сюда приходят жалобы на отзывы, которые не может решить правление.',
  },
} as const satisfies Record<string, Text>;

export const reportedReviewsPage = definePage({
  path: paths.moderationReviews,
  access: 'moderator',
  texts,
  async load(_, pageRequest) {
    const cursor = pageRequest.text('cursor');
    const after = isId(cursor) ? cursor : undefined;
    const found = await pageRequest.call(list_platform_reports, { about: 'verdicts', after });
    return { ...found, clock: utcClock(pageRequest) };
  },
  render: ({ reports, next, clock }) => (
    <Screen title={texts.title} line={texts.line} parent={{ href: paths.today, text: labels.today }}>
      <ListCard icon="medal" none={texts.none} why={texts.noneWhy}>
        {reports.map(({ id, title, author, reason, createdAt }) => (
          <Row
            key={id}
            icon="flag"
            tone={isDangerous({ kind: 'report', reason }) ? 'danger' : undefined}
            title={title}
            line={shortenName(author)}
            href={fillPath(paths.platformReport, { report: id })}
            age={<Tag>{formatAge(createdAt.toISOString(), clock)}</Tag>}
          />
        ))}
      </ListCard>
      <Pager cursor={next} />
    </Screen>
  ),
});
