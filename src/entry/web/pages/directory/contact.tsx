import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { proposeContactNumber, WrongNumberForm } from '../../forms/wrong-number.tsx';
import { type ContactSubject, loadContact, type Subject } from '../../loaders/directory-subject.ts';
import { loadReviews } from '../../loaders/reviews.ts';
import { definePage } from '../../page/page.ts';
import { Buttons, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FactList } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { usePage } from '../../ui/page-context.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { PhoneCard } from '../../ui/phone-card.tsx';
import { ReviewsCard } from '../../ui/reviews.tsx';
import { Columns } from '../../ui/section.tsx';
import { contactCategoryTexts, recordFieldTexts } from '../../words/directory-texts.ts';
import { formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';

export const texts = {
  title: { en: 'Contact', ru: 'Контакт' },
  directory: labels.directory,
  writeBoard: labels.writeToBoard,
  gone: { en: 'Removed from the directory.', ru: 'Убрано из справочника.' },
  edit: { en: 'Edit', ru: 'Изменить' },
  wrongWhy: {
    en: 'The board will check and answer. The record changes for everybody.',
    ru: 'Правление проверит и ответит. Запись изменится для всех.',
  },
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
    wrong: { path: paths.contact, perform: proposeContactNumber },
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
