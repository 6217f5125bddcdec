import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import type { list_former_residents } from '../../../../features/actions/list_former_residents.ts';
import { takeBackEnding, texts as takeBackTexts } from '../../forms/take-back-ending.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ListCard } from '../../ui/list.tsx';
import { Reason } from '../../ui/reason.tsx';
import { Row } from '../../ui/row.tsx';
import { endingKindTexts, formatStay } from '../../words/ending-texts.ts';
import type { Clock } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { plotText, residentRoleTexts } from '../../words/resident-texts.ts';

type ShownFormerResident = ReplyOf<typeof list_former_residents>['people'][number];

const texts = {
  history: { en: 'Who lived on this plot', ru: 'Кто жил на участке' },
  successor: { en: 'The plot went to', ru: 'Участок перешёл:' },
  inviteSuccessor: { en: 'Add and invite', ru: 'Вписать и пригласить' },
  openSuccessor: labels.open,
} as const satisfies Record<string, Text>;

type FormerListProps = {
  readonly people: readonly ShownFormerResident[];
  readonly settlement: string;
  readonly clock: Clock;
};

type FormerRowProps = Omit<FormerListProps, 'people'> & {
  readonly one: ShownFormerResident;
  /** In the history of one plot the number says nothing. */
  readonly withPlot: boolean;
};

export function FormerRow({ one, settlement, clock, withPlot }: FormerRowProps) {
  const { language } = clock;
  return (
    <Row
      person={one.name}
      title={one.name}
      href={formerHref(settlement, one)}
      line={
        <>
          {[
            ...(withPlot ? [`${plotText[language]} ${one.plotNumber}`] : []),
            residentRoleTexts[one.role][language],
            formatStay(one, language),
            endingKindTexts[one.kind][language],
          ].join(' · ')}
          <Reason text={one.reason} />
        </>
      }
      action={
        one.mayTakeBack && one.endingId ? (
          <takeBackEnding.Button
            at={{ settlement, ending: one.endingId }}
            kind="quiet"
            compact
            icon="undo"
            about={one.name}
          >
            {takeBackTexts.takeBack}
          </takeBackEnding.Button>
        ) : undefined
      }
    />
  );
}

const formerHref = (settlement: string, { membershipId, personId }: ShownFormerResident) =>
  membershipId
    ? fillPath(paths.resident, { settlement, resident: membershipId })
    : personId
      ? fillPath(paths.person, { settlement, person: personId })
      : undefined;

/** Who lived on a plot before, with from, to and why: for the board. */
export function PlotHistory({ people, ...place }: FormerListProps) {
  if (people.length === 0) return null;
  return (
    <ListCard heading={{ id: 'plot-history', title: texts.history }}>
      {people.map((one) => (
        <FormerRow key={one.id} one={one} withPlot={false} {...place} />
      ))}
    </ListCard>
  );
}

/** Who has the plot next: their page, or the form that enters them, with name and plot filled in. */
export function SuccessorCard({ one, settlement }: { one: ShownFormerResident; settlement: string }) {
  if (one.successor === null) return null;
  const href = one.successorMembershipId
    ? fillPath(paths.resident, { settlement, resident: one.successorMembershipId })
    : one.successorPersonId
      ? fillPath(paths.person, { settlement, person: one.successorPersonId })
      : `${fillPath(paths.newPerson, { settlement })}?${new URLSearchParams({ plot: one.plotNumber, name: one.successor })}`;
  const isKnown = one.successorMembershipId !== null || one.successorPersonId !== null;
  return (
    <Card>
      <p class="gap-below">
        {texts.successor} <b>{one.successor}</b>
      </p>
      <LinkButton href={href} kind="quiet" icon={isKnown ? 'person' : 'plus'}>
        {isKnown ? texts.openSuccessor : texts.inviteSuccessor}
      </LinkButton>
    </Card>
  );
}
