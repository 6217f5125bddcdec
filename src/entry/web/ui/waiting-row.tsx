import { dayMs } from '../../../domain/rules/days.ts';
import { isDangerous } from '../../../domain/rules/waiting-order.ts';
import type { WaitingItem } from '../loaders/waiting-items.ts';
import { type Clock, formatAge } from '../words/format-time.ts';
import { Tag } from './badge.tsx';
import { usePage } from './page-context.ts';
import { Row } from './row.tsx';

/** The age is tinted after two days, and red after a week; danger is red at once. */
export function WaitingRow({ waiting, clock }: { waiting: WaitingItem; clock: Clock }) {
  const { hasPage } = usePage();
  const { href, icon, title, line, since } = waiting;
  const waited = clock.now.getTime() - Date.parse(since);
  const tone = waited > 7 * dayMs ? 'danger' : waited > 2 * dayMs ? 'warn' : undefined;
  return (
    <Row
      href={hasPage(href) ? href : undefined}
      icon={icon}
      tone={isDangerous(waiting) ? 'danger' : undefined}
      title={title}
      line={line}
      age={<Tag tone={tone}>{formatAge(since, clock)}</Tag>}
    />
  );
}
