import type { Language, Text } from '../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { propose_change } from '../../../features/operations/proposal/propose_change.ts';
import { loadCompany, loadContact, type Subject } from '../loaders/directory-subject.ts';
import type { ActionResult, FormRequest } from '../page/page.ts';
import { mapProposedFields } from '../server/record-changes.ts';
import { refusalAsFieldError } from '../server/refusal-as-field-error.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { useLanguage } from '../ui/language-context.ts';
import { texts as formTexts } from '../ui/record-form.tsx';
import { formatPhone } from '../words/directory-texts.ts';

export const texts = {
  wrong: { en: 'Is the number wrong?', ru: 'Номер неверный?' },
  missing: { en: 'Do you know the number?', ru: 'Знаете номер?' },
  why: {
    en: 'The board will check and answer. The record changes for everybody.',
    ru: 'Правление проверит и ответит. Запись изменится для всех.',
  },
  which: { en: 'Which one', ru: 'Какой именно' },
  right: { en: 'The right number', ru: 'Верный номер' },
  needed: { en: 'Write the right number.', ru: 'Напишите верный номер.' },
  other: { en: 'Something else is wrong', ru: 'Неверно что-то другое' },
  instead: { en: 'Wrong: {number}.', ru: 'Неверный: {number}.' },
  sent: {
    en: 'Thank you. The board will check and answer.',
    ru: 'Спасибо. Правление проверит и ответит.',
  },
} as const satisfies Record<string, Text>;

/** The sentence about the wrong number goes before it. */
const maxNote = 450;

/** A wrong number is corrected here; everything else on the correction page. */
export function WrongNumberForm({ subject }: { subject: Subject }) {
  const language = useLanguage();
  const { card, membership, pagePaths } = subject;
  if (!membership.isResident) return null;
  const { phones } = card;
  return (
    <Card heading={{ id: 'wrong-number', title: phones.length > 0 ? texts.wrong : texts.missing }}>
      <p class="small soft gap-below">{texts.why}</p>
      <Form
        id="wrong"
        action={actionOf(subject)}
        hidden={phones.length === 1 ? { wrong: phones[0] } : {}}
        outbox={`${texts.wrong[language]} ${card.name}`}
        draft
      >
        {phones.length > 1 && (
          <SelectField
            name="wrong"
            label={texts.which}
            choices={phones.map((number) => ({ value: number, label: formatPhone(number) }))}
          />
        )}
        <TextField name="phone" type="tel" label={texts.right} maxLength={40} autocomplete="off" />
        <TextField name="note" label={formTexts.note} optional maxLength={maxNote} />
        <Button kind="quiet">{formTexts.send}</Button>
      </Form>
      <a class="link" href={pagePaths.correct}>
        {texts.other}
      </a>
    </Card>
  );
}

const actionOf = ({ type, card, settlement, pagePaths }: Subject) =>
  type === 'contact'
    ? pagePaths.card
    : fillPath(paths.wrongCompanyNumber, { settlement: settlement.slug, company: card.slug });

export const proposeContactNumber = async (
  names: { settlement: string; contact: string },
  pageRequest: FormRequest,
): Promise<ActionResult> => proposeNumber(await loadContact(names, pageRequest), pageRequest);

export const proposeCompanyNumber = async (
  names: { settlement: string; company: string },
  pageRequest: FormRequest,
): Promise<ActionResult> => proposeNumber(await loadCompany(names, pageRequest), pageRequest);

async function proposeNumber(subject: Subject, { call, text, view }: FormRequest): Promise<ActionResult> {
  const { type, card, pagePaths, settlement } = subject;
  const number = text('phone').trim();
  if (number === '') refuse.invalid('phone', texts.needed);
  const wrong = text('wrong');
  const isNamed = card.phones.includes(wrong);
  const phones = isNamed
    ? card.phones.map((each) => (each === wrong ? number : each))
    : [...card.phones, number];
  await mapProposedFields(
    refusalAsFieldError(
      call(propose_change, {
        settlement: settlement.id,
        subject_type: type,
        subject_id: card.id,
        proposed: { phones },
        note: formatNote(
          text('note').trim(),
          card.phones.length > 1 && isNamed ? wrong : null,
          view.language,
        ),
      }),
      'phone',
    ),
    (field) => (field === 'phones' ? 'phone' : field),
  );
  return { to: pagePaths.card, notice: texts.sent };
}

/** Of several numbers, the board reads which one is wrong. */
function formatNote(note: string, wrong: string | null, language: Language): string | null {
  const named = wrong && texts.instead[language].replace('{number}', formatPhone(wrong));
  return [named, note].filter(Boolean).join(' ') || null;
}
