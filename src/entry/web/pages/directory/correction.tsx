import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { propose_change } from '../../../../features/operations/proposal/propose_change.ts';
import { loadCompany, loadContact, type Subject } from '../../loaders/directory-subject.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { type ActionResult, definePage, type FormRequest } from '../../page/page.ts';
import { mapProposedFields, pickRecordBase, readChanges, showConflict } from '../../server/record-changes.ts';
import { refusalAsFieldError } from '../../server/refusal-as-field-error.ts';
import { Card } from '../../ui/card.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { contactFormFields, RecordForm } from '../../ui/record-form.tsx';
import type { RecordValues } from '../../ui/record-input.tsx';
import type { RecordField } from '../../words/directory-texts.ts';
import { texts as contactTexts } from './contact.tsx';
import { ResidentsOnly } from './residents-only.tsx';

export const texts = {
  title: { en: 'Correct the record', ru: 'Исправить запись' },
  newTitle: { en: 'Propose a record', ru: 'Предложить запись' },
  newWhy: {
    en: 'Whom would you recommend to neighbours? The board checks and puts it into the directory.',
    ru: 'Кого посоветуете соседям? Правление проверит и внесёт в справочник.',
  },
} as const satisfies Record<string, Text>;

const fieldsOf = (type: Subject['type']): readonly RecordField[] =>
  type === 'company'
    ? ['name', 'phones', 'hours', 'address', 'site', 'trades', 'description']
    : [...contactFormFields, 'archived'];

const valuesOf = ({ type, card }: Subject): RecordValues =>
  Object.fromEntries(
    fieldsOf(type).map((field) => [
      field,
      (card as unknown as Record<string, RecordValues[RecordField]>)[field],
    ]),
  );

/** Form with the current record; only changed fields are proposed. */
const correction = {
  access: 'signed-in',
  texts,
  head: () => ({ width: 'narrow' }) as const,
  render: (subject: Subject) => (
    <>
      <PageHead
        title={texts.title}
        line={contactTexts.wrongWhy}
        parent={{ href: subject.pagePaths.card, text: subject.card.name }}
      />
      {subject.membership.isResident || subject.membership.isBoard ? (
        <Card>
          <RecordForm
            id="correct"
            action={subject.pagePaths.correct}
            fields={fieldsOf(subject.type)}
            values={valuesOf(subject)}
          />
        </Card>
      ) : (
        <ResidentsOnly settlement={subject.settlement.slug} />
      )}
    </>
  ),
} as const;

async function submitProposal(subject: Subject, { call, form, text }: FormRequest): Promise<ActionResult> {
  const { type, card, settlement, pagePaths } = subject;
  const proposed = readChanges(form, fieldsOf(type));
  const input = {
    settlement: settlement.id,
    subject_type: type,
    subject_id: card.id,
    proposed,
    note: text('note').trim() || null,
    seen: pickRecordBase(form, Object.keys(proposed) as RecordField[]),
  };
  await showConflict(form, mapProposedFields(refusalAsFieldError(call(propose_change, input), 'note')));
  return { to: pagePaths.card, notice: contactTexts.sent };
}

export const correctContactPage = definePage({
  ...correction,
  path: paths.correctContact,
  load: loadContact,
  actions: {
    correct: {
      path: paths.correctContact,
      perform: async (names, pageRequest) =>
        submitProposal(await loadContact(names, pageRequest), pageRequest),
    },
  },
});

export const correctCompanyPage = definePage({
  ...correction,
  path: paths.correctCompany,
  load: loadCompany,
  actions: {
    correct: {
      path: paths.correctCompany,
      perform: async (names, pageRequest) =>
        submitProposal(await loadCompany(names, pageRequest), pageRequest),
    },
  },
});

export const proposeContactPage = definePage({
  path: paths.proposeContact,
  access: 'signed-in',
  texts,
  load: ({ settlement }, pageRequest) => loadSettlementContext(settlement, pageRequest),
  actions: {
    propose: {
      path: paths.proposeContact,
      async perform({ settlement }, { call, form, text }) {
        const proposed = readChanges(form, contactFormFields);
        const input = { settlement, proposed, note: text('note').trim() || null };
        await mapProposedFields(refusalAsFieldError(call(propose_change, input), 'note'));
        return { to: paths.myRequests, notice: contactTexts.sent };
      },
    },
  },
  head: () => ({ width: 'narrow', title: texts.newTitle }),
  render: ({ settlement, membership }) => (
    <>
      <PageHead
        title={texts.newTitle}
        line={texts.newWhy}
        parent={{
          href: fillPath(paths.directory, { settlement: settlement.slug }),
          text: contactTexts.directory,
        }}
      />
      {membership.isResident || membership.isBoard ? (
        <Card>
          <RecordForm
            id="propose"
            action={fillPath(paths.proposeContact, { settlement: settlement.slug })}
            fields={contactFormFields}
            values={{}}
          />
        </Card>
      ) : (
        <ResidentsOnly settlement={settlement.slug} />
      )}
    </>
  ),
});
