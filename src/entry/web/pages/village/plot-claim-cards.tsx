import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { Tag } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Card } from '../../ui/card.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { List } from '../../ui/list.tsx';
import { usePage } from '../../ui/page-context.ts';
import { Reason } from '../../ui/reason.tsx';
import { Row } from '../../ui/row.tsx';
import { formatRelativeTime } from '../../words/format-time.ts';
import { plotText, residentRoleTexts } from '../../words/resident-texts.ts';
import type { RequestsData } from './load-requests.ts';

export const texts = {
  claims: { en: 'Claims to a plot', ru: 'Заявки на участок' },
  waits: { en: 'waits for the board', ru: 'ждёт решения правления' },
  refused: { en: 'refused', ru: 'отказано' },
  withdraw: { en: 'Take back', ru: 'Отозвать' },
  again: { en: 'Ask again', ru: 'Подать снова' },
  plots: { en: 'My plots', ru: 'Мои участки' },
  leave: { en: 'Leave', ru: 'Уйти' },
} as const satisfies Record<string, Text>;

type Props = { readonly data: RequestsData };

export function PlotClaims({ data: { me, clock } }: Props) {
  const language = useLanguage();
  const waiting = me.parcels.filter(({ state }) => state === 'claimed');
  if (waiting.length + me.ended_parcels.length === 0) return null;
  return (
    <Card flush heading={{ id: 'claims', title: texts.claims }}>
      <List>
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
              <ButtonForm
                action={fillPath(paths.withdrawClaim, { resident: claim.resident })}
                hidden={{ settlement: claim.settlement }}
                kind="quiet"
                compact
                icon="undo"
                about={`${plotText[language]} ${claim.plot_number}`}
              >
                {texts.withdraw}
              </ButtonForm>
            }
          />
        ))}
        {me.ended_parcels.map((claim) => (
          <Row
            key={`${claim.parcel_id} ${claim.decided_at}`}
            icon="close"
            tone="danger"
            title={`${plotText[language]} ${claim.plot_number}, ${claim.settlement_name}`}
            line={
              <>
                <Tag tone="danger">{texts.refused}</Tag> {formatRelativeTime(claim.decided_at, clock)}
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
      </List>
    </Card>
  );
}

export function OwnPlots({ data: { me } }: Props) {
  const language = useLanguage();
  const { hasPage } = usePage();
  const plots = me.parcels.filter(({ state }) => state === 'confirmed');
  if (plots.length === 0) return null;
  return (
    <Card flush heading={{ id: 'plots', title: texts.plots }}>
      <List>
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
      </List>
    </Card>
  );
}
