import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { propose_change } from '../../../../features/operations/proposal/propose_change.ts';
import { type ContactSubject, loadContact, type Subject } from '../../loaders/directory-subject.ts';
import { loadReviews } from '../../loaders/reviews.ts';
import { type ActionResult, definePage, type FormRequest } from '../../page/page.ts';
import { mapProposedFields } from '../../server/record-changes.ts';
import { refusalAsFieldError } from '../../server/refusal-as-field-error.ts';
import { Button, Buttons, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { useLanguage } from '../../ui/language-context.ts';
import { FactList } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { usePage } from '../../ui/page-context.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { PhoneCard } from '../../ui/phone-card.tsx';
import { texts as formTexts } from '../../ui/record-form.tsx';
import { ReviewsCard } from '../../ui/reviews.tsx';
import { Columns } from '../../ui/section.tsx';
import { contactCategoryTexts, formatPhone, recordFieldTexts } from '../../words/directory-texts.ts';
import { formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';

export const texts = {
  title: { en: 'Contact', ru: 'Контакт' },
  directory: labels.directory,
  writeBoard: labels.writeToBoard,
  gone: { en: 'Removed from the directory.', ru: 'Убрано из справочника.' },
  edit: { en: 'Edit', ru: 'Изменить' },
  wrong: { en: 'Is the number wrong?', ru: 'Номер неверный?' },
  missing: { en: 'Do you know the number?', ru: 'Знаете номер?' },
  wrongWhy: {
    en: 'The board checks and answers. The record changes for everybody.',
    ru: 'Правление проверит и ответит. Запись изменится для всех.',
  },
  which: { en: 'Which one', ru: 'Какой именно' },
  right: { en: 'The right number', ru: 'Верный номер' },
  needed: { en: 'Write the right number.', ru: 'Напишите верный номер.' },
  other: { en: 'Something else is wrong', ru: 'Неверно что-то другое' },
  sent: {
    en: 'Thank you. The board will check and answer.',
    ru: 'Спасибо. Правление проверит и ответит.',
  },
  updated: { en: 'Updated', ru: 'Обновлено' },
} as const satisfies Record<string, Text>;

export const contactPage = definePage({
  path: paths.contact,
  access: 'anybody',
  signInToFind: true,
  texts,
  async load(names, pageRequest) {
    const subject = await loadContact(names, pageRequest);
    return { subject, reviews: await loadReviews(subject, pageRequest) };
  },
  actions: {
    wrong: { path: paths.contact, perform: proposeNumber },
  },
  head: ({ subject: { card } }) => ({ title: card.name }),
  render: ({ subject, reviews }) => {
    const { card, settlement } = subject;
    return (
      <>
        <PageHead
          title={card.name}
          line={contactCategoryTexts[card.category]}
          parent={{
            href: fillPath(paths.directory, { settlement: settlement.slug }),
            text: texts.directory,
          }}
        />
        <Columns
          main={
            <>
              {card.archived && <Notice tone="warn">{texts.gone}</Notice>}
              <PhoneCard card={card}>
                <ContactActions subject={subject} />
              </PhoneCard>
              <ReviewsCard subject={subject} reviews={reviews} />
            </>
          }
          side={
            <>
              <WrongNumberForm subject={subject} />
              <ContactFacts subject={subject} />
            </>
          }
        />
      </>
    );
  },
});

function ContactActions({ subject: { card, settlement, membership } }: { subject: ContactSubject }) {
  const { hasPage } = usePage();
  const edit = fillPath(paths.editContact, { settlement: settlement.slug, contact: card.slug });
  return (
    <>
      {card.category === 'board' && membership.isSignedIn && hasPage(paths.newMessage) && (
        <LinkButton
          href={`${paths.newMessage}?${new URLSearchParams({ to: 'board', settlement: settlement.slug })}`}
          kind="quiet"
          icon="messages"
        >
          {texts.writeBoard}
        </LinkButton>
      )}
      {membership.isBoard && hasPage(edit) && (
        <LinkButton href={edit} kind="quiet" icon="write">
          {texts.edit}
        </LinkButton>
      )}
    </>
  );
}

/** A wrong number is corrected here; everything else on the correction page. */
function WrongNumberForm({ subject: { card, membership, pagePaths } }: { subject: ContactSubject }) {
  const language = useLanguage();
  if (!membership.isResident) return null;
  const { phones } = card;
  return (
    <Card heading={{ id: 'wrong-number', title: phones.length > 0 ? texts.wrong : texts.missing }}>
      <p class="small soft gap-below">{texts.wrongWhy}</p>
      <Form
        id="wrong"
        action={pagePaths.card}
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
        <TextField name="note" label={formTexts.note} optional maxLength={500} />
        <Button kind="quiet">{formTexts.send}</Button>
      </Form>
      <a class="link" href={pagePaths.correct}>
        {texts.other}
      </a>
    </Card>
  );
}

async function proposeNumber(
  names: { settlement: string; contact: string },
  pageRequest: FormRequest,
): Promise<ActionResult> {
  const { call, text } = pageRequest;
  const { card, pagePaths, settlement } = await loadContact(names, pageRequest);
  const number = text('phone').trim();
  if (number === '') refuse.invalid('phone', texts.needed);
  const wrong = text('wrong');
  const phones = card.phones.includes(wrong)
    ? card.phones.map((each) => (each === wrong ? number : each))
    : [...card.phones, number];
  await mapProposedFields(
    refusalAsFieldError(
      call(propose_change, {
        settlement: settlement.id,
        subject_type: 'contact',
        subject_id: card.id,
        proposed: { phones },
        note: text('note').trim() || null,
      }),
      'phone',
    ),
    (field) => (field === 'phones' ? 'phone' : field),
  );
  return { to: pagePaths.card, notice: texts.sent };
}

function ContactFacts({ subject: { card, clock } }: { subject: Subject & { card: ContactSubject['card'] } }) {
  const facts = [
    [recordFieldTexts.address, card.address],
    [recordFieldTexts.notes, card.notes],
    [texts.updated, formatRelativeTime(card.updated_at, clock)],
  ] as const;
  return (
    <Card>
      <FactList facts={facts.filter(([, value]) => value !== '')} />
      {card.site && (
        <Buttons>
          <a class="link" href={card.site} rel="noreferrer nofollow">
            {recordFieldTexts.site}
          </a>
        </Buttons>
      )}
    </Card>
  );
}
