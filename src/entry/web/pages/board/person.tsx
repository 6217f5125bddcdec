import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { isId } from '../../../../domain/kernel/identifier.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { invite_person } from '../../../../features/actions/invite_person.ts';
import type { PersonOfRegister } from '../../../../features/actions/list_people.ts';
import { print_person_letter } from '../../../../features/actions/print_person_letter.ts';
import { remove_person } from '../../../../features/actions/remove_person.ts';
import { save_person } from '../../../../features/actions/save_person.ts';
import { show_person } from '../../../../features/actions/show_person.ts';
import { choosePaperOrigin } from '../../loaders/link-origin.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { form } from '../../page/form.tsx';
import { definePage, Redirect, Rerender } from '../../page/page.ts';
import { Button, Buttons, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DecisionList } from '../../ui/decision-list.tsx';
import { Fold } from '../../ui/fold.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import * as labels from '../../words/labels.ts';
import { personStateTexts } from '../../words/person-texts.ts';
import { plotText, residentRoleTexts } from '../../words/resident-texts.ts';
import { texts as endTexts } from './end-person.tsx';
import { PlotHistory, SuccessorCard } from './former-rows.tsx';
import { join, LikelySame, part, texts as sameTexts } from './likely-same.tsx';
import { PersonFacts } from './person-facts.tsx';
import { CardFields, cardFields, fillCard, missing, plotOfCard } from './person-form.tsx';
import { type Letter, PersonLetter } from './person-letter.tsx';
import { texts as registerTexts } from './register-texts.ts';

export const texts = {
  title: { en: 'Person', ru: 'Человек' },
  edit: { en: 'Change the card', ru: 'Изменить карточку' },
  save: labels.save,
  saved: labels.saved,
  invite: { en: 'Invite', ru: 'Пригласить' },
  inviteWhy: {
    en: 'With the code from the letter the person is confirmed at once, and this card becomes theirs.',
    ru: 'С кодом из письма человека не нужно подтверждать: эта карточка сразу станет его.',
  },
  print: { en: 'Print a letter', ru: 'Напечатать письмо' },
  send: { en: 'Send an email', ru: 'Отправить письмо на почту' },
  sent: { en: 'The email is on its way.', ru: 'Письмо отправляем.' },
  join: { en: 'Already registered here?', ru: 'Уже зарегистрирован здесь?' },
  history: { en: 'History', ru: 'История' },
  remove: { en: 'Remove the record', ru: 'Удалить запись' },
  removeWhy: {
    en: 'Name, telephones and address are deleted for good. Has the person moved away? Take them off the register instead.',
    ru: 'Имя, телефоны и адрес удалятся навсегда. Если человек уехал, лучше снимите его с учёта.',
  },
  removeDo: { en: 'Delete for good', ru: 'Удалить навсегда' },
  removed: { en: 'The record is deleted.', ru: 'Запись удалена.' },
} as const satisfies Record<string, Text>;

const save = form(save_person, {
  path: paths.person,
  fields: { parcel: plotOfCard, ...cardFields },
  hidden: ['seen_updated_at'],
  done: (_, names) => ({ to: fillPath(paths.person, names), notice: texts.saved }),
});

const letter = form(print_person_letter, {
  path: paths.personLetter,
  isButton: true,
  done: ({ code, expiresAt, path }, names, pageRequest) =>
    new Rerender({
      code,
      link: choosePaperOrigin(pageRequest) + path,
      address: choosePaperOrigin(pageRequest) + fillPath(paths.join, names),
      expiresAt: expiresAt.getTime(),
    } satisfies Letter),
});

const invite = form(invite_person, {
  path: paths.invitePerson,
  isButton: true,
  done: (_, names) => ({ to: fillPath(paths.person, names), notice: texts.sent }),
});

/** Also on the page of a resident. */
export const remove = form(remove_person, {
  path: paths.removePerson,
  isButton: true,
  done: ({ resident }, { settlement }) => ({
    to: resident
      ? fillPath(paths.resident, { settlement, resident })
      : fillPath(paths.people, { settlement }),
    notice: texts.removed,
  }),
});

const fillCardWithPlot = (person: PersonOfRegister) => {
  const { values, hidden } = fillCard(person);
  return { values: { ...values, parcel: person.plotNumber }, hidden };
};

export const personPage = definePage({
  path: paths.person,
  access: 'signed-in',
  texts,
  missing,
  // The letter has a code.
  secret: true,
  async load({ settlement, person }, pageRequest) {
    if (!isId(person)) refuse.notFound('person');
    const [place, found] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      pageRequest.call(show_person, { settlement, person }),
    ]);
    const resident = found.person.membershipId;
    if (resident) return new Redirect(fillPath(paths.resident, { settlement, resident }));
    return { ...place, ...found, printed: (pageRequest.formResult ?? null) as Letter | null };
  },
  actions: { save, letter, invite, join, part, remove },
  head: ({ person }) => ({ width: 'narrow', title: person.name }),
  render: (data, { language }) => {
    const { settlement, person, candidates, likelySame, former, history, hasMail, printed, clock } = data;
    const names = { settlement: settlement.slug, person: person.personId as string };
    const isOver = person.state === 'ended';
    const ending = former.find(({ personId }) => personId === person.personId);
    return (
      <>
        <div class="unprinted">
          <PageHead
            title={person.name}
            line={`${plotText[language]} ${person.plotNumber} · ${residentRoleTexts[person.role][language]} · ${personStateTexts[person.state][language]}`}
            parent={{ href: fillPath(paths.people, names), text: registerTexts.title }}
          />
        </div>
        {printed ? (
          <PersonLetter
            letter={printed}
            name={person.name}
            plot={person.plotNumber}
            postalAddress={person.postalAddress}
            village={settlement.name}
            clock={clock}
          />
        ) : (
          <div class="stack">
            <PersonFacts person={person} />
            {isOver && ending && <SuccessorCard one={ending} settlement={settlement.slug} />}
            {!isOver && (
              <LikelySame
                settlement={settlement.slug}
                pairs={likelySame.map((one) => ({
                  ...{ personId: names.person, personName: person.name, plotNumber: person.plotNumber },
                  ...{ membershipId: one.membershipId as string, memberName: one.name },
                }))}
              />
            )}
            {!isOver && (
              <Card heading={{ id: 'invitation', title: texts.invite }}>
                <p class="small soft gap-below">{texts.inviteWhy}</p>
                <Buttons>
                  <letter.Button at={names} icon="print">
                    {texts.print}
                  </letter.Button>
                  {person.emailKey && hasMail && (
                    <invite.Button at={names} kind="quiet" icon="send">
                      {texts.send}
                    </invite.Button>
                  )}
                </Buttons>
              </Card>
            )}
            {!isOver && candidates.length > 0 && (
              <Card heading={{ id: 'same', title: texts.join }}>
                <join.Form at={names}>
                  <join.resident
                    choices={candidates.map((one) => ({
                      value: one.membershipId as string,
                      label: `${one.name}, ${residentRoleTexts[one.role][language]}`,
                    }))}
                  />
                  <Button kind="quiet">{sameTexts.joinDo}</Button>
                </join.Form>
              </Card>
            )}
            <Fold title={texts.edit}>
              <save.Form at={names} {...fillCardWithPlot(person)}>
                <save.parcel />
                <CardFields of={save} id="save" person={person} />
                <Button>{texts.save}</Button>
              </save.Form>
            </Fold>
            {!isOver && (
              <LinkButton href={fillPath(paths.endPerson, names)} kind="quiet-danger" icon="leave">
                {endTexts.title}
              </LinkButton>
            )}
            <PlotHistory people={former} settlement={settlement.slug} clock={clock} />
            {history.length > 0 && (
              <DecisionList
                decisions={history}
                clock={clock}
                heading={{ id: 'history', title: texts.history }}
              />
            )}
            <Fold title={texts.remove}>
              <p>{texts.removeWhy}</p>
              <remove.Button at={names} kind="danger" icon="remove">
                {texts.removeDo}
              </remove.Button>
            </Fold>
          </div>
        )}
      </>
    );
  },
});
