import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { remove_resident } from '../../../../features/operations/settlement/remove_resident.ts';
import { form } from '../../page/form.tsx';
import { Tag } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { ListCard } from '../../ui/list.tsx';
import { usePage } from '../../ui/page-context.ts';
import { Reason } from '../../ui/reason.tsx';
import { Row } from '../../ui/row.tsx';
import { formatOwnEnding } from '../../words/ending-texts.ts';
import { formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { plotText, residentRoleTexts } from '../../words/resident-texts.ts';
import type { RequestsData } from './load-requests.ts';
import { texts as requestTexts } from './request-cards.tsx';

export const texts = {
  claims: { en: 'Claims to a plot', ru: 'Заявки на участок' },
  waits: { en: 'waiting for the board', ru: 'ждёт решения правления' },
  refused: labels.refusedState,
  withdraw: labels.withdraw,
  again: { en: 'Ask again', ru: 'Подать снова' },
  plots: { en: 'My plots', ru: 'Мои участки' },
  leave: { en: 'Leave', ru: 'Уйти' },
} as const satisfies Record<string, Text>;

export const withdrawClaim = form(remove_resident, {
  path: paths.withdrawClaim,
  isButton: true,
  hidden: ['settlement'],
  done: () => ({ to: paths.myRequests, notice: requestTexts.withdrawn }),
});

type Props = { readonly data: RequestsData };

export function PlotClaims({ data: { me, clock } }: Props) {
  const language = useLanguage();
  const waiting = me.parcels.filter(({ state }) => state === 'claimed');
  if (waiting.length + me.ended_parcels.length === 0) return null;
  return (
    <ListCard heading={{ id: 'claims', title: texts.claims }}>
      {waiting.map((claim) => (
        <Row
          key={claim.resident}
          icon="clock"
          title={`${plotText[language]} ${claim.plot_number}, ${claim.settlement_name}`}
          line={
            <>
              {residentRoleTexts[claim.role]} <Tag tone="warn">{texts.waits}</Tag>
            </>
          }
          action={
            <withdrawClaim.Button
              at={{ resident: claim.resident }}
              hidden={{ settlement: claim.settlement }}
              kind="quiet"
              compact
              icon="undo"
              about={`${plotText[language]} ${claim.plot_number}`}
            >
              {texts.withdraw}
            </withdrawClaim.Button>
          }
        />
      ))}
      {me.ended_parcels.map((claim) => (
        <Row
          key={`${claim.parcel_id} ${claim.decided_at}`}
          icon={claim.ending ? 'history' : 'close'}
          tone={claim.ending ? undefined : 'danger'}
          title={`${plotText[language]} ${claim.plot_number}, ${claim.settlement_name}`}
          line={
            <>
              {claim.ending ? (
                formatOwnEnding(
                  {
                    ...{ kind: claim.ending.reason_kind, on: claim.ending.on },
                    ...{ role: claim.role, plot: claim.plot_number },
                  },
                  clock,
                )
              ) : (
                <>
                  <Tag tone="danger">{texts.refused}</Tag> {formatRelativeTime(claim.decided_at, clock)}
                </>
              )}
              <Reason text={claim.reason} />
            </>
          }
          action={
            <LinkButton
              href={`${fillPath(paths.join, { settlement: claim.settlement_slug })}?${new URLSearchParams({ plot: claim.plot_number })}`}
              kind="quiet"
              compact
              icon="retry"
              about={`${plotText[language]} ${claim.plot_number}`}
            >
              {texts.again}
            </LinkButton>
          }
        />
      ))}
    </ListCard>
  );
}

export function OwnPlots({ data: { me } }: Props) {
  const language = useLanguage();
  const { hasPage } = usePage();
  const plots = me.parcels.filter(({ state }) => state === 'confirmed');
  if (plots.length === 0) return null;
  return (
    <ListCard heading={{ id: 'plots', title: texts.plots }}>
      {plots.map(({ parcel_id, plot_number, settlement_name, role, resident }) => {
        const href = fillPath(paths.plot, { plot: parcel_id });
        const about = `${plotText[language]} ${plot_number}`;
        return (
          <Row
            key={resident}
            icon="plot"
            tone="green"
            href={hasPage(href) ? href : undefined}
            title={`${about}, ${settlement_name}`}
            line={residentRoleTexts[role]}
            action={
              <LinkButton
                href={fillPath(paths.leavePlot, { plot: parcel_id })}
                kind="quiet-danger"
                compact
                icon="leave"
                about={about}
              >
                {texts.leave}
              </LinkButton>
            }
          />
        );
      })}
    </ListCard>
  );
}
