import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Tag } from '../../ui/badge.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Card } from '../../ui/card.tsx';
import { List } from '../../ui/list.tsx';
import { Reason } from '../../ui/reason.tsx';
import { Row } from '../../ui/row.tsx';
import { formatRelativeTime } from '../../words/format-time.ts';
import type { RequestsData } from './load-requests.ts';
import { texts as cardTexts } from './request-cards.tsx';

export const texts = {
  villages: { en: 'Villages to add', ru: 'Добавить посёлок' },
  accepted: { en: 'added', ru: 'добавлен' },
} as const satisfies Record<string, Text>;

const states = {
  waiting: [cardTexts.moderator, 'warn'],
  accepted: [texts.accepted, 'green'],
  returned: [cardTexts.returned, 'danger'],
  withdrawn: [cardTexts.takenBack, undefined],
} as const;

/** The user's requests to add a settlement, with the decisions. */
export function VillageRequests({ data: { villages, clock } }: { data: RequestsData }) {
  if (villages.length === 0) return null;
  return (
    <Card flush heading={{ id: 'villages', title: texts.villages }}>
      <List>
        {villages.map(({ id, name, region, state, reason, slug, createdAt }) => {
          const [word, tone] = states[state];
          return (
            <Row
              key={id}
              icon="village"
              title={name}
              href={slug ? fillPath(paths.settlement, { settlement: slug }) : undefined}
              line={
                <>
                  {region} · {formatRelativeTime(createdAt.toISOString(), clock)}{' '}
                  <Tag tone={tone || undefined}>{word}</Tag>
                  <Reason text={reason} />
                </>
              }
              action={
                state === 'waiting' ? (
                  <ButtonForm
                    action={fillPath(paths.withdrawSettlementRequest, { request: id })}
                    kind="quiet"
                    compact
                    icon="undo"
                    about={name}
                  >
                    {cardTexts.withdraw}
                  </ButtonForm>
                ) : undefined
              }
            />
          );
        })}
      </List>
    </Card>
  );
}
