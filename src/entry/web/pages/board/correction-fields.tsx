import type { Text } from '../../../../base/i18n/text.ts';
import { Card } from '../../ui/card.tsx';
import { CheckField } from '../../ui/choice.tsx';
import { Conflict, Versions } from '../../ui/decision.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { useField } from '../../ui/form.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { usePage } from '../../ui/page-context.ts';
import { RecordInput } from '../../ui/record-input.tsx';
import { Added, Removed } from '../../ui/text-difference.tsx';
import { formatRecordValue, type RecordField, recordFieldTexts } from '../../words/directory-texts.ts';
import * as labels from '../../words/labels.ts';
import {
  fieldNames,
  getFieldValue,
  hasConflict,
  hasFieldCheckboxes,
  type Proposal,
} from './conflict-resolution.ts';

export const texts = {
  take: { en: 'Take', ru: 'Взять' },
  empty: labels.empty,
  conflict: { en: 'Changed while this waited', ru: 'Пока правка ждала, это изменили' },
  line: {
    en: 'The board has since written something else. Choose what stays.',
    ru: 'Правление за это время записало другое. Выберите, что останется.',
  },
  question: { en: 'What to write', ru: 'Что записать' },
  keep: { en: 'Keep the current value', ru: 'Оставить нынешнее' },
  proposed: { en: 'Take the proposed value', ru: 'Взять предложенное' },
  other: { en: 'Write something else', ru: 'Записать другое' },
  otherHint: { en: 'in the field below', ru: 'в поле ниже' },
} as const satisfies Record<string, Text>;

type FieldProps = { readonly proposal: Proposal; readonly field: RecordField };

/** Old and proposed value of a field; on a conflict also the current value and three ways to resolve it. */
export function FieldChange({ proposal, field }: FieldProps) {
  const language = useLanguage();
  const waits = proposal.status === 'pending';
  if (waits && hasConflict(proposal, field)) return <ConflictingField proposal={proposal} field={field} />;
  const written = proposal.applied_values ?? proposal.proposed;
  return (
    <Card heading={{ id: `field-${field}`, title: recordFieldTexts[field] }}>
      <div class="stack tight">
        {waits && hasFieldCheckboxes(proposal) && (
          <CheckField name={fieldNames.take(field)} label={texts.take} checked />
        )}
        <Versions
          was={
            formatRecordValue(field, getFieldValue(proposal.before, field), language) === '' ? null : (
              <Value of={proposal.before} field={field} mark="removed" />
            )
          }
          will={<Value of={{ ...proposal.proposed, ...written }} field={field} mark="added" />}
        />
      </div>
    </Card>
  );
}

function ConflictingField({ proposal, field }: FieldProps) {
  const language = useLanguage();
  const { forms } = usePage();
  const name = fieldNames.resolution(field);
  const { id, messages } = useField(name);
  const say = (values: object) =>
    formatRecordValue(field, getFieldValue(values, field), language) || texts.empty[language];
  const chosen = forms.decide?.values?.[name];
  return (
    <>
      <Conflict
        id={id}
        title={`${recordFieldTexts[field][language]}: ${texts.conflict[language].toLowerCase()}`}
        line={texts.line}
        name={name}
        question={texts.question}
        chosen={typeof chosen === 'string' ? chosen : undefined}
        ways={[
          { value: 'keep', title: texts.keep, hint: say(proposal.now) },
          { value: 'take', title: texts.proposed, hint: say(proposal.proposed) },
          { value: 'other', title: texts.other, hint: texts.otherHint },
        ]}
      >
        <Versions
          was={<Value of={proposal.before} field={field} mark="removed" />}
          will={<Value of={proposal.proposed} field={field} mark="added" />}
          now={say(proposal.now)}
        />
      </Conflict>
      <FieldError id={id} messages={messages} />
      <Fold title={texts.other} open={chosen === 'other'}>
        <RecordInput field={field} value={getFieldValue(proposal.now, field)} />
      </Fold>
    </>
  );
}

/** Marked as removed or added; an empty value is named as such. */
function Value({ of, field, mark }: { of: object; field: RecordField; mark: 'added' | 'removed' }) {
  const language = useLanguage();
  const formatted = formatRecordValue(field, getFieldValue(of, field), language);
  if (formatted === '') return <span class="soft">{texts.empty}</span>;
  return mark === 'added' ? <Added>{formatted}</Added> : <Removed>{formatted}</Removed>;
}
