import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { dayInZone } from '../../../../domain/rules/days.ts';
import { end_person } from '../../../../features/actions/end_person.ts';
import { show_person_to_end } from '../../../../features/actions/show_person_to_end.ts';
import { remove_resident } from '../../../../features/operations/settlement/remove_resident.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { choice, date, line, paragraph } from '../../page/field-kinds.tsx';
import { type FieldsOf, form } from '../../page/form.tsx';
import { definePage } from '../../page/page.ts';
import {
  ProposingNotice,
  proposeInstead,
  proposingField,
  texts as proposingTexts,
} from '../../page/proposing.tsx';
import { sanitizeNextPath } from '../../server/visitor.ts';
import { Button, Buttons, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Screen } from '../../ui/screen.tsx';
import * as labels from '../../words/labels.ts';
import { plotText, residentRoleTexts } from '../../words/resident-texts.ts';
import { texts as registerTexts } from './register-texts.ts';

export const texts = {
  title: { en: 'Remove from the register', ru: 'Снять с учёта' },
  what: { en: 'What happens then', ru: 'Что будет дальше' },
  village: {
    en: 'News, conversations and documents for residents are closed to the person. The village keeps its files.',
    ru: 'Новости, переписка и документы для жителей для человека закроются. Файлы посёлка остаются в посёлке.',
  },
  diary: {
    en: 'Diary entries and photographs stay with their author: only the author can hide or remove them.',
    ru: 'Записи дневника и снимки остаются за автором: скрыть или удалить их сможет только он.',
  },
  devices: {
    en: 'Devices on the plot are disconnected and their passwords erased; what they measured is kept.',
    ru: 'Устройства на участке отключатся, их пароли сотрутся; измеренное сохранится.',
  },
  tasks: {
    en: 'Tasks stay as they are: give the person’s tasks to somebody else.',
    ru: 'Задачи не меняются: порученное человеку передайте другому.',
  },
  codes: {
    en: 'Unused codes and invitations to the plot stop working.',
    ru: 'Неиспользованные коды и приглашения на участок перестанут действовать.',
  },
  codesOfCard: {
    en: 'Letters with a code for this person stop working.',
    ru: 'Письма с кодом для этого человека перестанут действовать.',
  },
  card: {
    en: 'The card stays among the former residents, for the board alone; nothing more is sent to the person.',
    ru: 'Карточка останется среди выбывших, её видит только правление. Ничего человеку больше не шлём.',
  },
  told: {
    en: 'The person is told the reason. If the person has died, nobody is told: no more emails, phone notifications or invitations are sent.',
    ru: 'Человеку сообщим причину. Об умершем не сообщаем никому: ни писем, ни уведомлений, ни приглашений больше не будет.',
  },
  account: {
    en: 'The account itself stays: the board cannot delete it.',
    ru: 'Сама учётная запись остаётся: правление её не удаляет.',
  },
  back: {
    en: 'It can be taken back for seven days; device passwords have to be typed again.',
    ru: 'Вернуть можно в течение семи дней; пароли устройств придётся ввести заново.',
  },
  why: labels.why,
  on: { en: 'From which day', ru: 'С какого дня' },
  successor: { en: 'Who has the plot now', ru: 'К кому перешёл участок' },
  successorHint: {
    en: 'A new owner or an heir: you can invite them right away.',
    ru: 'Новый хозяин или наследник: его можно сразу пригласить.',
  },
  reason: { en: 'In your words', ru: 'Своими словами' },
  reasonHint: { en: 'The person will read it', ru: 'Человек это прочтёт' },
  end: { en: 'Remove', ru: 'Снять с учёта' },
  keep: { en: 'Leave as it is', ru: 'Оставить как есть' },
  ended: { en: 'Removed from the register.', ru: 'Снят с учёта.' },
} as const satisfies Record<string, Text>;

const kindTexts = {
  sold: { en: 'The plot was sold', ru: 'Участок продан' },
  moved: { en: 'Moved away', ru: 'Переезд' },
  died: { en: 'The person died', ru: 'Человек умер' },
  mistake: { en: 'Recorded by mistake', ru: 'Записали по ошибке' },
  other: { en: 'Something else', ru: 'Другое' },
} as const;

const fields = {
  reason_kind: choice(texts.why, kindTexts, { as: 'cards', required: true }),
  on: date(texts.on),
  successor: line(texts.successor, { hint: texts.successorHint }),
  reason: paragraph(texts.reason, { rows: 2, hint: texts.reasonHint }),
};

const endMember = form(remove_resident, {
  path: paths.endPerson,
  fields,
  given: ({ person }) => ({ resident: person, seen_state: 'confirmed' }),
  instead: proposeInstead('removal'),
  done: ({ data }, { settlement }, { text }) => ({
    to: sanitizeNextPath(text('to'), fillPath(paths.resident, { settlement, resident: data.id })),
    notice: texts.ended,
  }),
});

const endCard = form(end_person, {
  path: paths.endCard,
  fields,
  done: (_, names) => ({ to: fillPath(paths.person, names), notice: texts.ended }),
});

/** For the board, and for an owner about family and tenants of their plot. */
export const endPersonPage = definePage({
  path: paths.endPerson,
  access: 'signed-in',
  texts,
  missing: { reason_kind: { en: 'Choose why.', ru: 'Выберите, почему.' } },
  offline: false,
  async load({ settlement, person }, pageRequest) {
    if (!isId(person)) refuse.notFound('person');
    const [place, found] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      pageRequest.call(show_person_to_end, { settlement, person }),
    ]);
    return { ...place, ...found };
  },
  actions: { endMember, endCard },
  head: () => ({ width: 'narrow' }),
  render: ({ settlement, person, isEditor, isSecondNeeded, others, clock }, { language }) => {
    const { membershipId, parcelId, plotNumber } = person;
    const address = { settlement: settlement.slug, person: membershipId ?? (person.personId as string) };
    const household = fillPath(paths.inviteToPlot, { plot: parcelId });
    const parent = isEditor
      ? { href: fillPath(paths.people, address), text: registerTexts.title }
      : { href: household, text: labels.whoLivesHere };
    const consequences = membershipId
      ? [
          ...[texts.village, texts.diary, texts.devices, texts.tasks, texts.codes, texts.told, texts.account],
          texts.back,
        ]
      : [texts.card, texts.codesOfCard, texts.back];
    const values = { on: dayInZone(clock.now, clock.timeZone) };
    const filled = (Fields: FieldsOf<typeof fields>) => (
      <>
        <Fields.reason_kind />
        <Fields.on max={values.on} />
        {isEditor && <Fields.successor suggestions={others} />}
        <Fields.reason {...(!membershipId && { hint: undefined })} />
        {isSecondNeeded && <ProposingNotice />}
        <Buttons>
          <Button kind="danger">{isSecondNeeded ? proposingTexts.propose : texts.end}</Button>
          <LinkButton href={parent.href} kind="quiet">
            {texts.keep}
          </LinkButton>
        </Buttons>
      </>
    );
    return (
      <Screen
        title={texts.title}
        line={`${person.name} · ${plotText[language]} ${plotNumber} · ${residentRoleTexts[person.role][language]}`}
        parent={parent}
      >
        <Card heading={{ id: 'what', title: texts.what }}>
          <ul class="bullets">
            {consequences.map((text) => (
              <li key={text.en}>{text}</li>
            ))}
          </ul>
        </Card>
        <Card>
          {membershipId ? (
            <endMember.Form
              at={address}
              values={values}
              hidden={isEditor ? proposingField(isSecondNeeded) : { to: household }}
            >
              {filled(endMember)}
            </endMember.Form>
          ) : (
            <endCard.Form at={address} values={values}>
              {filled(endCard)}
            </endCard.Form>
          )}
        </Card>
      </Screen>
    );
  },
});
