import type { z } from 'zod';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import type { LandDocument } from '../../../../engines/geometry/land-document.ts';
import { confirm_resident } from '../../../../features/operations/settlement/confirm_resident.ts';
import { list_residents } from '../../../../features/operations/settlement/list_residents.ts';
import { remove_resident } from '../../../../features/operations/settlement/remove_resident.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { type ActionResult, definePage, type FormRequest, type PageRequest } from '../../page/page.ts';
import { Card } from '../../ui/card.tsx';
import { Requester, readReason } from '../../ui/decision.tsx';
import { DecisionScreen } from '../../ui/decision-screen.tsx';
import { SelectField, TextArea } from '../../ui/field.tsx';
import { FactList, ListCard } from '../../ui/list.tsx';
import { usePage } from '../../ui/page-context.ts';
import { PlotPlan } from '../../ui/plot-plan.tsx';
import { Row } from '../../ui/row.tsx';
import { type Clock, formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { residentRoleTexts } from '../../words/resident-texts.ts';
import { texts as boardTexts } from './board.tsx';
import { buildNextPath, choosePathAfterDecision, queueField } from './board-queue.ts';

export const texts = {
  title: { en: 'Claim to plot', ru: 'Заявка на участок' },
  plot: labels.plot,
  asks: { en: 'Asks to be recorded as', ru: 'Просит записать как' },
  email: labels.email,
  lives: { en: 'Recorded on this plot now', ru: 'Сейчас записаны на участке' },
  nobody: { en: 'Nobody is recorded here yet.', ru: 'Здесь пока никто не записан.' },
  role: { en: 'Record as', ru: 'Записать как' },
  confirm: labels.confirm,
  refuse: labels.refuseIt,
  refuseTitle: { en: 'Decline with a reason', ru: 'Отказать с причиной' },
  note: { en: 'Add a note', ru: 'Что написать человеку' },
  noteHint: { en: 'where to get the gate key', ru: 'где взять ключ от ворот' },
  told: { en: 'The person is told at once.', ru: 'Человек узнает о решении сразу.' },
  confirmed: { en: 'Confirmed. The person has been told.', ru: 'Подтверждено. Человеку сообщили.' },
  refused: {
    en: 'Declined. The person has been told the reason.',
    ru: 'Отказано. Человеку сообщили причину.',
  },
  isConfirmed: { en: 'This claim is confirmed', ru: 'Заявка подтверждена' },
  isEnded: { en: 'This claim is closed', ru: 'Заявка закрыта' },
} as const satisfies Record<string, Text>;

const reasons = [
  {
    en: 'Somebody else is recorded as the owner. Please come to the board with the papers.',
    ru: 'Хозяином записан другой человек. Подойдите в правление с документами.',
  },
  { en: 'Please check the plot number.', ru: 'Проверьте, пожалуйста, номер участка.' },
  {
    en: 'We do not know you yet. Write how to reach you and claim again.',
    ru: 'Мы вас пока не знаем. Напишите, как с вами связаться, и подайте заявку снова.',
  },
] as const satisfies readonly Text[];

type Resident = z.output<typeof list_residents.output>['residents'][number];

async function loadClaim(names: { settlement: string; resident: string }, pageRequest: PageRequest) {
  const { settlement, resident } = names;
  if (!isId(resident)) refuse.notFound('resident');
  const [place, found] = await Promise.all([
    loadSettlementContext(settlement, pageRequest),
    pageRequest.call(list_residents, { settlement, resident }),
  ]);
  const claim = found.residents[0] ?? refuse.notFound('resident');
  const [here, land] = await Promise.all([
    pageRequest.call(list_residents, { settlement, parcel: claim.parcel.id, state: 'confirmed' }),
    pageRequest.dependencies.landReader.read(place.settlement.id),
  ]);
  const isQueue = pageRequest.text(queueField) === '1';
  return { ...place, claim, land, isQueue, recorded: here.residents.filter(({ id }) => id !== claim.id) };
}

async function decideClaim(
  names: { settlement: string; resident: string },
  pageRequest: FormRequest,
): Promise<ActionResult> {
  const { call, form, text } = pageRequest;
  const { settlement, resident } = names;
  const to = () => choosePathAfterDecision(settlement, 'claim', resident, pageRequest);
  const claim = { settlement, resident, seen_state: 'claimed' };
  if (text('decision') === 'accept') {
    const note = text('note').trim() || null;
    await call(confirm_resident, { ...claim, role: text('role') || undefined, note });
    return { to: await to(), notice: texts.confirmed };
  }
  await call(remove_resident, { ...claim, reason: readReason(form) });
  return { to: await to(), notice: texts.refused };
}

export const claimPage = definePage({
  path: paths.claim,
  access: 'signed-in',
  texts,
  load: loadClaim,
  actions: { decide: { path: paths.claim, perform: decideClaim } },
  head: ({ claim }, { language }) => ({
    width: 'narrow',
    title: `${texts.title[language]} ${claim.parcel.number}`,
    scripts: ['reason.js', 'keys.js'],
  }),
  render: ({ settlement, clock, claim, land, recorded, isQueue }, { language }) => {
    const place = { settlement: settlement.slug, resident: claim.id };
    const isOpen = claim.state === 'claimed';
    const isAccepted = claim.state === 'confirmed';
    return (
      <DecisionScreen
        title={`${texts.title[language]} ${claim.parcel.number}`}
        parent={{ href: `${fillPath(paths.board, place)}?kind=claim`, text: boardTexts.claim }}
        since={claim.created_at}
        clock={clock}
        isOpen={isOpen}
        outcome={
          isOpen
            ? null
            : {
                isAccepted,
                title: isAccepted ? texts.isConfirmed : texts.isEnded,
                details: [claim.decided_at && formatRelativeTime(claim.decided_at, clock), claim.reason],
              }
        }
        action={fillPath(paths.claim, place)}
        hidden={{ [queueField]: isQueue ? '1' : undefined }}
        accept={texts.confirm}
        refuse={texts.refuse}
        refuseTitle={texts.refuseTitle}
        reasons={reasons}
        note={texts.told}
        next={buildNextPath(settlement.slug, 'claim', claim.id)}
        about={
          <ClaimDetails
            settlement={settlement.slug}
            claim={claim}
            land={land}
            recorded={recorded}
            clock={clock}
          />
        }
      >
        <SelectField
          name="role"
          label={texts.role}
          value={claim.role}
          choices={Object.entries(residentRoleTexts).map(([value, label]) => ({ value, label }))}
        />
        <TextArea name="note" label={texts.note} hint={texts.noteHint} optional maxLength={1000} rows={2} />
      </DecisionScreen>
    );
  },
});

type ClaimDetailsProps = {
  readonly settlement: string;
  readonly claim: Resident;
  readonly land: LandDocument;
  readonly recorded: readonly Resident[];
  readonly clock: Clock;
};

/** The claimant, the note, the plot and its current residents. */
function ClaimDetails({ settlement, claim, land, recorded, clock }: ClaimDetailsProps) {
  const { hasPage } = usePage();
  const plot = fillPath(paths.settlementPlot, { settlement, plot: claim.parcel.number });
  return (
    <>
      <Requester
        name={claim.account.name}
        about={formatRelativeTime(claim.created_at, clock)}
        words={claim.note || undefined}
      />
      <Card>
        <FactList
          facts={[
            [texts.plot, hasPage(plot) ? <a href={plot}>{claim.parcel.number}</a> : claim.parcel.number],
            [texts.asks, residentRoleTexts[claim.role]],
            [texts.email, <a href={`mailto:${claim.account.email}`}>{claim.account.email}</a>],
          ]}
        />
      </Card>
      <PlotPlan id="plan" land={land} plot={claim.parcel.id} />
      <ListCard heading={{ id: 'recorded', title: texts.lives }} none={texts.nobody}>
        {recorded.map(({ id, account, role }) => (
          <Row key={id} person={account.name} title={account.name} line={residentRoleTexts[role]} />
        ))}
      </ListCard>
    </>
  );
}
