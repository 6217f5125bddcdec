import type { Text } from '../../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../../base/site/paths.ts';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { invite_person } from '../../../../features/actions/invite_person.ts';
import { join_person } from '../../../../features/actions/join_person.ts';
import { print_person_letter } from '../../../../features/actions/print_person_letter.ts';
import { remove_person } from '../../../../features/actions/remove_person.ts';
import { save_person } from '../../../../features/actions/save_person.ts';
import { show_person } from '../../../../features/actions/show_person.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import { definePage, type FormRequest, Redirect, Rerender } from '../../page/page.ts';
import { isIdentifier } from '../../server/already-decided.ts';
import { Button, Buttons } from '../../ui/button.tsx';
import { ButtonForm } from '../../ui/button-form.tsx';
import { Card } from '../../ui/card.tsx';
import { DecisionList } from '../../ui/decision-list.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Fold } from '../../ui/fold.tsx';
import { Form } from '../../ui/form.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import * as labels from '../../words/labels.ts';
import { personStateTexts } from '../../words/person-texts.ts';
import { plotText, residentRoleTexts } from '../../words/resident-texts.ts';
import { texts as registerTexts } from './people.tsx';
import { PersonFacts } from './person-facts.tsx';
import { missing, PersonForm, readPerson } from './person-form.tsx';
import { type Letter, PersonLetter } from './person-letter.tsx';

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
  send: { en: 'Send a letter by e-mail', ru: 'Отправить письмо на почту' },
  sent: { en: 'The letter is on its way.', ru: 'Письмо отправляем.' },
  join: { en: 'Already registered here?', ru: 'Уже зарегистрирован здесь?' },
  joinWhy: {
    en: 'Choose the resident of this plot who is this person. They get the role of this card.',
    ru: 'Выберите жителя этого участка, который и есть этот человек. Роль у него станет как в карточке.',
  },
  who: { en: 'Who it is', ru: 'Кто это' },
  joinDo: { en: 'It is the same person', ru: 'Это один человек' },
  joined: { en: 'The card belongs to the account now.', ru: 'Карточка связана с учётной записью.' },
  history: { en: 'History', ru: 'История' },
  remove: { en: 'Remove the record', ru: 'Удалить запись' },
  removeWhy: {
    en: 'Name, telephones and address are deleted for good. Has the person moved away? Write the day in the card instead.',
    ru: 'Имя, телефоны и адрес удалятся навсегда. Если человек уехал, лучше впишите день в карточку.',
  },
  removeDo: { en: 'Delete for good', ru: 'Удалить навсегда' },
  removed: { en: 'The record is deleted.', ru: 'Запись удалена.' },
} as const satisfies Record<string, Text>;

type Names = { readonly settlement: string; readonly person: string };

async function printLetter(names: Names, { call, request }: FormRequest): Promise<Rerender> {
  const { code, expiresAt, path } = await call(print_person_letter, names);
  const address = request.origin + fillPath(paths.join, { settlement: names.settlement });
  return new Rerender({
    code,
    link: request.origin + path,
    address,
    expiresAt: expiresAt.getTime(),
  } satisfies Letter);
}

export const personPage = definePage({
  path: paths.person,
  access: 'signed-in',
  texts,
  missing,
  // The letter has a code.
  secret: true,
  async load({ settlement, person }, pageRequest) {
    if (!isIdentifier(person)) refuse.notFound('person');
    const [place, found] = await Promise.all([
      loadSettlementContext(settlement, pageRequest),
      pageRequest.call(show_person, { settlement, person }),
    ]);
    const resident = found.person.membershipId;
    if (resident) return new Redirect(fillPath(paths.resident, { settlement, resident }));
    return { ...place, ...found, letter: (pageRequest.formResult ?? null) as Letter | null };
  },
  actions: {
    save: {
      path: paths.person,
      async perform(names, pageRequest) {
        await pageRequest.call(save_person, { ...names, ...readPerson(pageRequest) });
        return { to: fillPath(paths.person, names), notice: texts.saved };
      },
    },
    letter: { path: paths.personLetter, isButton: true, perform: printLetter },
    invite: {
      path: paths.invitePerson,
      isButton: true,
      async perform(names, { call }) {
        await call(invite_person, names);
        return { to: fillPath(paths.person, names), notice: texts.sent };
      },
    },
    join: {
      path: paths.joinPerson,
      async perform(names, { call, text }) {
        const { resident } = await call(join_person, { ...names, resident: text('resident') });
        const to = fillPath(paths.resident, { settlement: names.settlement, resident });
        return { to, notice: texts.joined };
      },
    },
    remove: {
      path: paths.removePerson,
      isButton: true,
      async perform(names, { call }) {
        const { settlement } = names;
        const { resident } = await call(remove_person, names);
        const to = resident
          ? fillPath(paths.resident, { settlement, resident })
          : fillPath(paths.people, { settlement });
        return { to, notice: texts.removed };
      },
    },
  },
  head: ({ person }) => ({ width: 'narrow', title: person.name }),
  render: ({ settlement, person, candidates, history, hasMail, letter, clock }, { language }) => {
    const names = { settlement: settlement.slug, person: person.personId as string };
    const isOver = person.state === 'ended';
    return (
      <>
        <div class="unprinted">
          <PageHead
            title={person.name}
            line={`${plotText[language]} ${person.plotNumber} · ${residentRoleTexts[person.role][language]} · ${personStateTexts[person.state][language]}`}
            parent={{ href: fillPath(paths.people, names), text: registerTexts.title }}
          />
        </div>
        {letter ? (
          <PersonLetter
            letter={letter}
            name={person.name}
            plot={person.plotNumber}
            postalAddress={person.postalAddress}
            village={settlement.name}
            clock={clock}
          />
        ) : (
          <div class="stack">
            <PersonFacts person={person} />
            {!isOver && (
              <Card heading={{ id: 'invitation', title: texts.invite }}>
                <p class="small soft gap-below">{texts.inviteWhy}</p>
                <Buttons>
                  <ButtonForm action={fillPath(paths.personLetter, names)} icon="print">
                    {texts.print}
                  </ButtonForm>
                  {person.emailKey && hasMail && (
                    <ButtonForm action={fillPath(paths.invitePerson, names)} kind="quiet" icon="send">
                      {texts.send}
                    </ButtonForm>
                  )}
                </Buttons>
              </Card>
            )}
            {!isOver && candidates.length > 0 && (
              <Card heading={{ id: 'same', title: texts.join }}>
                <Form id="join" action={fillPath(paths.joinPerson, names)}>
                  <SelectField
                    name="resident"
                    label={texts.who}
                    hint={texts.joinWhy}
                    choices={candidates.map((one) => ({
                      value: one.membershipId as string,
                      label: `${one.name}, ${residentRoleTexts[one.role][language]}`,
                    }))}
                  />
                  <Button kind="quiet">{texts.joinDo}</Button>
                </Form>
              </Card>
            )}
            <Fold title={texts.edit}>
              <PersonForm
                id="save"
                action={fillPath(paths.person, names)}
                person={person}
                button={texts.save}
              />
            </Fold>
            {history.length > 0 && (
              <DecisionList
                decisions={history}
                clock={clock}
                heading={{ id: 'history', title: texts.history }}
              />
            )}
            <Fold title={texts.remove}>
              <p>{texts.removeWhy}</p>
              <ButtonForm action={fillPath(paths.removePerson, names)} kind="danger" icon="remove">
                {texts.removeDo}
              </ButtonForm>
            </Fold>
          </div>
        )}
      </>
    );
  },
});
