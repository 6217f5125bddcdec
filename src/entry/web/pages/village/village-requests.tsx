import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { withdraw_settlement_request } from '../../../../features/actions/withdraw_settlement_request.ts';
import { form } from '../../page/form.tsx';
import { Tag } from '../../ui/badge.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Reason } from '../../ui/reason.tsx';
import { Row } from '../../ui/row.tsx';
import { formatRelativeTime } from '../../words/format-time.ts';
import type { RequestsData } from './load-requests.ts';
import { texts as cardTexts } from './request-cards.tsx';

export const texts = {
  villages: { en: 'Villages to add', ru: 'Добавить посёлок' },
  accepted: { en: 'added', ru: 'добавлен' },
} as const satisfies Record<string, Text>;

export const withdrawVillage = form(withdraw_settlement_request, {
  path: paths.withdrawSettlementRequest,
  isButton: true,
  done: () => ({ to: paths.myRequests, notice: cardTexts.withdrawn }),
});

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
    <ListCard heading={{ id: 'villages', title: texts.villages }}>
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
                {region} · {formatRelativeTime(createdAt.toISOString(), clock)} <Tag tone={tone}>{word}</Tag>
                <Reason text={reason} />
              </>
            }
            action={
              state === 'waiting' ? (
                <withdrawVillage.Button at={{ request: id }} kind="quiet" compact icon="undo" about={name}>
                  {cardTexts.withdraw}
                </withdrawVillage.Button>
              ) : undefined
            }
          />
        );
      })}
    </ListCard>
  );
}
