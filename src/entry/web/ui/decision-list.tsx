import type { Text } from '../../../base/i18n/text.ts';
import { shortenName } from '../../../domain/rules/short-name.ts';
import { type Decision, formatAction, formatDetails } from '../words/audit-texts.ts';
import { findDecisionPath, findPlatformDecisionPath } from '../words/decision-links.ts';
import { type Clock, formatRelativeTime } from '../words/format-time.ts';
import type { Words } from './language-context.ts';
import { ListCard } from './list.tsx';
import { Row } from './row.tsx';

export const texts = {
  none: { en: 'Nothing has been decided yet', ru: 'Пока ничего не решали' },
  noneWhy: {
    en: 'Claims, corrections, codes, boundaries and roles appear here.',
    ru: 'Здесь будут заявки, правки, коды, граница и состав правления.',
  },
  byCommand: { en: 'at installation', ru: 'на сервере' },
} as const satisfies Record<string, Text>;

interface DecisionListProps {
  readonly decisions: readonly Decision[];
  readonly clock: Clock;
  /** Slug: rows lead to what was decided about. */
  readonly settlement?: string | undefined;
  /** Of the platform: rows lead to its pages. */
  readonly links?: 'platform';
  readonly heading?: { readonly id: string; readonly title: Words } | undefined;
}

export function DecisionList({ decisions, clock, heading, settlement, links }: DecisionListProps) {
  const { language } = clock;
  return (
    <ListCard heading={heading} icon="history" none={texts.none} why={texts.noneWhy}>
      {decisions.map((each) => (
        <Row
          key={each.id}
          icon="history"
          href={
            links === 'platform'
              ? findPlatformDecisionPath(each)
              : settlement && findDecisionPath(each, settlement)
          }
          title={formatAction(each)[language]}
          line={[
            each.name ? shortenName(each.name) : texts.byCommand[language],
            formatRelativeTime(each.at.toISOString(), clock),
            ...formatDetails(each, language),
          ].join(' · ')}
        />
      ))}
    </ListCard>
  );
}
