import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { edit_company } from '../../../../features/operations/company/edit_company.ts';
import { list_tasks } from '../../../../features/operations/task/list_tasks.ts';
import { loadOwnReviews, type OwnReview } from '../../loaders/own-reviews.ts';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import { Tag } from '../../ui/badge.tsx';
import { Buttons, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Medals } from '../../ui/contact-row.tsx';
import { FactList, ListCard } from '../../ui/list.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Pager } from '../../ui/pager.tsx';
import { ReviewEntry } from '../../ui/review-entry.tsx';
import { Row } from '../../ui/row.tsx';
import { Columns } from '../../ui/section.tsx';
import { formatAge, formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { askAgain, CompanyStateNotice } from './company-state.tsx';
import { loadOwnCompany, type OwnCompany } from './own-company.ts';

export const texts = {
  title: { en: 'My company', ru: 'Моя компания' },
  line: { en: 'Orders, reviews and the card', ru: 'Заказы, отзывы и карточка' },
  orders: { en: 'Orders', ru: 'Заказы' },
  noOrders: { en: 'No order is waiting.', ru: 'Заказов пока нет.' },
  verdicts: { en: 'What residents say', ru: 'Что говорят жители' },
  noReviews: { en: 'No medals yet.', ru: 'Пока никто не наградил.' },
  answer: labels.answer,
  open: labels.open,
  card: { en: 'Change the card', ru: 'Изменить карточку' },
  see: { en: 'As others see it', ru: 'Как видят другие' },
  figures: { en: 'In figures', ru: 'В цифрах' },
  rating: { en: 'Rating', ru: 'Рейтинг' },
  openOrders: { en: 'Open orders', ru: 'Открытых заказов' },
  unanswered: { en: 'Reviews without an answer', ru: 'Отзывов без ответа' },
  unansweredHere: { en: 'Without an answer on this page', ru: 'Без ответа на этой странице' },
  villages: { en: 'Villages served', ru: 'Посёлки' },
  none: { en: 'none yet', ru: 'пока нет' },
  people: { en: 'Representatives', ru: 'Представители' },
  claimed: labels.waitsForModerator,
  confirmed: { en: 'represents the company', ru: 'представляет компанию' },
  leave: { en: 'Leave or close', ru: 'Уйти или закрыть' },
  takeIn: labels.accept,
  takenIn: { en: 'Accepted. The person has been told.', ru: 'Приняли. Человеку сообщили.' },
} as const satisfies Record<string, Text>;

const takeIn = form(edit_company, {
  path: paths.takeInRepresentative,
  isButton: true,
  given({ account }) {
    const representatives = [
      { account_id: account, state: 'confirmed' as const, seen_state: 'claimed' as const },
    ];
    return { representatives };
  },
  done: (_, { company }) => ({ to: fillPath(paths.companyDashboard, { company }), notice: texts.takenIn }),
});

export const companyDashboardPage = definePage({
  path: paths.companyDashboard,
  access: 'signed-in',
  texts,
  async load({ company }, pageRequest) {
    const { call, text } = pageRequest;
    const card = await loadOwnCompany(company, pageRequest);
    const begun = { orders: text('orders'), reviews: text('verdicts') };
    const [orders, reviews, signed] = await Promise.all([
      call(list_tasks, { company_id: card.id, open: 'true', cursor: begun.orders }),
      loadOwnReviews(call, card.id, isId(begun.reviews) ? { cursor: begun.reviews } : {}),
      pageRequest.loadSignedInUser(),
    ]);
    const waiting = signed?.me.waiting?.companies.find((each) => each.company === card.id)?.requests;
    const clock = await loadClock(pageRequest, card.settlements[0]?.slug);
    return { card, orders, openOrders: waiting ?? orders.tasks.length, reviews, begun, clock };
  },
  actions: { askAgain, takeIn },
  head: ({ card }) => ({ title: card.name }),
  render: ({ card, orders: { tasks, cursor }, openOrders, reviews: shown, begun, clock }) => (
    <>
      <PageHead title={card.name} line={texts.line} parent={{ href: paths.today, text: labels.today }} />
      <CompanyStateNotice card={card} />
      <Columns
        main={
          <>
            <ListCard
              heading={{ id: 'orders', title: texts.orders }}
              none={texts.noOrders}
              foot={<Pager cursor={cursor} name="orders" of={texts.orders} anchor="orders" />}
            >
              {tasks.map((task) => (
                <Row
                  key={task.id}
                  icon="tasks"
                  href={fillPath(paths.task, { task: task.id })}
                  title={task.title}
                  line={`${task.author_name} · ${formatRelativeTime(task.created_at, clock)}`}
                  age={<Tag>{formatAge(task.created_at, clock)}</Tag>}
                />
              ))}
            </ListCard>
            <Card heading={{ id: 'verdicts', title: texts.verdicts }}>
              {shown.reviews.length === 0 && <p class="soft">{texts.noReviews}</p>}
              <ul class="rows">
                {shown.reviews.map((review) => (
                  <ReviewEntry key={review.id} review={review} answerer="company" clock={clock}>
                    <AnswerLink company={card.slug} review={review} />
                  </ReviewEntry>
                ))}
              </ul>
              <Pager cursor={shown.cursor} name="verdicts" of={texts.verdicts} anchor="verdicts" />
            </Card>
          </>
        }
        side={
          <DashboardSide
            card={card}
            orders={openOrders}
            unanswered={shown.reviews.filter(({ answer }) => !answer).length}
            hasMore={shown.cursor !== null || begun.reviews !== ''}
          />
        }
      />
    </>
  ),
});

function AnswerLink({ company, review }: { company: string; review: OwnReview }) {
  return (
    <p class="small">
      {review.settlement?.name}{' '}
      <LinkButton
        href={fillPath(paths.companyReview, { company, review: review.id })}
        kind="quiet"
        compact
        about={review.author}
      >
        {review.answer ? texts.open : texts.answer}
      </LinkButton>
    </p>
  );
}

/** `unanswered` counts those on this page. */
function DashboardSide(props: { card: OwnCompany; orders: number; unanswered: number; hasMore: boolean }) {
  const { card, orders, unanswered, hasMore } = props;
  const address = { company: card.slug };
  return (
    <>
      <Card heading={{ id: 'figures', title: texts.figures }}>
        <Medals medals={card.medals} all />
        <FactList
          facts={[
            [texts.rating, card.rating],
            [texts.openOrders, orders],
            [hasMore ? texts.unansweredHere : texts.unanswered, unanswered],
            [texts.villages, card.settlements.map(({ name }) => name).join(', ') || texts.none],
          ]}
        />
      </Card>
      <ListCard heading={{ id: 'people', title: texts.people }}>
        {card.representatives.map(({ account_id, name, state }) => (
          <Row
            key={account_id}
            person={name}
            title={name}
            line={texts[state]}
            action={
              state === 'claimed' ? (
                <takeIn.Button at={{ ...address, account: account_id }} kind="quiet" compact about={name}>
                  {texts.takeIn}
                </takeIn.Button>
              ) : undefined
            }
          />
        ))}
      </ListCard>
      <Buttons>
        <LinkButton href={fillPath(paths.companyCard, address)} kind="quiet" icon="write">
          {texts.card}
        </LinkButton>
        <LinkButton href={fillPath(paths.company, address)} kind="bare" icon="eye">
          {texts.see}
        </LinkButton>
        <LinkButton href={fillPath(paths.companyLeaving, address)} kind="bare" icon="leave">
          {texts.leave}
        </LinkButton>
      </Buttons>
    </>
  );
}
