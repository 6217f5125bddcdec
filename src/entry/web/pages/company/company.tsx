import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { show_company } from '../../../../features/operations/company/show_company.ts';
import { proposeCompanyNumber, WrongNumberForm } from '../../forms/wrong-number.tsx';
import { loadCompany, type Subject } from '../../loaders/directory-subject.ts';
import { listPictures } from '../../loaders/form-photographs.ts';
import { loadReviews } from '../../loaders/reviews.ts';
import { definePage, type PageRequest } from '../../page/page.ts';
import { Tag } from '../../ui/badge.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Company, Medals } from '../../ui/contact-row.tsx';
import { say } from '../../ui/language-context.ts';
import { FactList } from '../../ui/list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { usePage } from '../../ui/page-context.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { PhoneCard } from '../../ui/phone-card.tsx';
import { PhotoStrip } from '../../ui/photo-strip.tsx';
import { ReviewsCard } from '../../ui/reviews.tsx';
import { Columns } from '../../ui/section.tsx';
import { companyStateTexts, companyStateTones } from '../../words/company-texts.ts';
import { recordFieldTexts } from '../../words/directory-texts.ts';
import * as labels from '../../words/labels.ts';

export const texts = {
  title: labels.company,
  directory: labels.directory,
  write: labels.write,
  order: { en: 'Ask for work', ru: 'Заказать работу' },
  serves: { en: 'Works in', ru: 'Работает в посёлках' },
  says: { en: 'What neighbours say in', ru: 'Что говорят соседи' },
  medals: { en: 'Medals', ru: 'Медали' },
  correct: { en: 'Something is wrong', ru: 'Что-то неверно?' },
  inn: { en: 'Taxpayer number', ru: 'ИНН' },
  waitingWhy: {
    en: 'Nobody has checked yet that it exists. It takes no orders until then.',
    ru: 'Пока никто не проверил, что она существует. До проверки заказать у неё нельзя.',
  },
  closedWhy: {
    en: 'It has closed. The residents’ reviews and its finished work remain.',
    ru: 'Она закрылась. Остались отзывы жителей и выполненная работа.',
  },
  nowhere: { en: 'It serves no village yet.', ru: 'Пока не работает ни в одном посёлке.' },
} as const satisfies Record<string, Text>;

/** The card is public; reviews are shown as far as the user may read them. */
export const companyPage = definePage({
  path: paths.company,
  access: 'anybody',
  texts,
  load: ({ company }, pageRequest) => loadCard(company, pageRequest),
  actions: { wrong: { path: paths.wrongCompanyNumber, perform: proposeCompanyNumber } },
  head: ({ card }) => ({ title: card.name, description: card.description }),
  render: ({ card, subject, reviews, photos }) => (
    <>
      <PageHead
        title={card.name}
        line={card.trades.join(', ')}
        parent={
          subject && {
            href: fillPath(paths.directory, { settlement: subject.settlement.slug }),
            text: texts.directory,
          }
        }
        action={
          <Tag tone={companyStateTones[card.state]} icon={card.is_verified ? 'check' : undefined}>
            {companyStateTexts[card.state]}
          </Tag>
        }
      />
      {!card.is_verified && (
        <div class="gap-below">
          {card.state === 'closed' ? (
            <Notice tone="plain">{texts.closedWhy}</Notice>
          ) : (
            <Notice tone="warn">{texts.waitingWhy}</Notice>
          )}
        </div>
      )}
      <Columns
        main={
          <>
            {card.state !== 'closed' && (
              <PhoneCard card={card}>
                <ContactLinks card={card} subject={subject} />
              </PhoneCard>
            )}
            {photos.length > 0 && (
              <Card heading={{ id: 'photos', title: labels.photographs }}>
                <PhotoStrip photos={photos} />
              </Card>
            )}
            {card.description && (
              <Card>
                <p class="words">{card.description}</p>
              </Card>
            )}
            <SettlementSwitch card={card} subject={subject} />
            {subject && reviews && <ReviewsCard subject={subject} reviews={reviews} />}
            {!subject && (
              <Card heading={{ id: 'medals', title: texts.medals }}>
                <Medals medals={card.medals} all />
                <p class="small soft gap-top">{texts.nowhere}</p>
              </Card>
            )}
          </>
        }
        side={
          <>
            {subject && card.state !== 'closed' && <WrongNumberForm subject={subject} />}
            <CompanyFacts card={card} subject={subject} />
          </>
        }
      />
    </>
  ),
});

/** Reviews of the settlement in the query, else the user's own, else the first it serves. */
async function loadCard(company: string, pageRequest: PageRequest) {
  const [{ data: card }, visitor] = await Promise.all([
    pageRequest.call(show_company, { company }),
    pageRequest.loadSignedInUser(),
  ]);
  const wanted = [pageRequest.text('settlement'), visitor?.overview.place?.slug];
  const served =
    card.settlements.find(({ id, slug }) => wanted.includes(slug) || wanted.includes(id)) ??
    card.settlements[0];
  const photos = listPictures(card.photos, card.name);
  if (served === undefined) return { card, photos };
  const subject = await loadCompany({ settlement: served.slug, company }, pageRequest);
  return { card, photos, subject, reviews: await loadReviews(subject, pageRequest) };
}

function ContactLinks({ card, subject }: { card: Company; subject: Subject | undefined }) {
  const { hasPage } = usePage();
  if (!subject?.membership.isSignedIn) return null;
  return (
    <>
      {hasPage(paths.newMessage) && (
        <LinkButton
          href={`${paths.newMessage}?${new URLSearchParams({ to: 'company', company: card.slug })}`}
          kind="quiet"
          icon="messages"
        >
          {texts.write}
        </LinkButton>
      )}
      {subject.membership.isResident && card.is_verified && hasPage(paths.newTask) && (
        <LinkButton
          href={`${paths.newTask}?${new URLSearchParams({ kind: 'request', company: card.slug })}`}
          kind="quiet"
          icon="tasks"
        >
          {texts.order}
        </LinkButton>
      )}
    </>
  );
}

/** Reviews are per settlement: a switch if the company serves several. */
function SettlementSwitch({ card, subject }: { card: Company; subject: Subject | undefined }) {
  if (card.settlements.length < 2) return null;
  const here = fillPath(paths.company, { company: card.slug });
  return (
    <nav class="layers" aria-label={say(texts.serves)}>
      {card.settlements.map(({ id, slug, name }) => (
        <a
          key={id}
          class="chip"
          href={`${here}?${new URLSearchParams({ settlement: slug })}#medals`}
          aria-current={id === subject?.settlement.id ? 'true' : undefined}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

function CompanyFacts({ card, subject }: { card: Company; subject: Subject | undefined }) {
  const facts = [
    [recordFieldTexts.address, card.address],
    [texts.serves, card.settlements.map(({ name }) => name).join(', ')],
    [texts.inn, card.inn],
  ] as const;
  return (
    <Card>
      <FactList facts={facts.filter(([, value]) => value !== '')} />
      <p class="buttons">
        {card.site && (
          <a class="link" href={card.site} rel="noreferrer nofollow">
            {recordFieldTexts.site}
          </a>
        )}
        {subject?.membership.isResident && card.state !== 'closed' && (
          <a class="link" href={subject.pagePaths.correct}>
            {texts.correct}
          </a>
        )}
      </p>
    </Card>
  );
}
