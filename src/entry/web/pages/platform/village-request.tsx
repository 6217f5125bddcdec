import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import type { ReplyOf } from '../../../../domain/kernel/operation.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { decide_settlement_request } from '../../../../features/actions/decide_settlement_request.ts';
import { show_settlement_request } from '../../../../features/actions/show_settlement_request.ts';
import { type ActionResult, definePage, type FormRequest, type PageRequest } from '../../page/page.ts';
import { guessCountry } from '../../server/guess-country.ts';
import { stripFieldPrefix } from '../../server/refusal-as-field-error.ts';
import { utcClock } from '../../server/settlement-clock.ts';
import { Card } from '../../ui/card.tsx';
import { CheckField } from '../../ui/choice.tsx';
import { Requester, readReason } from '../../ui/decision.tsx';
import { DecisionScreen, type Outcome } from '../../ui/decision-screen.tsx';
import { FactList, ListCard } from '../../ui/list.tsx';
import { RegisterEntryFields, readRegisterEntry } from '../../ui/register-entry-fields.tsx';
import { Row } from '../../ui/row.tsx';
import { type Clock, formatRelativeTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { villageMissingTexts } from '../../words/missing-field-texts.ts';
import { requesterRoleTexts } from '../../words/settlement-request-texts.ts';
import { settlementKindTexts, translateName } from '../../words/shared-texts.ts';

export const texts = {
  title: { en: 'New village', ru: 'Новый посёлок' },
  email: { en: 'Address', ru: 'Почта' },
  contact: { en: 'How to reach them', ru: 'Как связаться' },
  who: { en: 'About themselves', ru: 'О себе' },
  where: labels.where,
  kind: labels.kind,
  alike: { en: 'Similar in the register', ru: 'Похожие в реестре' },
  noneAlike: { en: 'There is none with this name.', ru: 'С похожим названием ничего нет.' },
  accept: labels.add,
  refuse: labels.returnIt,
  refuseTitle: labels.returnWithReason,
  told: { en: 'The person is told at once.', ru: 'Человек узнает о решении сразу.' },
  accepted: {
    en: 'Added. Appoint its board here.',
    ru: 'Посёлок добавлен. Назначьте здесь правление.',
  },
  acceptedAsBoard: {
    en: 'Added. Whoever asked is now its board.',
    ru: 'Посёлок добавлен. Правление — кто просил.',
  },
  returned: {
    en: 'Sent back. The person has been told the reason.',
    ru: 'Вернули. Человеку сообщили причину.',
  },
  isAccepted: { en: 'This village was added', ru: 'Посёлок добавлен' },
  isReturned: { en: 'This was returned', ru: 'Заявку вернули' },
  isWithdrawn: { en: 'The person has withdrawn it', ru: 'Человек отозвал заявку' },
  open: { en: 'Open the village', ru: 'Открыть посёлок' },
  entry: { en: 'As the register will have it', ru: 'Как будет в реестре' },
  board: { en: 'Make whoever asked its board', ru: 'Кто просил, станет правлением' },
  boardHint: {
    en: 'They get everything the board has: register, decisions, announcements. Otherwise appoint somebody afterwards.',
    ru: 'Получит всё, что есть у правления: реестр, решения, объявления. Иначе назначьте кого-нибудь потом.',
  },
} as const satisfies Record<string, Text>;

const reasons = [
  {
    en: 'This village is already here: search for it by name.',
    ru: 'Такой посёлок уже есть: найдите его по названию.',
  },
  {
    en: 'We could not find it on the map. Write the district and the nearest village.',
    ru: 'Не нашли его на карте. Напишите район и ближайшую деревню.',
  },
  {
    en: 'Please ask together with the board of the village.',
    ru: 'Подайте, пожалуйста, заявку вместе с правлением посёлка.',
  },
] as const satisfies readonly Text[];

type Found = ReplyOf<typeof show_settlement_request>;

async function loadRequest({ request }: { request: string }, pageRequest: PageRequest<'moderator'>) {
  if (!isId(request)) refuse.notFound('request');
  const found = await pageRequest.call(show_settlement_request, { request });
  const { request: asked, view } = pageRequest;
  const country = guessCountry(asked.headers['accept-language'], view.language);
  return { ...found, country, clock: utcClock(pageRequest) };
}

async function decideRequest(
  { request }: { request: string },
  { call, form, text }: FormRequest<'moderator'>,
): Promise<ActionResult> {
  if (text('decision') !== 'accept') {
    await call(decide_settlement_request, { request, reason: readReason(form) });
    return { to: paths.platform, notice: texts.returned };
  }
  const entry = { ...readRegisterEntry(form), is_board: text('is_board') === 'true' };
  const { slug } = await stripFieldPrefix('entry', call(decide_settlement_request, { request, entry }));
  return {
    to: fillPath(paths.boardMembers, { settlement: slug ?? '' }),
    notice: entry.is_board ? texts.acceptedAsBoard : texts.accepted,
  };
}

export const platformVillagePage = definePage({
  path: paths.platformSettlementRequest,
  access: 'moderator',
  texts,
  missing: villageMissingTexts,
  load: loadRequest,
  actions: { decide: { path: paths.platformSettlementRequest, perform: decideRequest } },
  head: ({ request }) => ({ width: 'narrow', title: request.name, scripts: ['reason.js', 'keys.js'] }),
  render: ({ request, regions, country, alike, clock }) => (
    <DecisionScreen
      title={request.name}
      line={texts.title}
      parent={{ href: paths.platform, text: labels.platform }}
      since={request.createdAt.toISOString()}
      clock={clock}
      isOpen={request.state === 'waiting'}
      outcome={formatOutcome(request, clock)}
      action={fillPath(paths.platformSettlementRequest, { request: request.id })}
      accept={texts.accept}
      refuse={texts.refuse}
      refuseTitle={texts.refuseTitle}
      reasons={reasons}
      note={texts.told}
      about={<RequestDetails request={request} alike={alike} clock={clock} />}
    >
      <Card heading={{ id: 'entry', title: texts.entry }}>
        <div class="form">
          <RegisterEntryFields known={request} regions={regions} country={country} />
          <CheckField
            name="is_board"
            label={texts.board}
            hint={texts.boardHint}
            checked={request.asker === 'board'}
          />
        </div>
      </Card>
    </DecisionScreen>
  ),
});

function formatOutcome({ state, slug, decidedAt, reason }: Found['request'], clock: Clock): Outcome | null {
  if (state === 'waiting') return null;
  return {
    isAccepted: state === 'accepted',
    title: { accepted: texts.isAccepted, returned: texts.isReturned, withdrawn: texts.isWithdrawn }[state],
    details: [decidedAt && formatRelativeTime(decidedAt.toISOString(), clock), reason],
    ...(slug && { link: { href: fillPath(paths.settlement, { settlement: slug }), text: texts.open } }),
  };
}

/** The request and settlements with similar names. */
function RequestDetails({ request, alike, clock }: Pick<Found, 'request' | 'alike'> & { clock: Clock }) {
  const { language } = clock;
  const facts = [
    [texts.kind, translateName(settlementKindTexts, request.kind, language)],
    [texts.where, [request.region, request.place].filter(Boolean).join(', ')],
    [texts.who, requesterRoleTexts[request.asker]],
    [texts.contact, request.contact],
  ] as const;
  return (
    <>
      <Requester
        name={request.author}
        about={formatRelativeTime(request.createdAt.toISOString(), clock)}
        words={request.note || undefined}
      />
      <Card>
        <FactList
          facts={[
            ...facts.filter(([, value]) => value !== ''),
            [texts.email, <a href={`mailto:${request.email}`}>{request.email}</a>],
          ]}
        />
      </Card>
      <ListCard heading={{ id: 'alike', title: texts.alike }} none={texts.noneAlike}>
        {alike.map(({ id, slug, name, region, address }) => (
          <Row
            key={id}
            icon="village"
            title={name}
            line={[region, address].filter(Boolean).join(' · ')}
            href={fillPath(paths.settlement, { settlement: slug })}
          />
        ))}
      </ListCard>
    </>
  );
}
