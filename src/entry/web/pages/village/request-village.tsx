import type { Text } from '../../../../base/i18n/text.ts';
import { paths } from '../../../../base/site/paths.ts';
import { applicantRoles } from '../../../../domain/rules/settlement-requests.ts';
import { ask_for_settlement } from '../../../../features/actions/ask_for_settlement.ts';
import { show_moderator_presence } from '../../../../features/actions/show_moderator_presence.ts';
import { choice, line, paragraph, pickTexts } from '../../page/field-kinds.tsx';
import { form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { isAskedFirst, SaveAnyway } from '../../ui/save-anyway.tsx';
import * as labels from '../../words/labels.ts';
import { villageMissingTexts } from '../../words/missing-field-texts.ts';
import { requesterRoleTexts } from '../../words/settlement-request-texts.ts';
import { settlementKindTexts } from '../../words/shared-texts.ts';
import { texts as homeTexts } from './home.tsx';

export const texts = {
  title: labels.addVillage,
  line: {
    en: 'A moderator will look at it and answer, usually within a few days.',
    ru: 'Модератор посмотрит и ответит, обычно за несколько дней.',
  },
  nobody: {
    en: 'This site has no moderator yet, so nobody would answer. Ask whoever runs it to name one.',
    ru: 'На этом сайте пока нет модератора, и ответить некому. Попросите того, кто ведёт сайт, его назначить.',
  },
  name: labels.name,
  kind: labels.kind,
  region: { en: 'Region', ru: 'Область, край или республика' },
  place: { en: 'Where it is', ru: 'Где находится' },
  placeHint: {
    en: 'district, nearest village, road',
    ru: 'округ или район, ближайшая деревня, шоссе',
  },
  asker: { en: 'Who you are there', ru: 'Кто вы там' },
  boardHint: { en: 'chair, member of the board, accountant', ru: 'председатель, член правления, бухгалтер' },
  contact: { en: 'How to reach you', ru: 'Как с вами связаться' },
  contactHint: {
    en: 'a telephone number; only moderators see it',
    ru: 'телефон; увидят только модераторы',
  },
  note: { en: 'Anything else', ru: 'Что ещё важно знать' },
  noteHint: {
    en: 'how many plots, a site of the village, a register number',
    ru: 'сколько участков, сайт посёлка, ИНН товарищества',
  },
  send: labels.send,
  sent: {
    en: 'Sent. You will see here what happens to it.',
    ru: 'Отправлено. Здесь будет видно, что решили.',
  },
  same: {
    en: 'You have already asked for this village: it is waiting.',
    ru: 'Об этом посёлке вы уже просили: он ждёт.',
  },
} as const satisfies Record<string, Text>;

const ask = form(ask_for_settlement, {
  path: paths.requestSettlement,
  fields: {
    name: line(texts.name),
    kind: choice(texts.kind, settlementKindTexts),
    region: line(texts.region),
    place: line(texts.place, { hint: texts.placeHint }),
    asker: choice(texts.asker, pickTexts(requesterRoleTexts, applicantRoles), {
      as: 'cards',
      hints: { board: texts.boardHint },
    }),
    contact: line(texts.contact, { hint: texts.contactHint }),
    note: paragraph(texts.note, { hint: texts.noteHint, rows: 3 }),
  },
  given: (_, request) => ({ unless_similar: isAskedFirst(request.form) }),
  done: ({ isNew }) => ({ to: paths.myRequests, notice: isNew ? texts.sent : texts.same }),
});

/** Request to add a missing settlement; moderators decide. */
export const requestVillagePage = definePage({
  path: paths.requestSettlement,
  access: 'signed-in',
  texts,
  missing: villageMissingTexts,
  load: async (_, { call, text }) => ({
    name: text('name').trim().slice(0, 200),
    ...(await call(show_moderator_presence, {})),
  }),
  actions: { ask },
  head: () => ({ width: 'narrow' }),
  render: ({ name, hasModerator: isAnybodyThere }, { language }) => (
    <>
      <PageHead
        title={texts.title}
        line={isAnybodyThere ? texts.line[language] : undefined}
        parent={{ href: paths.settlements, text: homeTexts.title }}
      />
      {!isAnybodyThere && (
        <div class="gap-below">
          <Notice tone="warn">{texts.nobody}</Notice>
        </div>
      )}
      <Card>
        <ask.Form at={{}} values={{ name, kind: 'snt', asker: 'resident' }} outbox={texts.title} draft>
          <ask.name />
          <ask.kind />
          <ask.region />
          <ask.place />
          <ask.asker />
          <ask.contact />
          <ask.note />
          <SaveAnyway form="ask" />
          <Button>{texts.send}</Button>
        </ask.Form>
      </Card>
    </>
  ),
});
