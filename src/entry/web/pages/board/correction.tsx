import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { approve_change_proposal } from '../../../../features/operations/proposal/approve_change_proposal.ts';
import { list_change_proposals } from '../../../../features/operations/proposal/list_change_proposals.ts';
import { reject_change_proposal } from '../../../../features/operations/proposal/reject_change_proposal.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { type ActionResult, definePage, type FormRequest, type PageRequest } from '../../page/page.ts';
import { Requester, readReason } from '../../ui/decision.tsx';
import { DecisionScreen } from '../../ui/decision-screen.tsx';
import { formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { texts as boardTexts } from './board.tsx';
import { buildNextPath, choosePathAfterDecision, queueField } from './board-queue.ts';
import {
  fieldNames,
  getFieldValue,
  hasConflict,
  listFields,
  mapResolutionFields,
  type Proposal,
  readResolution,
} from './conflict-resolution.ts';
import { FieldChange } from './correction-fields.tsx';

export const texts = {
  title: { en: 'Correction', ru: 'Правка справочника' },
  newTitle: { en: 'New record', ru: 'Новая запись' },
  accept: labels.accept,
  return: labels.returnIt,
  returnTitle: labels.returnWithReason,
  told: { en: 'The author is told at once.', ru: 'Автор узнает о решении сразу.' },
  accepted: { en: 'Accepted. The author has been told.', ru: 'Принято. Автору сообщили.' },
  returned: {
    en: 'Sent back. The author has been told the reason.',
    ru: 'Возвращено. Автору сообщили причину.',
  },
  isAccepted: { en: 'This correction was accepted', ru: 'Правка принята' },
  isReturned: { en: 'This correction was sent back', ru: 'Правка возвращена' },
  plot: labels.plotAbbreviation,
} as const satisfies Record<string, Text>;

const reasons = [
  { en: 'We checked: it is right as it is.', ru: 'Проверили: записано верно.' },
  { en: 'Nobody could confirm it.', ru: 'Подтвердить не удалось.' },
  { en: 'This is a private number.', ru: 'Это личный телефон, в справочник его не внести.' },
] as const satisfies readonly Text[];

type Names = { readonly settlement: string; readonly proposal: string };

async function loadProposal({ settlement, proposal }: Names, { call }: PageRequest): Promise<Proposal> {
  if (!isId(proposal)) refuse.notFound('proposal');
  const { proposals } = await call(list_change_proposals, { settlement, proposal, open: 'false' });
  return proposals[0] ?? refuse.notFound('proposal');
}

async function decideCorrection(place: Names, pageRequest: FormRequest): Promise<ActionResult> {
  const { call, form, text } = pageRequest;
  const to = () => choosePathAfterDecision(place.settlement, 'correction', place.proposal, pageRequest);
  if (text('decision') === 'accept') {
    const settling = readResolution(form, await loadProposal(place, pageRequest));
    await mapResolutionFields(call(approve_change_proposal, { ...place, ...settling }));
    return { to: await to(), notice: texts.accepted };
  }
  await call(reject_change_proposal, { ...place, reason: readReason(form) });
  return { to: await to(), notice: texts.returned };
}

export const correctionPage = definePage({
  path: paths.correction,
  access: 'signed-in',
  texts,
  async load(place, pageRequest) {
    const [proposal, { settlement, clock }] = await Promise.all([
      loadProposal(place, pageRequest),
      loadSettlementContext(place.settlement, pageRequest),
    ]);
    return { proposal, settlement, clock, isQueue: pageRequest.text(queueField) === '1' };
  },
  actions: { decide: { path: paths.correction, perform: decideCorrection } },
  head: ({ proposal }) => ({ title: proposal.subject_name, scripts: ['reason.js', 'keys.js'] }),
  render: ({ proposal, settlement, clock, isQueue }, { language }) => {
    const place = { settlement: settlement.slug, proposal: proposal.id };
    const isOpen = proposal.status === 'pending';
    const isAccepted = proposal.status === 'approved';
    const plot = proposal.author_plot && `${texts.plot[language]} ${proposal.author_plot}`;
    const fields = listFields(proposal);
    const moved = fields.filter((field) => hasConflict(proposal, field));
    const seen = Object.fromEntries(moved.map((field) => [field, getFieldValue(proposal.now, field)]));
    return (
      <DecisionScreen
        title={proposal.subject_name}
        line={proposal.is_new ? texts.newTitle : texts.title}
        parent={{
          href: `${fillPath(paths.board, place)}?kind=correction`,
          text: boardTexts.correction,
        }}
        since={proposal.created_at}
        clock={clock}
        isOpen={isOpen}
        outcome={
          isOpen
            ? null
            : {
                isAccepted,
                title: isAccepted ? texts.isAccepted : texts.isReturned,
                details: [proposal.reject_reason],
              }
        }
        action={fillPath(paths.correction, place)}
        hidden={{ [fieldNames.seen]: JSON.stringify(seen), [queueField]: isQueue ? '1' : undefined }}
        accept={texts.accept}
        refuse={texts.return}
        refuseTitle={texts.returnTitle}
        reasons={reasons}
        note={texts.told}
        next={buildNextPath(settlement.slug, 'correction', proposal.id)}
        about={
          <>
            <Requester
              name={proposal.author}
              about={[plot, formatRelativeTime(proposal.created_at, clock)].filter(Boolean).join(' · ')}
              words={proposal.note || undefined}
            />
            {fields.map((field) => (
              <FieldChange key={field} proposal={proposal} field={field} />
            ))}
          </>
        }
      />
    );
  },
});
