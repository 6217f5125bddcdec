import type { ComponentChildren } from 'preact';
import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { approve_change_proposal } from '../../../../features/operations/proposal/approve_change_proposal.ts';
import { list_change_proposals } from '../../../../features/operations/proposal/list_change_proposals.ts';
import { reject_change_proposal } from '../../../../features/operations/proposal/reject_change_proposal.ts';
import { type Done, definePage, type Posted, type Visit } from '../../page/page.ts';
import { Tag } from '../../ui/badge.tsx';
import { Asker, Decision, readReason } from '../../ui/decision.tsx';
import { Form } from '../../ui/form.tsx';
import { useLanguage } from '../../ui/language.ts';
import { Notice } from '../../ui/notice.tsx';
import { usePage } from '../../ui/page-context.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { sayAge, sayWhen } from '../../words/time.ts';
import { loadPlace } from '../directory/subject.ts';
import { texts as boardTexts } from './board.tsx';
import { FieldChange } from './correction-fields.tsx';
import { isIdentifier, orAlreadyDecided } from './decided.ts';
import { afterDecision, nextPath, queueField } from './queue.ts';
import { fieldsOf, fieldValue, isMoved, names, type Proposal, readSettling, sayOnForm } from './settling.ts';

export const texts = {
  title: { en: 'Correction', ru: 'Правка справочника' },
  newTitle: { en: 'New record', ru: 'Новая запись' },
  accept: { en: 'Accept', ru: 'Принять' },
  return: { en: 'Return', ru: 'Вернуть' },
  returnTitle: { en: 'Return with a reason', ru: 'Вернуть с причиной' },
  told: { en: 'The author is told at once.', ru: 'Автор узнает о решении сразу.' },
  accepted: { en: 'Accepted. The author is told.', ru: 'Принято. Автору сообщили.' },
  returned: { en: 'Returned. The author is told the reason.', ru: 'Возвращено. Автору сообщили причину.' },
  isAccepted: { en: 'This correction is accepted', ru: 'Правка принята' },
  isReturned: { en: 'This correction is returned', ru: 'Правка возвращена' },
  plot: { en: 'plot', ru: 'уч.' },
} as const satisfies Record<string, Text>;

const reasons = [
  { en: 'We checked: what stands there is right.', ru: 'Проверили: записано верно.' },
  { en: 'Nobody could confirm it.', ru: 'Подтвердить не удалось.' },
  { en: 'This is a private number.', ru: 'Это личный телефон, в справочник его не внести.' },
] as const satisfies readonly Text[];

type Names = { readonly settlement: string; readonly proposal: string };

async function loadProposal({ settlement, proposal }: Names, { call }: Visit): Promise<Proposal> {
  if (!isIdentifier(proposal)) refuse.notFound('proposal');
  const { proposals } = await call(list_change_proposals, { settlement, proposal, open: 'false' });
  return proposals[0] ?? refuse.notFound('proposal');
}

async function decide(place: Names, visit: Posted): Promise<Done> {
  const { call, form, text } = visit;
  const to = () => afterDecision(place.settlement, 'correction', place.proposal, visit);
  const work = async (): Promise<Done> => {
    if (text('decision') === 'accept') {
      const settling = readSettling(form, await loadProposal(place, visit));
      await sayOnForm(call(approve_change_proposal, { ...place, ...settling }));
      return { to: await to(), notice: texts.accepted };
    }
    await call(reject_change_proposal, { ...place, reason: readReason(form) });
    return { to: await to(), notice: texts.returned };
  };
  return orAlreadyDecided(work(), ['status'], fillPath(paths.correction, place));
}

export const correctionPage = definePage({
  path: paths.correction,
  for: 'signed-in',
  texts,
  async load(place, visit) {
    const [proposal, { settlement, clock }] = await Promise.all([
      loadProposal(place, visit),
      loadPlace(place.settlement, visit),
    ]);
    return { proposal, settlement, clock, isQueue: visit.text(queueField) === '1' };
  },
  actions: { decide: { path: paths.correction, perform: decide } },
  head: ({ proposal }) => ({ title: proposal.subject_name, scripts: ['reason.js', 'keys.js'] }),
  render: ({ proposal, settlement, clock, isQueue }, { language }) => {
    const waits = proposal.status === 'pending';
    const plot = proposal.author_plot && `${texts.plot[language]} ${proposal.author_plot}`;
    const changes = fieldsOf(proposal).map((field) => (
      <FieldChange key={field} proposal={proposal} field={field} />
    ));
    const asker = (
      <Asker
        name={proposal.author}
        about={[plot, sayWhen(proposal.created_at, clock)].filter(Boolean).join(' · ')}
        {...(proposal.note && { words: proposal.note })}
      />
    );
    return (
      <>
        <PageHead
          title={proposal.subject_name}
          line={(proposal.is_new ? texts.newTitle : texts.title)[language]}
          parent={{
            href: `${fillPath(paths.board, { settlement: settlement.slug })}?kind=correction`,
            text: boardTexts.correction[language],
          }}
          action={waits && <Tag tone="warn">{sayAge(proposal.created_at, clock)}</Tag>}
        />
        {waits ? (
          <DecisionForm settlement={settlement.slug} proposal={proposal} isQueue={isQueue}>
            {asker}
            {changes}
          </DecisionForm>
        ) : (
          <div class="stack">
            <Notice
              tone={proposal.status === 'approved' ? 'good' : 'plain'}
              title={(proposal.status === 'approved' ? texts.isAccepted : texts.isReturned)[language]}
            >
              {proposal.reject_reason}
            </Notice>
            {asker}
            {changes}
          </div>
        )}
      </>
    );
  },
});

type DecisionFormProps = {
  readonly settlement: string;
  readonly proposal: Proposal;
  readonly isQueue: boolean;
  readonly children: ComponentChildren;
};

function DecisionForm({ settlement, proposal, isQueue, children }: DecisionFormProps) {
  const language = useLanguage();
  const { forms } = usePage();
  const moved = fieldsOf(proposal).filter((field) => isMoved(proposal, field));
  const seen = Object.fromEntries(moved.map((field) => [field, fieldValue(proposal.now, field)]));
  return (
    <Form
      id="decide"
      action={fillPath(paths.correction, { settlement, proposal: proposal.id })}
      hidden={{ [names.seen]: JSON.stringify(seen), [queueField]: isQueue ? '1' : undefined }}
    >
      <Decision
        accept={texts.accept[language]}
        refuse={texts.return[language]}
        refuseTitle={texts.returnTitle[language]}
        reasons={reasons.map((reason) => reason[language])}
        reasonMissing={forms.decide?.errors?.reason !== undefined}
        note={texts.told[language]}
        next={nextPath(settlement, 'correction', proposal.id)}
      >
        {children}
      </Decision>
    </Form>
  );
}
