import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Tag } from '../../ui/badge.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Reason } from '../../ui/reason.tsx';
import { Row } from '../../ui/row.tsx';
import { companyStateTexts, companyStateTones } from '../../words/company-texts.ts';
import { formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import type { RequestsData } from './load-requests.ts';

export const texts = {
  companies: labels.companies,
  waits: labels.waitsForModerator,
  claimed: { en: 'you asked to represent it', ru: 'вы просите её представлять' },
  confirmed: { en: 'you represent it', ru: 'вы её представляете' },
  ended: { en: 'you do not represent it', ru: 'вы её не представляете' },
} as const satisfies Record<string, Text>;

/** Companies that the user registered or asked to speak for, and what became of it. */
export function CompanyRequests({ data: { companies, clock } }: { data: RequestsData }) {
  if (companies.length === 0) return null;
  return (
    <ListCard heading={{ id: 'companies', title: texts.companies }}>
      {companies.map((company) => {
        const { id, slug, name, state, own, ownReason, ownDecidedAt, createdAt } = company;
        const isOpen = own === 'confirmed' && state !== 'closed' && state !== 'joined';
        const at = isOpen ? paths.companyDashboard : paths.company;
        return (
          <Row
            key={id}
            icon="company"
            title={name}
            href={
              state === 'refused' && !isOpen
                ? undefined
                : fillPath(at, { company: company.joinedSlug ?? slug })
            }
            line={
              <>
                {formatRelativeTime((ownDecidedAt ?? createdAt).toISOString(), clock)}{' '}
                <Tag tone={state === 'waiting' ? 'warn' : companyStateTones[state]}>
                  {state === 'waiting' ? texts.waits : companyStateTexts[state]}
                </Tag>{' '}
                {state !== 'closed' && state !== 'joined' && (
                  <Tag tone={own === 'claimed' ? 'warn' : undefined}>{texts[own]}</Tag>
                )}
                <Reason
                  text={own === 'ended' ? ownReason || company.decisionReason : company.decisionReason}
                />
              </>
            }
          />
        );
      })}
    </ListCard>
  );
}
